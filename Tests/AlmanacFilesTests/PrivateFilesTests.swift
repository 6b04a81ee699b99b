import AlmanacFiles
import Foundation
import Testing

@Suite struct PrivateFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func mode(_ path: String) throws -> Int? {
    let file = folder.appending(path: path).path
    return try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
  }

  @Test("Only the owner can access files and folders, even if they existed with other permissions")
  func modes() throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "ada"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    try Data("open".utf8).write(to: folder.appending(path: "ada/a.txt"))
    let files = try PrivateFiles(folder: folder)
    try files.makeFolder("ada")
    try files.write(Array("open".utf8), at: "ada/a.txt")
    #expect(try mode("") == 0o700)
    #expect(try mode("ada") == 0o700)
    #expect(try mode("ada/a.txt") == 0o600)
  }

  @Test("A file is replaced only if its bytes differ, and an empty one is replaced")
  func replaces() throws {
    let files = try PrivateFiles(folder: folder.appending(path: "deep/people"))
    let file = folder.appending(path: "deep/people/a.txt")
    func number() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int
    }
    try files.write(Array("one".utf8), at: "a.txt")
    let first = try number()
    try files.write(Array("one".utf8), at: "a.txt")
    #expect(try number() == first)
    try files.write(Array("two".utf8), at: "a.txt")
    #expect(files.read("a.txt") == Array("two".utf8))
    // A power failure can truncate the file.
    try Data().write(to: file)
    try files.write(Array("two".utf8), at: "a.txt")
    #expect(files.read("a.txt") == Array("two".utf8))
    #expect(files.read("none") == nil)
  }

  @Test("A new folder has all of its files, even if a killed run left a part of it")
  func writesFolders() throws {
    let files = try PrivateFiles(folder: folder)
    let left = DurableFile.temporaryPrefix + "ada"
    try files.makeFolder(left)
    try files.write(Array("half".utf8), at: "\(left)/a.txt")
    for text in ["one", "two"] {
      try files.write([("a.txt", Array(text.utf8)), ("b.txt", [])], inFolder: "ada")
      #expect(files.read("ada/a.txt") == Array(text.utf8))
    }
    #expect(try mode("ada/b.txt") == 0o600)
    #expect(try mode("ada") == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ada"])
  }

  @Test("A temporary file of a killed run doesn't prevent a replacement")
  func replacesLeftovers() throws {
    let files = try PrivateFiles(folder: folder)
    try Data("left".utf8).write(to: folder.appending(path: DurableFile.temporaryPrefix + "a.txt"))
    try files.write(Array("one".utf8), at: "a.txt")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.txt"])
  }
}
