import AlmanacFiles
import Foundation

/// The bodies of captures, one file each, named by their SHA-256.
///
/// A body is on the disk before any journal row names it: a row without its body can't exist.
public struct CaptureBodies: Sendable {
  private let folder: URL

  init(folder: URL) throws {
    try DurableFile.makeFolder(folder)
    self.folder = folder
  }

  /// Keeps the bytes under their hash; a body that is there already is left alone.
  public func store(_ body: [UInt8], sha256: String) throws {
    let destination = folder.appending(path: sha256)
    if FileManager.default.fileExists(atPath: destination.path) { return }
    try DurableFile.write(body, to: destination)
  }

  /// What is kept under this hash.
  public func body(sha256: String) throws -> [UInt8] {
    try DurableFile.read(file(of: sha256))
  }

  func file(of sha256: String) -> URL { folder.appending(path: sha256) }

  /// SHA-256 of all bodies that are here, sorted.
  public func digests() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(DurableFile.temporaryPrefix) }.sorted()
  }

  /// Bytes of each.
  func sizes() throws -> [String: Int] {
    var sizes: [String: Int] = [:]
    for digest in try digests() {
      let values = try file(of: digest).resourceValues(forKeys: [.fileSizeKey])
      sizes[digest] = values.fileSize ?? 0
    }
    return sizes
  }

  func remove(sha256: String) throws { try FileManager.default.removeItem(at: file(of: sha256)) }

  /// Removes what a killed run left half written.
  public func sweep() throws { try DurableFile.sweep(folder) }
}
