import AlmanacFiles
import Crypto
import Foundation

/// One file of an edition while it grows.
///
/// A small file is not written before it is known to differ from the previous edition's; a large one is
/// appended to the disk in pieces. No descriptor stays open, because there may be thousands of these.
final class EditionFile {
  /// Relative to the edition's folder.
  let path: String
  /// Entries written so far: events of a calendar, features of a collection.
  var records = 0
  let url: URL
  private(set) var byteCount = 0
  private(set) var isOnDisk = false
  private var buffer: [UInt8] = []
  private var hasher = SHA256()

  /// Bytes that wait in memory: fewer of a small file, because there are thousands; more of a large one,
  /// because it is opened for each piece.
  private var capacity = EditionFile.leastCapacity
  private static let leastCapacity = 1 << 15
  private static let mostCapacity = 1 << 18

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

  /// The hex SHA-256 of all that was added; nothing can be added after.
  func seal() -> String {
    buffer.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    byteCount += buffer.count
    return hasher.finalize().hex
  }

  /// Writes what is still in memory; the edition flushes the file.
  func store() throws {
    try DurableFile.append(buffer, to: url)
    buffer = []
  }

  private func spill() throws {
    guard !buffer.isEmpty else { return }
    buffer.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    byteCount += buffer.count
    try DurableFile.append(buffer, to: url)
    isOnDisk = true
    buffer.removeAll(keepingCapacity: buffer.count <= capacity)
    capacity = min(Self.mostCapacity, max(Self.leastCapacity, byteCount >> 7))
    buffer.reserveCapacity(capacity)
  }
}
