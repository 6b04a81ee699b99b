public import Foundation

/// Bytes that are put by until their turn comes, in a file without a name: however a run ends,
/// nothing of it stays.
public final class Spool {
  private let file: SpooledBytes
  private var buffer: [UInt8] = []
  /// Of all that was added.
  public private(set) var byteCount = 0

  private static let bufferSize = 1 << 16

  /// - Parameter folder: One that nobody looks at yet.
  public init(in folder: URL) throws(FileError) { file = try SpooledBytes(in: folder) }

  public func append(_ bytes: [UInt8]) throws(FileError) {
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
  public func finish() throws(FileError) -> SpooledBytes {
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
public final class SpooledBytes: Sendable {
  private let url: URL
  private let descriptor: Int32

  public init(in folder: URL) throws(FileError) {
    // Another one may be made at this moment, by another process too.
    let name = "spool-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    url = folder.appending(path: DurableFile.temporaryPrefix + name)
    descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: url.path, code: errno) }
    // With its name it would become a file of the edition that no manifest knows.
    guard unlink(url.path) == 0 else { throw FileError(path: url.path, code: errno) }
  }

  deinit { close(descriptor) }

  /// Adds these bytes; one thread alone may.
  func append(_ bytes: [UInt8]) throws(FileError) {
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
  public func put(_ bytes: [UInt8], at offset: Int) throws(FileError) {
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
  public func extend(to size: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(size)) == 0 else {
      throw FileError(path: url.path, code: errno)
    }
  }

  /// All that was put by so far, for which there must be something.
  func mapped() throws(FileError) -> MappedFile {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw FileError(path: url.path, code: errno) }
    return try MappedFile(descriptor, count: Int(facts.st_size), path: url.path)
  }

  /// Gives the disk's room back before the last reader is gone; what was put by can't be read any more.
  ///
  /// Pages that are let go while others are written are taken for these; and what nobody needs is not
  /// written to the disk.
  public func discard() { _ = ftruncate(descriptor, 0) }

  /// Puts these bytes at the start of the buffer, which grows where it must.
  public func read(_ range: Range<Int>, into buffer: inout [UInt8]) throws(FileError) {
    if buffer.count < range.count { buffer = [UInt8](repeating: 0, count: range.count + 1_024) }
    let failure = buffer.withUnsafeMutableBytes { read(range, into: $0) }
    if let failure { throw failure }
  }

  /// Adds these bytes to the buffer.
  public func append(_ range: Range<Int>, to buffer: inout [UInt8]) throws(FileError) {
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
