import AlmanacFiles
import Crypto
import Foundation

/// A file of an edition while it is written.
///
/// A small file stays in memory until its hash is known, because it may be hard-linked instead. A
/// large one is appended to the disk in chunks. No descriptor stays open, because there may be
/// thousands of files.
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

  /// Buffer size in bytes. Small files have a small one, because there are thousands. Large files
  /// have a larger one, because each chunk opens the file.
  private var capacity = EditionFile.minCapacity
  private static let minCapacity = 1 << 15
  private static let maxCapacity = 1 << 18

  init(path: String, url: URL) {
    self.path = path
    self.url = url
  }

  func append(_ bytes: some Collection<UInt8>) throws {
    if buffer.count + bytes.count > capacity { try spill() }
    buffer.append(contentsOf: bytes)
    if buffer.count > capacity { try spill() }
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

  /// Hashes and writes the buffer, and adapts its capacity to the size of the file.
  private func spill() throws {
    guard !buffer.isEmpty else { return }
    buffer.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    byteCount += buffer.count
    try DurableFile.append(buffer, to: url)
    isOnDisk = true
    buffer.removeAll(keepingCapacity: buffer.count <= capacity)
    capacity = min(Self.maxCapacity, max(Self.minCapacity, byteCount >> 7))
    buffer.reserveCapacity(capacity)
  }
}
