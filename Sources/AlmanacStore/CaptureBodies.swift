import AlmanacFiles
import Foundation

/// Stores the bodies of captures, one file each, named by its SHA-256.
///
/// A body is flushed to disk before a journal row names it, so no row lacks its body.
public struct CaptureBodies: Sendable {
  private let folder: URL

  init(folder: URL) throws {
    try DurableFile.makeFolder(folder)
    self.folder = folder
  }

  /// Stores the bytes under their hash; an existing body is not rewritten.
  ///
  /// - Throws: `FileError`.
  public func store(_ body: [UInt8], sha256: String) throws {
    try store([sha256: body])
  }

  /// Stores bodies under their hashes, and flushes them together. Existing bodies are not rewritten.
  ///
  /// - Throws: `FileError`; some of the bodies may be stored then.
  public func store(_ bodies: [String: [UInt8]]) throws {
    let missing = bodies.filter { !FileManager.default.fileExists(atPath: file(of: $0.key).path) }
    try DurableFile.write(missing, into: folder)
  }

  /// The body with this hash.
  ///
  /// - Throws: `WorkspaceError.damaged` if there is no such body, `FileError`.
  public func body(sha256: String) throws -> [UInt8] {
    do {
      return try DurableFile.read(file(of: sha256))
    } catch let error where error.code == ENOENT {
      throw WorkspaceError.damaged(path: folder.deletingLastPathComponent().path)
    }
  }

  func file(of sha256: String) -> URL { folder.appending(path: sha256) }

  /// SHA-256 of all stored bodies, sorted.
  public func digests() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(DurableFile.temporaryPrefix) }.sorted()
  }

  /// Size of each body in bytes, by its SHA-256.
  func sizes() throws -> [String: Int] {
    var sizes: [String: Int] = [:]
    for digest in try digests() {
      let values = try file(of: digest).resourceValues(forKeys: [.fileSizeKey])
      sizes[digest] = values.fileSize ?? 0
    }
    return sizes
  }

  func remove(sha256: String) throws { try FileManager.default.removeItem(at: file(of: sha256)) }

  /// Removes the temporary files of a killed run.
  public func sweep() throws { try DurableFile.sweep(folder) }
}
