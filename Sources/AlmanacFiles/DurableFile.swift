public import Foundation

/// Writes files that are complete or absent, also after a power failure.
///
/// A file is written under a temporary name, flushed with fsync and renamed. Then its folder is
/// flushed. A failed fsync is never repeated on the same descriptor: Linux may have marked its
/// pages as clean.
public enum DurableFile {
  /// Prefix of temporary files. The holder of the lock may delete them.
  public static let temporaryPrefix = ".tmp-"

  /// Replaces a file atomically.
  ///
  /// - Throws: `FileError`; the previous file remains.
  public static func write(_ bytes: [UInt8], to destination: URL) throws(FileError) {
    let folder = destination.deletingLastPathComponent()
    let temporary = folder.appending(path: temporaryPrefix + destination.lastPathComponent)
    try create(bytes, at: temporary)
    guard rename(temporary.path, destination.path) == 0 else {
      let error = FileError.last(destination)
      unlink(temporary.path)
      throw error
    }
    try flush(folder: folder)
  }

  /// Writes and flushes a file that no process reads yet; deletes it on failure.
  public static func create(_ bytes: [UInt8], at url: URL) throws(FileError) {
    let descriptor = open(url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .last(url) }
    do throws(FileError) {
      try writeAll(bytes, to: descriptor, at: url.path)
      guard fsync(descriptor) == 0 else { throw .last(url) }
    } catch {
      close(descriptor)
      unlink(url.path)
      throw error
    }
    guard close(descriptor) == 0 else { throw .last(url) }
  }

  /// Reads a whole file, directly into the array. `Data` would need the memory of a large file twice.
  public static func read(_ url: URL) throws(FileError) -> [UInt8] { try read(path: url.path) }

  /// Reads a whole file by its path. Creating a `URL` takes as long as reading a small file.
  public static func read(path: String) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, code: errno) }
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let got = Foundation.read(
          descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = FileError(path: path, code: errno) }
        guard got > 0 else { return }
        count += got
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads a whole file in chunks of at most 64 KiB.
  public static func read(_ url: URL, _ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) {
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(url) }
    defer { close(descriptor) }
    let failure = withUnsafeTemporaryAllocation(
      byteCount: 1 << 16, alignment: 16
    ) { buffer -> FileError? in
      while true {
        let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { return .last(url) }
        if count == 0 { return nil }
        body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    if let failure { throw failure }
  }

  /// Appends to a file that no process reads yet, and creates it if necessary. Does not flush.
  public static func append(_ bytes: [UInt8], to url: URL) throws(FileError) {
    let descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .last(url) }
    do throws(FileError) {
      try writeAll(bytes, to: descriptor, at: url.path)
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .last(url) }
  }

  /// Creates a hard link. Returns false if the file system can't, such as across file systems.
  public static func link(_ existing: URL, at url: URL) throws(FileError) -> Bool {
    guard Foundation.link(existing.path, url.path) != 0 else { return true }
    let error = FileError.last(url)
    guard [EXDEV, EMLINK, EPERM, EOPNOTSUPP, ENOENT].contains(error.code) else { throw error }
    return false
  }

  /// Flushes a file that another library has written.
  public static func flush(file url: URL) throws(FileError) {
    try flush(url, flags: O_RDONLY | O_CLOEXEC)
  }

  /// Flushes a folder, so that created, renamed and deleted names are durable.
  public static func flush(folder: URL) throws(FileError) {
    try flush(folder, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  /// Creates a folder and its parents.
  public static func makeFolder(_ url: URL) throws(FileError) {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw FileError(path: url.path, code: FileError.code(of: error) ?? EIO)
    }
  }

  /// Creates a folder that only its owner can read, and its parents. An existing folder is unchanged.
  public static func makePrivateFolder(_ url: URL) throws(FileError) {
    try makeFolder(url.deletingLastPathComponent())
    guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else { throw .last(url) }
  }

  /// Points a symbolic link at another target atomically.
  public static func replaceLink(at link: URL, target: String) throws(FileError) {
    let folder = link.deletingLastPathComponent()
    let temporary = folder.appending(path: temporaryPrefix + link.lastPathComponent)
    unlink(temporary.path)
    guard symlink(target, temporary.path) == 0 else { throw .last(temporary) }
    guard rename(temporary.path, link.path) == 0 else {
      let error = FileError.last(link)
      unlink(temporary.path)
      throw error
    }
    try flush(folder: folder)
  }

  /// Deletes the temporary files of a killed run in a folder.
  public static func sweep(_ folder: URL) throws(FileError) {
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name.hasPrefix(temporaryPrefix) {
        try FileManager.default.removeItem(at: folder.appending(path: name))
      }
    } catch {
      throw FileError(path: folder.path, code: FileError.code(of: error) ?? EIO)
    }
  }

  private static func flush(_ url: URL, flags: Int32) throws(FileError) {
    let descriptor = open(url.path, flags)
    guard descriptor >= 0 else { throw .last(url) }
    let result = fsync(descriptor)
    let error = FileError.last(url)
    close(descriptor)
    guard result == 0 else { throw error }
  }

  /// Writes all bytes to an open file.
  ///
  /// - Parameter path: The path in errors.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32, at path: String)
    throws(FileError)
  {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(
          descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: path, code: errno) }
      written += count
    }
  }
}
