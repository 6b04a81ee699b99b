import Foundation

/// An open file, which is closed at the end of its scope.
struct OpenFile: ~Copyable {
  /// Negative after `close`.
  private var descriptor: Int32
  /// The path in errors.
  private let path: String

  init(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(FileError) {
    descriptor = open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    self.path = path
  }

  deinit { if descriptor >= 0 { Foundation.close(descriptor) } }

  /// Closes the file now. Some file systems report a failed write only here.
  mutating func close() throws(FileError) {
    let result = Foundation.close(descriptor)
    descriptor = -1
    guard result == 0 else { throw error() }
  }

  /// Number of bytes.
  func size() throws(FileError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error() }
    return Int(status.st_size)
  }

  func flush() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw error() }
  }

  /// Starts writing the file to disk. Ignores errors: a later flush reports them.
  func beginFlush() {
    #if os(Linux)
      // Linux starts writing dirty pages back.
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw error() }
      written += count
    }
  }

  /// Appends the bytes of a range of positions to a buffer. Safe for concurrent use.
  func append(_ range: Range<Int>, to buffer: inout [UInt8]) throws(FileError) {
    let start = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: range.count))
    var done = 0
    while done < range.count {
      let count = buffer.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress?.advanced(by: start + done), range.count - done,
          off_t(range.lowerBound + done))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: path, code: count < 0 ? errno : EIO) }
      done += count
    }
  }

  /// Reads up to the end, but at most a number of bytes.
  func read(atMost limit: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while count < limit {
        let got = Foundation.read(
          descriptor, buffer.baseAddress?.advanced(by: count), limit - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = error() }
        guard got > 0 else { return }
        count += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private func error() -> FileError { FileError(path: path, code: errno) }
}
