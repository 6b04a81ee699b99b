public import Foundation

/// A buffer of bytes that spills to a temporary file when it grows large. If its folder is full, it
/// stays in memory.
public struct SpillBuffer: Sendable {
  /// Maximum number of bytes in memory.
  private static let limit = 1 << 20

  private enum Storage: Sendable {
    /// The buffer has not reached its limit yet.
    case undecided
    case file(TemporaryFile)
    /// No file can be created in the temporary folder, or it is full.
    case memory
  }

  private var storage = Storage.undecided
  /// Number of bytes in the file.
  private var size = 0
  private var bytes: [UInt8] = []
  /// The error that lost some bytes; `read` throws it.
  private var failure: FileError?

  private let folder: URL

  /// - Parameter folder: The folder of the temporary file.
  public init(in folder: URL = FileManager.default.temporaryDirectory) { self.folder = folder }

  /// Appends bytes. Never fails: if the file can't be written, the buffer moves into memory.
  public mutating func append(_ chunk: [UInt8]) {
    chunk.withUnsafeBufferPointer { append($0) }
  }

  public mutating func append(_ chunk: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: chunk)
    guard bytes.count > Self.limit, let file = file() else { return }
    do throws(FileError) {
      try file.append(bytes)
      size += bytes.count
      bytes.removeAll(keepingCapacity: true)
    } catch {
      moveToMemory(from: file)
    }
  }

  /// Number of bytes.
  public var count: Int { size + bytes.count }

  /// The bytes of a range.
  ///
  /// - Throws: `FileError` if the temporary file can't be read.
  public func read(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    if let failure { throw failure }
    var read: [UInt8] = []
    // A range may begin in the file and end in memory.
    if range.lowerBound < size, case .file(let file) = storage {
      try file.append(range.lowerBound..<min(size, range.upperBound), to: &read)
    }
    if range.upperBound > size {
      read += bytes[max(range.lowerBound - size, 0)..<range.upperBound - size]
    }
    return read
  }

  /// Passes all bytes to a closure, in chunks of at most 1 MiB.
  public func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    for start in stride(from: 0, to: count, by: Self.limit) {
      try body(try read(start..<min(count, start + Self.limit)))
    }
  }

  /// Moves the bytes back into memory when the folder is full.
  private mutating func moveToMemory(from file: TemporaryFile) {
    storage = .memory
    var all: [UInt8] = []
    do throws(FileError) { try file.append(0..<size, to: &all) } catch { failure = error }
    bytes = all + bytes
    size = 0
  }

  /// The temporary file, which is created at the first call; nil if that fails.
  private mutating func file() -> TemporaryFile? {
    switch storage {
    case .file(let file): return file
    case .memory: return nil
    case .undecided:
      let file = try? TemporaryFile(in: folder)
      storage = file.map { .file($0) } ?? .memory
      return file
    }
  }
}
