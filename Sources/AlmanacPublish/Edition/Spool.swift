import AlmanacFiles
import Foundation

/// Bytes that are put by until their turn comes, in a file without a name: however a run ends,
/// nothing of it stays.
final class Spool {
  private let file: SpooledBytes
  private var buffer: [UInt8] = []
  /// Of all that was added.
  private(set) var byteCount = 0

  private static let bufferSize = 1 << 16

  /// - Parameter folder: One that nobody looks at yet.
  init(in folder: URL) throws(FileError) { file = try SpooledBytes(in: folder) }

  func append(_ bytes: [UInt8]) throws(FileError) {
    byteCount += bytes.count
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    // What is larger than the buffer need not go through it.
    if bytes.count > Self.bufferSize {
      try file.append(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Nothing can be added after.
  func finish() throws(FileError) -> SpooledBytes {
    try flush()
    buffer = []
    return file
  }

  private func flush() throws(FileError) {
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// What was put by, to be read by any number of threads.
final class SpooledBytes: Sendable {
  private let url: URL
  private let descriptor: Int32

  init(in folder: URL) throws(FileError) {
    url = folder.appending(path: DurableFile.temporaryPrefix + "spool")
    descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: url.path, code: errno) }
    // With its name it would become a file of the edition that no manifest knows.
    guard unlink(url.path) == 0 else { throw FileError(path: url.path, code: errno) }
  }

  deinit { close(descriptor) }

  fileprivate func append(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: url.path, code: errno) }
      written += count
    }
  }

  /// Puts these bytes by at an offset.
  func put(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        pwrite(
          descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written,
          off_t(offset + written))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: url.path, code: count < 0 ? errno : EIO) }
      written += count
    }
  }

  /// Lets the file end there, with zeros where nothing was put by.
  func extend(to size: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(size)) == 0 else {
      throw FileError(path: url.path, code: errno)
    }
  }

  /// Gives the disk's room back before the last reader is gone; what was put by can't be read any more.
  ///
  /// Pages that are let go while others are written are taken for these; and what nobody needs is not
  /// written to the disk.
  func discard() { _ = ftruncate(descriptor, 0) }

  /// Puts these bytes at the start of the buffer, which grows where it must.
  func read(_ range: Range<Int>, into buffer: inout [UInt8]) throws(FileError) {
    if buffer.count < range.count { buffer = [UInt8](repeating: 0, count: range.count + 1_024) }
    let failure = buffer.withUnsafeMutableBytes { read(range, into: $0) }
    if let failure { throw failure }
  }

  /// Adds these bytes to the buffer.
  func append(_ range: Range<Int>, to buffer: inout [UInt8]) throws(FileError) {
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: range.count))
    let failure = buffer.withUnsafeMutableBytes {
      read(range, into: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
    }
    if let failure { throw failure }
  }

  private func read(
    _ range: Range<Int>, into target: UnsafeMutableRawBufferPointer
  ) -> FileError? {
    var done = 0
    while done < range.count {
      let count = pread(
        descriptor, target.baseAddress?.advanced(by: done), range.count - done,
        off_t(range.lowerBound + done))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return FileError(path: url.path, code: count < 0 ? errno : EIO) }
      done += count
    }
    return nil
  }
}

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

  /// Puts a piece at the start of the buffer.
  ///
  /// - Returns: Its size.
  func read(_ index: Int, into buffer: inout [UInt8]) throws(FileError) -> Int {
    let start = index == 0 ? 0 : ends[index - 1]
    try file.read(start..<ends[index], into: &buffer)
    return ends[index] - start
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
