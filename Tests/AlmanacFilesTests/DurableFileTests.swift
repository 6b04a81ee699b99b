import AlmanacFiles
import Foundation
import Testing

@Suite struct DurableFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try DurableFile.makeFolder(folder)
  }

  @Test("Replacing a file leaves no temporary file")
  func replaces() throws {
    let file = folder.appending(path: "a.txt")
    try DurableFile.write(Array("one".utf8), to: file)
    try DurableFile.write(Array("two".utf8), to: file)
    #expect(try String(contentsOf: file, encoding: .utf8) == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.txt"])
  }

  @Test("A file is read completely, even if it is empty; a missing one is an error")
  func reads() throws {
    let file = folder.appending(path: "a.bin")
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try DurableFile.write(bytes, to: file)
    #expect(try DurableFile.read(file) == bytes)
    try DurableFile.write([], to: file)
    #expect(try DurableFile.read(file) == [])
    let error = #expect(throws: FileError.self) {
      try DurableFile.read(folder.appending(path: "none"))
    }
    #expect(error?.code == ENOENT)
  }

  @Test(
    "Many files are flushed together, and the error names the one that fails",
    arguments: [0, 1, 3, 40])
  func flushesTogether(count: Int) throws {
    let files = (0..<count).map { folder.appending(path: "\($0)") }
    for file in files { try DurableFile.append(Array("x".utf8), to: file) }
    try DurableFile.flush(files: files)
    let missing = folder.appending(path: "missing")
    let error = #expect(throws: FileError.self) { try DurableFile.flush(files: files + [missing]) }
    #expect(error == FileError(path: missing.path, code: ENOENT))
  }

  @Test("The error for a missing folder contains the path and the reason")
  func reportsMissingFolder() throws {
    let file = folder.appending(path: "none/a.txt")
    let error = #expect(throws: FileError.self) { try DurableFile.write([1], to: file) }
    #expect(error?.code == ENOENT)
    #expect(error?.description.contains("none/") == true)
  }

  @Test("A symbolic link is replaced atomically")
  func replacesLink() throws {
    let link = folder.appending(path: "latest")
    try DurableFile.replaceLink(at: link, target: "one")
    try DurableFile.replaceLink(at: link, target: "two")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "two")
  }

  @Test("Appending continues at the end of the file")
  func appends() throws {
    let file = folder.appending(path: "grown")
    try DurableFile.append([1, 2], to: file)
    try DurableFile.append([3], to: file)
    #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
  }

  @Test("A large file is read completely in chunks while it is written to disk")
  func readsChunks() throws {
    let file = folder.appending(path: "large.bin")
    let all = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
    try DurableFile.append(all, to: file)
    DurableFile.beginFlush(file)
    var read: [UInt8] = []
    try DurableFile.read(file) { read += $0 }
    #expect(read == all)
  }

  @Test("A hard link shares the file; linking a missing file returns false")
  func links() throws {
    let file = folder.appending(path: "first")
    let second = folder.appending(path: "second")
    try DurableFile.write([1], to: file)
    #expect(try DurableFile.link(file, at: second))
    #expect(try Data(contentsOf: second) == Data([1]))
    #expect(try !DurableFile.link(folder.appending(path: "none"), at: folder.appending(path: "x")))
  }

  @Test("Sweeping deletes temporary files only")
  func sweeps() throws {
    try DurableFile.write([1], to: folder.appending(path: ".tmp-x"))
    try DurableFile.write([1], to: folder.appending(path: "kept"))
    try DurableFile.sweep(folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
  }

  @Test("A lock has one holder at a time")
  func locks() throws {
    let url = folder.appending(path: "lock")
    var first = try FileLock(at: url)
    #expect(first != nil)
    #expect(try FileLock(at: url) == nil)
    first = nil
    #expect(try FileLock(at: url) != nil)
  }

  @Test("A lock is released even while a starting child process shares its file")
  func givesBack() throws {
    let url = folder.appending(path: "lock")
    var lock = try FileLock(at: url)
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return target.map { URL(filePath: $0).lastPathComponent } == "lock"
        && target?.contains(folder.lastPathComponent) == true
    }
    let shared = dup(try #require(open.flatMap(Int32.init)))
    defer { close(shared) }
    #expect(try shared >= 0 && lock != nil && FileLock(at: url) == nil)
    lock = nil
    #expect(try FileLock(at: url) != nil)
  }
}
