public import Foundation

/// A buffer of bytes that spills to a temporary file when it grows large. If its folder is full, the
/// further bytes stay in memory.
public struct SpillBuffer: Sendable {
  /// Number of bytes that `forEachPiece` reads at once.
  private static let piece = 1 << 20

  /// Maximum number of bytes in memory. Holds the calendars of 10,000 events: reading each entry from
  /// a file takes longer than copying it.
  private var limit = 1 << 24
  private var file: TemporaryFile?
  /// Number of bytes in the file.
  private var size = 0
  /// The bytes after those in the file.
  private var bytes: [UInt8] = []
  private let folder: URL

  /// - Parameter folder: The folder of the temporary file.
  public init(in folder: URL = FileManager.default.temporaryDirectory) { self.folder = folder }

  /// Appends bytes. Never fails: bytes that can't be written to the file stay in memory.
  public mutating func append(_ chunk: [UInt8]) {
    chunk.withUnsafeBufferPointer { append($0) }
  }

  public mutating func append(_ chunk: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: chunk)
    guard bytes.count > limit else { return }
    do throws(FileError) {
      if file == nil { file = try TemporaryFile(in: folder) }
      try file?.content.write(bytes)
      size += bytes.count
      bytes.removeAll(keepingCapacity: true)
    } catch {
      // A part may be in the file after `size`; it is never read.
      limit = .max
    }
  }

  /// Number of bytes.
  public var count: Int { size + bytes.count }

  /// The bytes of a range; those in memory aren't copied.
  ///
  /// - Throws: `FileError` if the temporary file can't be read.
  public func read(_ range: Range<Int>) throws(FileError) -> ArraySlice<UInt8> {
    guard range.lowerBound < size else {
      return bytes[range.lowerBound - size..<range.upperBound - size]
    }
    var read: [UInt8] = []
    try file?.content.append(range.lowerBound..<min(size, range.upperBound), to: &read)
    // A range may begin in the file and end in memory.
    if range.upperBound > size { read += bytes[..<(range.upperBound - size)] }
    return read[...]
  }

  /// Passes all bytes to a closure, in chunks of at most 1 MiB.
  public func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    for start in stride(from: 0, to: count, by: Self.piece) {
      try body(Array(try read(start..<min(count, start + Self.piece))))
    }
  }
}

/// A file without a name: the kernel deletes it when the process ends.
private final class TemporaryFile: Sendable {
  let content: OpenFile

  init(in folder: URL) throws(FileError) {
    // Random, because another thread or process may create one at the same time.
    let name = "spill-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let path = folder.appending(path: DurableFile.temporaryPrefix + name).path
    content = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    guard unlink(path) == 0 else { throw FileError(path: path, code: errno) }
  }
}
