import AlmanacFiles
import Foundation

/// Pieces of bytes, one behind the other.
struct Pieces: Sendable {
  var bytes: [UInt8] = []
  /// Where each ends.
  var ends: [Int] = []

  /// Adds a piece: what the body appends.
  mutating func add(_ body: (inout [UInt8]) -> Void) {
    body(&bytes)
    ends.append(bytes.count)
  }
}

/// Pieces that are put by.
final class PieceSpool {
  private let spool: Spool
  private var ends: [Int] = []

  init(in folder: URL) throws(FileError) { spool = try Spool(in: folder) }

  var count: Int { ends.count }

  func append(_ pieces: Pieces) throws(FileError) {
    let start = spool.byteCount
    for end in pieces.ends { ends.append(start + end) }
    try spool.append(pieces.bytes)
  }

  /// Nothing can be added after.
  func finish() throws(FileError) -> SpooledPieces {
    SpooledPieces(file: try spool.finish(), ends: ends)
  }
}

/// Pieces that were put by, each to be had again.
struct SpooledPieces: Sendable {
  fileprivate let file: SpooledBytes
  fileprivate let ends: [Int]

  var count: Int { ends.count }

  /// In bytes.
  func size(_ index: Int) -> Int { ends[index] - (index == 0 ? 0 : ends[index - 1]) }

  /// Puts a piece at the start of the buffer.
  ///
  /// - Returns: Its size.
  func read(_ index: Int, into buffer: inout [UInt8]) throws(FileError) -> Int {
    let start = index == 0 ? 0 : ends[index - 1]
    try file.read(start..<ends[index], into: &buffer)
    return size(index)
  }

  /// All pieces in their order.
  func walk() -> PieceWalk { PieceWalk(self) }

  /// Gives their room back: they can't be read any more.
  func discard() { file.discard() }
}

/// Reads pieces in their order, many at a time.
struct PieceWalk {
  private let pieces: SpooledPieces
  private var buffer: [UInt8] = []
  /// What of the file the buffer holds.
  private var held = 0..<0
  private var index = 0

  private static let size = 1 << 20

  fileprivate init(_ pieces: SpooledPieces) { self.pieces = pieces }

  /// nil behind the last.
  mutating func next() throws(FileError) -> ArraySlice<UInt8>? {
    guard index < pieces.ends.count else { return nil }
    let start = index == 0 ? 0 : pieces.ends[index - 1]
    let end = pieces.ends[index]
    index += 1
    if end > held.upperBound {
      held = start..<max(end, min(start + Self.size, pieces.ends[pieces.ends.count - 1]))
      try pieces.file.read(held, into: &buffer)
    }
    return buffer[start - held.lowerBound..<end - held.lowerBound]
  }
}
