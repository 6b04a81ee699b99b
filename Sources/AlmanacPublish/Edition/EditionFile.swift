import AlmanacFiles
import Crypto
import Foundation

/// A file of an edition while it is written.
///
/// A file stays in memory until its hash is known, because it may be hard-linked instead. A large
/// one is appended to the disk in chunks.
final class EditionFile {
  /// The path relative to the edition's folder.
  let path: String
  /// Number of written entries: events of a calendar, features of a collection.
  var records = 0
  let url: URL
  private(set) var byteCount = 0
  private(set) var isOnDisk = false
  private var buffer: [UInt8] = []
  private var hasher = SHA256()

  /// Maximum number of bytes in memory.
  private static let capacity = 1 << 20

  init(path: String, url: URL) {
    self.path = path
    self.url = url
  }

  func append(_ bytes: some Collection<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count > Self.capacity { try spill() }
  }

  func append(_ text: String) throws { try append(text.utf8) }

  /// Returns the hexadecimal SHA-256 of the content. Nothing may be appended afterwards.
  func seal() -> String {
    buffer.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    byteCount += buffer.count
    return hasher.finalize().hex
  }

  /// Appends the buffer to the disk. `EditionBuilder` flushes the file.
  func store() throws {
    try DurableFile.append(buffer, to: url)
    buffer = []
  }

  private func spill() throws {
    buffer.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    byteCount += buffer.count
    try DurableFile.append(buffer, to: url)
    isOnDisk = true
    buffer.removeAll(keepingCapacity: true)
  }
}
