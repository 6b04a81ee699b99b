import Foundation
import Testing

@testable import AlmanacFiles

// One after the other: one of them maps as many files as can be.
@Suite(.serialized) struct DocumentBytesTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try DurableFile.makeFolder(folder)
  }

  private func made(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 12) }
  }

  private func file(of bytes: [UInt8]) throws -> URL {
    let url = folder.appending(path: UUID().uuidString)
    try DurableFile.write(bytes, to: url)
    return url
  }

  @Test(
    "the bytes of a file are those of an array",
    arguments: [0, 1, 4_096, 1 << 20, (1 << 20) + 1, 5_000_003])
  func same(count: Int) throws {
    let bytes = made(count)
    for document in [DocumentBytes(bytes), try DocumentBytes(contentsOf: file(of: bytes))] {
      #expect(document.count == count)
      #expect(document.array == bytes)
      #expect(document.prefix(10) == Array(bytes.prefix(10)))
      let rest = document.dropping(3).dropping(2)
      #expect(rest.count == max(0, count - 5))
      #expect(rest.array == Array(bytes.dropFirst(5)))
      var pieces: [UInt8] = []
      rest.forEachPiece { pieces += $0 }
      #expect(pieces == rest.array)
      #expect(document.failure == nil)
    }
  }

  @Test("what was let go of is there when it is looked at again")
  func comesBack() throws {
    let bytes = made(3_000_000)
    let document = try DocumentBytes(contentsOf: file(of: bytes))
    for range in [0..<3_000_000, 5..<6, 4_095..<12_289, 2_999_999..<3_000_000, 7..<7] {
      document.letGo(range)
      document.dropping(1_000).letGo(range.clamped(to: 0..<2_999_000))
      #expect(document.array == bytes)
    }
  }

  @Test("memory holds only what was not let go of")
  func letsGo() throws {
    let size = 16 << 20
    let document = try DocumentBytes(
      contentsOf: file(of: [UInt8](repeating: 7, count: size)))
    let sum = document.withUnsafeBufferPointer { bytes in
      var sum = 0
      for start in stride(from: 0, to: size, by: 1 << 20) {
        for page in stride(from: start, to: start + 1 << 20, by: 4_096) { sum += Int(bytes[page]) }
        document.letGo(start..<start + 1 << 20)
      }
      return sum
    }
    #expect(sum == 7 * (size / 4_096))
    #expect(try residentBytes(of: document) < 2 << 20)
    document.withUnsafeBufferPointer { #expect($0[size / 2] == 7) }
    #expect(try residentBytes(of: document) > 0)
  }

  /// What the kernel says of the part of the address space in which a document lies.
  private func residentBytes(of document: DocumentBytes) throws -> Int {
    let start = document.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    // Foundation reads no more of it than the first page.
    let handle = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps"))
    let bytes = try DocumentBytes(reading: handle.fileDescriptor, named: "smaps")
    let maps = String(decoding: bytes.array, as: UTF8.self)
    var isHere = false
    for line in maps.split(separator: "\n") {
      if line.hasPrefix(String(start, radix: 16) + "-") { isHere = true }
      guard isHere, line.hasPrefix("Rss:") else { continue }
      return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
    }
    Issue.record("the document is not mapped")
    return 0
  }

  @Test("a file that is cut while it is read gives zeros and an error, and ends nobody")
  func cut() throws {
    let url = try file(of: [UInt8](repeating: 7, count: 3_000_000))
    let document = try DocumentBytes(contentsOf: url)
    let other = try DocumentBytes(contentsOf: file(of: [UInt8](repeating: 8, count: 3_000_000)))
    #expect(truncate(url.path, 1_000_000) == 0)
    let read = document.array
    #expect(read.prefix(1_000_000).allSatisfy { $0 == 7 })
    #expect(read.dropFirst(1_003_520).allSatisfy { $0 == 0 })
    #expect(document.failure == FileError(path: url.path, code: EIO))
    #expect(other.array.allSatisfy { $0 == 8 } && other.failure == nil)
    document.letGo(0..<3_000_000)
    #expect(document.array == read)
  }

  @Test("more files than can be mapped are read all the same")
  func many() throws {
    let bytes = made(1 << 20)
    let url = try file(of: bytes)
    let all = try (0..<300).map { _ in try DocumentBytes(contentsOf: url) }
    #expect(all.allSatisfy { $0.prefix(100) == Array(bytes.prefix(100)) })
    #expect(all[0].array == bytes && all[299].array == bytes)
  }

  @Test("what is no file, or none that may be read, is an error")
  func refused() throws {
    #expect(throws: FileError.self) { try DocumentBytes(contentsOf: folder) }
    #expect(throws: FileError(path: folder.path + "/none", code: ENOENT)) {
      try DocumentBytes(contentsOf: folder.appending(path: "none"))
    }
    #expect(throws: FileError(path: "it", code: EBADF)) {
      try DocumentBytes(reading: -1, named: "it")
    }
  }

  @Test("a file or a pipe is read to its end", arguments: [0, 10, 1 << 20, 3_500_000])
  func descriptor(count: Int) throws {
    let bytes = made(count)
    let handle = try FileHandle(forReadingFrom: file(of: bytes))
    #expect(try DocumentBytes(reading: handle.fileDescriptor, named: "it").array == bytes)
    let pipe = Pipe()
    // A thread of its own: those of tasks may all be waiting for a pipe.
    Thread.detachNewThread {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try? pipe.fileHandleForWriting.close()
    }
    let document = try DocumentBytes(
      reading: pipe.fileHandleForReading.fileDescriptor, named: "it")
    #expect(document.array == bytes)
  }

  @Test("a backlog gives what was added", arguments: [0, 1, 1_000, 40_000])
  func backlog(size: Int) {
    var backlog = Backlog()
    var all: [UInt8] = []
    for number in 0..<100 {
      let piece = [UInt8](repeating: UInt8(number), count: size)
      backlog.append(piece)
      all += piece
    }
    #expect(backlog.finish().array == all)
  }

  @Test("what a backlog has is read before the last is there", arguments: [1, 1_000, 40_000])
  func reads(size: Int) throws {
    var backlog = Backlog()
    for number in 0..<100 {
      #expect(backlog.count == number * size)
      let piece = [UInt8](repeating: UInt8(number), count: size)
      backlog.append(piece)
      for earlier in [0, number / 2, number] {
        let range = earlier * size..<(earlier + 1) * size
        #expect(try backlog.read(range) == [UInt8](repeating: UInt8(earlier), count: size))
      }
    }
    #expect(backlog.finish().count == 100 * size)
  }
}
