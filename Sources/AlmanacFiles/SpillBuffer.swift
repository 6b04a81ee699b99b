public import Foundation

/// A buffer of bytes that are read when the last one is there: a small one in memory, a large one in
/// a temporary file as long as its folder has space.
public struct SpillBuffer: Sendable {
  /// How many bytes stay in memory.
  private static let limit = 1 << 20

  private enum Place: Sendable {
    case undecided
    case file(TemporaryFile)
    /// No file can be made in the temporary folder.
    case memory
  }

  private var place = Place.undecided
  /// Bytes in the file.
  private var size = 0
  private var bytes: [UInt8] = []
  /// Why some bytes are lost.
  private var failure: FileError?

  private let folder: URL

  /// - Parameter folder: Where a large one is kept.
  public init(in folder: URL = FileManager.default.temporaryDirectory) { self.folder = folder }

  public mutating func append(_ piece: [UInt8]) {
    piece.withUnsafeBufferPointer { append($0) }
  }

  public mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: piece)
    guard bytes.count > Self.limit, let file = file() else { return }
    do throws(FileError) {
      try file.append(bytes)
      size += bytes.count
      bytes.removeAll(keepingCapacity: true)
    } catch {
      takeBack(from: file)
    }
  }

  /// How many were added.
  public var count: Int { size + bytes.count }

  /// The bytes of a range.
  public func read(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    if let failure { throw failure }
    var read: [UInt8] = []
    if range.lowerBound < size, case .file(let file) = place {
      try file.append(range.lowerBound..<min(size, range.upperBound), to: &read)
    }
    if range.upperBound > size {
      read += bytes[max(range.lowerBound - size, 0)..<range.upperBound - size]
    }
    return read
  }

  /// Reads all of them, a piece of at most a megabyte at a time.
  public func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    for start in stride(from: 0, to: count, by: Self.limit) {
      try body(try read(start..<min(count, start + Self.limit)))
    }
  }

  /// Where the folder takes no more, memory does.
  private mutating func takeBack(from file: TemporaryFile) {
    place = .memory
    var all: [UInt8] = []
    do throws(FileError) { try file.append(0..<size, to: &all) } catch { failure = error }
    bytes = all + bytes
    size = 0
  }

  private mutating func file() -> TemporaryFile? {
    switch place {
    case .file(let file): return file
    case .memory: return nil
    case .undecided:
      let file = try? TemporaryFile(in: folder)
      place = file.map { .file($0) } ?? .memory
      return file
    }
  }
}
