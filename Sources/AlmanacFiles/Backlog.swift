public import Foundation

/// Buffers bytes of which few stay in memory: many are in a file without a name, as long as its folder takes
/// them.
public struct Backlog {
  /// How many stay in memory.
  private static let most = 1 << 20

  private enum Place {
    case undecided
    case file(SpooledBytes)
    /// Nothing can be made in the folder.
    case memory
  }

  private var place = Place.undecided
  /// What is in the file.
  private var size = 0
  private var bytes: [UInt8] = []
  /// Why something of it is lost.
  private var failure: FileError?

  private let folder: URL

  /// - Parameter folder: Of the file.
  public init(in folder: URL = FileManager.default.temporaryDirectory) { self.folder = folder }

  public mutating func append(_ piece: [UInt8]) {
    piece.withUnsafeBufferPointer { append($0) }
  }

  public mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: piece)
    guard bytes.count > Self.most, let file = file() else { return }
    do throws(FileError) {
      try putBy(in: file)
    } catch {
      takeBack(from: file)
    }
  }

  /// How many were added.
  public var count: Int { size + bytes.count }

  /// Some that were added together.
  public func read(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    if let failure { throw failure }
    if case .file(let file) = place, range.upperBound <= size {
      var read: [UInt8] = []
      try file.append(range, to: &read)
      return read
    }
    return Array(bytes[range.lowerBound - size..<range.upperBound - size])
  }

  /// All of them; nothing can be added after.
  public mutating func finish() -> DocumentBytes {
    defer { bytes = [] }
    if case .file(let file) = place {
      do throws(FileError) {
        try putBy(in: file)
        return try DocumentBytes(file)
      } catch {
        takeBack(from: file)
      }
    }
    return DocumentBytes(bytes, failure: failure)
  }

  private mutating func putBy(in file: SpooledBytes) throws(FileError) {
    try file.append(bytes)
    size += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Where the folder takes no more, memory does.
  private mutating func takeBack(from file: SpooledBytes) {
    place = .memory
    var all: [UInt8] = []
    do throws(FileError) { try file.append(0..<size, to: &all) } catch { failure = error }
    bytes = all + bytes
    size = 0
  }

  private mutating func file() -> SpooledBytes? {
    switch place {
    case .file(let file): return file
    case .memory: return nil
    case .undecided:
      let file = try? SpooledBytes(in: folder)
      place = file.map { .file($0) } ?? .memory
      return file
    }
  }
}
