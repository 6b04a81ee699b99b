public import Foundation

/// Files that are whole or absent, also after the power went.
///
/// A file is written aside, flushed to the disk and renamed, and its folder is flushed; a failed
/// flush is never tried again on the same descriptor, because its pages may be gone by then.
public enum DurableFile {
  /// Names that begin so are unfinished work, free to be swept by the holder of the lock.
  public static let temporaryPrefix = ".tmp-"

  /// Replaces the file in one step.
  public static func write(_ bytes: [UInt8], to destination: URL) throws(FileError) {
    let folder = destination.deletingLastPathComponent()
    let aside = folder.appending(path: temporaryPrefix + destination.lastPathComponent)
    try create(bytes, at: aside)
    guard rename(aside.path, destination.path) == 0 else {
      let error = FileError.last(destination)
      unlink(aside.path)
      throw error
    }
    try flush(folder: folder)
  }

  /// Writes and flushes a file that nobody looks at yet; removes it again where that fails.
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

  /// Reads a whole file, straight into the array: `Data` would hold a large one twice.
  public static func read(_ url: URL) throws(FileError) -> [UInt8] { try read(path: url.path) }

  /// The same for who reads many small files: a `URL` takes as long to make as such a file to read.
  public static func read(path: String) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw FileError(path: path, code: errno) }
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(facts.st_size)) { buffer, count in
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

  /// A file is let go of in parts of this size, at least.
  private static let part = 1 << 22

  /// Lends a whole file, a piece at a time.
  ///
  /// - Parameter isLeft: Whether nobody reads it soon: the disk begins with it meanwhile.
  public static func read(
    _ url: URL, lettingGo isLeft: Bool = false, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) {
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(url) }
    defer { close(descriptor) }
    let failure = withUnsafeTemporaryAllocation(
      byteCount: 1 << 16, alignment: 16
    ) { buffer -> FileError? in
      var held = 0..<0
      while true {
        let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { return .last(url) }
        if count == 0 { return nil }
        body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        held = held.lowerBound..<held.upperBound + count
        if isLeft, held.count >= part {
          letGo(held, of: descriptor)
          held = held.upperBound..<held.upperBound
        }
      }
    }
    if let failure { throw failure }
  }

  /// Adds to a file that nobody looks at yet, making it where it is not there; not flushed.
  ///
  /// - Parameter range: What of the file nobody reads soon: the disk begins with it, and what of it is
  ///   there already leaves memory, so that a file may grow without taking more of it.
  public static func append(
    _ bytes: [UInt8], to url: URL, lettingGo range: Range<Int>? = nil
  ) throws(FileError) {
    let descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .last(url) }
    do throws(FileError) {
      try writeAll(bytes, to: descriptor, at: url.path)
    } catch {
      close(descriptor)
      throw error
    }
    if let range { letGo(range, of: descriptor) }
    guard close(descriptor) == 0 else { throw .last(url) }
  }

  /// Gives a file a second name; false where the file system can't, as across two of them.
  public static func link(_ existing: URL, at url: URL) throws(FileError) -> Bool {
    guard Foundation.link(existing.path, url.path) != 0 else { return true }
    let error = FileError.last(url)
    guard [EXDEV, EMLINK, EPERM, EOPNOTSUPP, ENOENT].contains(error.code) else { throw error }
    return false
  }

  /// Flushes a file that another library wrote.
  public static func flush(file url: URL) throws(FileError) {
    try flush(url, flags: O_RDONLY | O_CLOEXEC)
  }

  /// Makes what was made, renamed or removed in a folder last.
  public static func flush(folder: URL) throws(FileError) {
    try flush(folder, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  /// Makes a folder and its parents.
  public static func makeFolder(_ url: URL) throws(FileError) {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw FileError(path: url.path, code: FileError.code(of: error) ?? EIO)
    }
  }

  /// Points a symbolic link at another target in one step.
  public static func replaceLink(at link: URL, target: String) throws(FileError) {
    let folder = link.deletingLastPathComponent()
    let aside = folder.appending(path: temporaryPrefix + link.lastPathComponent)
    unlink(aside.path)
    guard symlink(target, aside.path) == 0 else { throw .last(aside) }
    guard rename(aside.path, link.path) == 0 else {
      let error = FileError.last(link)
      unlink(aside.path)
      throw error
    }
    try flush(folder: folder)
  }

  /// Removes what a killed run left unfinished in a folder.
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
