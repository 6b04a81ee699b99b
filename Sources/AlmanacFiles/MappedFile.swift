import CMappedFile
import Foundation

/// A file that is read through the address space: of all it holds, only what was looked at lately takes
/// memory.
///
/// What the file does not give, because it was cut or the disk fails, reads as zeros.
final class MappedFile: Sendable {
  /// Where it is, for errors.
  private let path: String
  let count: Int
  // What stands behind it never changes, but for a mark that is atomic.
  nonisolated(unsafe) private let mapping: OpaquePointer

  /// - Parameter count: of bytes, from the beginning of the file; at least one.
  init(_ descriptor: Int32, count: Int, path: String) throws(FileError) {
    guard let mapping = almanac_map(descriptor, count) else {
      throw FileError(path: path, code: errno)
    }
    self.mapping = mapping
    self.count = count
    self.path = path
  }

  deinit { almanac_unmap(mapping) }

  func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // It is unmapped when nobody holds this any more.
    defer { withExtendedLifetime(self) {} }
    let start = almanac_mapping_start(mapping)?.assumingMemoryBound(to: UInt8.self)
    return try body(UnsafeBufferPointer(start: start, count: count))
  }

  func letGo(_ range: Range<Int>) {
    almanac_mapping_let_go(mapping, range.lowerBound, range.count)
  }

  /// What went wrong since it was mapped.
  var failure: FileError? {
    almanac_mapping_is_damaged(mapping) ? FileError(path: path, code: EIO) : nil
  }
}
