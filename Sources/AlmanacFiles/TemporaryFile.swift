import Foundation

/// A file without a name: the kernel deletes it when the process ends.
final class TemporaryFile: Sendable {
  private let url: URL
  private let descriptor: Int32

  init(in folder: URL) throws(FileError) {
    // Random, because another thread or process may create one at the same time.
    let name = "spill-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    url = folder.appending(path: DurableFile.temporaryPrefix + name)
    descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: url.path, code: errno) }
    guard unlink(url.path) == 0 else { throw FileError(path: url.path, code: errno) }
  }

  deinit { close(descriptor) }

  /// Appends bytes. Not safe for concurrent use.
  func append(_ bytes: [UInt8]) throws(FileError) {
    try DurableFile.writeAll(bytes, to: descriptor, at: url.path)
  }

  /// Appends the bytes of a range of the file to a buffer. Safe for concurrent use.
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
