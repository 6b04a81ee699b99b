public import AlmanacRefine
public import Foundation

/// Reads NDJSON in parts of whole lines, several at once, so that a file's text is never in memory
/// as a whole.
public enum RecordBlocks {
  /// In bytes; a part ends with a line, so that it may be longer.
  private static let partSize = 4 << 20

  /// - Parameter handle: Of a file or a pipe.
  /// - Returns: In the order of the lines.
  /// - Throws: `POSIXError` where reading fails.
  public static func read(_ handle: FileHandle, workers: Int) async throws -> [RecordBlock] {
    var rest: [UInt8] = []
    return try await read(workers: workers) {
      while true {
        let known = rest.count
        var part = try reading(on: rest, handle)
        rest = []
        guard part.count > known else { return part.isEmpty ? nil : part }
        guard let end = part[known...].lastIndex(of: UInt8(ascii: "\n")) else {
          rest = part
          continue
        }
        rest = Array(part[(end + 1)...])
        part.removeSubrange((end + 1)...)
        return part
      }
    }
  }

  /// The bytes with a part of the file behind them, without a copy of it; as they are at its end.
  private static func reading(on bytes: [UInt8], _ handle: FileHandle) throws -> [UInt8] {
    try Array(unsafeUninitializedCapacity: bytes.count + partSize) { buffer, count in
      count = buffer.update(fromContentsOf: bytes)
      while count < buffer.count {
        let space = UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let size = Foundation.read(handle.fileDescriptor, space.baseAddress, space.count)
        if size == 0 { return }
        if size > 0 {
          count += size
        } else if errno != EINTR {
          throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
      }
    }
  }

  /// The bounds of the parts of a text.
  static func parts(of text: [UInt8]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while start < text.count {
      var end = min(text.count, start + partSize)
      while end < text.count, text[end - 1] != UInt8(ascii: "\n") { end += 1 }
      parts.append(start..<end)
      start = end
    }
    return parts
  }

  static func read(_ text: [UInt8], _ parts: [Range<Int>], workers: Int) async -> [RecordBlock] {
    var next = 0
    return await read(workers: workers) {
      guard next < parts.count else { return nil }
      defer { next += 1 }
      return Array(text[parts[next]])
    }
  }

  /// At most as many parts are in memory as there are workers, and one more that waits for the first
  /// of them to be done.
  private static func read<Failure: Error>(
    workers: Int, next: () throws(Failure) -> [UInt8]?
  ) async throws(Failure) -> [RecordBlock] {
    var blocks: [Int: RecordBlock] = [:]
    var count = 0
    let failure: Failure? = await withTaskGroup(of: (Int, RecordBlock).self) { group in
      var failure: Failure?
      var underWay = 0
      while failure == nil {
        do throws(Failure) {
          guard let part = try next() else { break }
          if underWay >= max(1, workers), let (number, block) = await group.next() {
            blocks[number] = block
            underWay -= 1
          }
          let number = count
          group.addTask { (number, RecordBlock(part)) }
          count += 1
          underWay += 1
        } catch {
          failure = error
        }
      }
      for await (number, block) in group { blocks[number] = block }
      return failure
    }
    if let failure { throw failure }
    return (0..<count).compactMap { blocks[$0] }
  }
}
