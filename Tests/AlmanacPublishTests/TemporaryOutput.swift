import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

@testable import AlmanacPublish

/// A test's output folder, which is deleted when the test ends.
final class TemporaryOutput: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "almanac-publish-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @discardableResult
  func publish(_ contents: EditionContents, keep: Int = 3) throws -> PublishedEdition {
    try Publisher(folder: folder, keepEditions: keep).publish(contents)
  }

  /// Relative paths of all files in a folder, sorted.
  static func files(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: folder.appending(path: path).path)
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }

  static func inode(_ url: URL) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return attributes[.systemFileNumber] as? Int
  }
}

/// An edition that several tests read; it stays until the process ends.
struct SharedEdition: Sendable {
  private let output: TemporaryOutput
  let edition: PublishedEdition

  init(_ contents: EditionContents) throws {
    output = try TemporaryOutput()
    edition = try output.publish(contents)
  }
}

extension PublishedEdition {
  /// Writes to a copy of the database: editions share files by hard links.
  func change(_ body: (Database) throws -> Void) throws {
    let url = folder.appending(path: "almanac.sqlite")
    let copy = url.appendingPathExtension("copy")
    try FileManager.default.copyItem(at: url, to: copy)
    let queue = try DatabaseQueue(path: copy.path)
    try queue.writeWithoutTransaction(body)
    try queue.close()
    guard rename(copy.path, url.path) == 0 else { throw POSIXError(.EIO) }
  }

  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(
      path: folder.appending(path: "almanac.sqlite").path, configuration: configuration)
    return try queue.read(body)
  }
}
