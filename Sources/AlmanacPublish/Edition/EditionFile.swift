import AlmanacFiles
import Crypto
import Foundation

/// One file of an edition while it grows.
///
/// What is small never touches the disk before it is known to differ from the edition before; what
/// is large is added to the file piece by piece. No descriptor stays open, for there may be
/// thousands of these at once.
final class EditionFile {
  /// Relative to the edition's folder.
  let path: String
  /// Entries written so far: events of a calendar, features of a collection.
  var records = 0
  let url: URL
  private(set) var byteCount = 0
  private var buffer: [UInt8] = []
  private var hasher = SHA256()
  private(set) var isOnDisk = false

  /// How much of it waits in memory: of a small one less, for there are thousands; of a large one more,
  /// for each time the file is opened.
  private var room = EditionFile.leastRoom
  private static let leastRoom = 1 << 15
  private static let mostRoom = 1 << 18

  /// A file that has grown by so much is told to go to the disk, and what of it is there leaves memory.
  private static let growth = 1 << 22
  /// How far behind its end it is looked for what has got to the disk meanwhile.
  private static let reach = 16 * growth
  /// Up to where the disk was told of it.
  private var toldOf = 0
  /// Only told apart from the edition before: none of it is kept.
  let isTrial: Bool

  init(path: String, url: URL, isTrial: Bool = false) {
    self.path = path
    self.url = url
    self.isTrial = isTrial
  }

  func append(_ bytes: some Collection<UInt8>) throws {
    if buffer.count + bytes.count > room { try spill() }
    buffer.append(contentsOf: bytes)
    if buffer.count > room { try spill() }
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
    guard !isTrial else { return buffer.removeAll(keepingCapacity: true) }
    let isDue = byteCount - toldOf >= Self.growth
    try DurableFile.append(
      buffer, to: url, lettingGo: isDue ? max(0, byteCount - Self.reach)..<byteCount : nil)
    if isDue { toldOf = byteCount }
    isOnDisk = true
    buffer.removeAll(keepingCapacity: buffer.count <= room)
    room = min(Self.mostRoom, max(Self.leastRoom, byteCount >> 7))
    buffer.reserveCapacity(room)
  }
}
