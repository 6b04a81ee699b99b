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
    try write(
      [destination.lastPathComponent: bytes], into: destination.deletingLastPathComponent())
  }

  /// Replaces files of a folder, each atomically, and flushes them together.
  ///
  /// - Parameter files: The contents by name.
  /// - Throws: `FileError`; some of the files may be replaced then.
  public static func write(_ files: [String: [UInt8]], into folder: URL) throws(FileError) {
    guard !files.isEmpty else { return }
    func temporary(_ name: String) -> URL { folder.appending(path: temporaryPrefix + name) }
    do throws(FileError) {
      for (name, bytes) in files {
        var file = try OpenFile(temporary(name).path, O_WRONLY | O_CREAT | O_TRUNC)
        try file.write(bytes)
        try file.close()
      }
      try flush(files: files.keys.map(temporary))
      for name in files.keys {
        let destination = folder.appending(path: name)
        guard rename(temporary(name).path, destination.path) == 0 else {
          throw FileError.last(destination)
        }
      }
    } catch {
      for name in files.keys { unlink(temporary(name).path) }
      throw error
    }
    try flush(folder: folder)
  }

  /// Reads a whole file, directly into the array. `Data` would need the memory of a large file twice.
  public static func read(_ url: URL) throws(FileError) -> [UInt8] { try read(path: url.path) }

  /// Reads a whole file by its path. Creating a `URL` takes as long as reading a small file.
  public static func read(path: String) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, O_RDONLY)
    return try file.read(atMost: try file.size())
  }

  /// Reads a whole file in chunks of at most 64 KiB.
  public static func read(_ url: URL, _ body: ([UInt8]) -> Void) throws(FileError) {
    let file = try OpenFile(url.path, O_RDONLY)
    while true {
      let chunk = try file.read(atMost: 1 << 16)
      guard !chunk.isEmpty else { return }
      body(chunk)
    }
  }

  /// Appends to a file that no process reads yet, and creates it if necessary. Does not flush.
  public static func append(_ bytes: [UInt8], to url: URL) throws(FileError) {
    var file = try OpenFile(url.path, O_WRONLY | O_CREAT | O_APPEND)
    try file.write(bytes)
    try file.close()
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
    try OpenFile(url.path, O_RDONLY).flush()
  }

  /// Flushes a folder, so that created, renamed and deleted names are durable.
  public static func flush(folder: URL) throws(FileError) {
    try OpenFile(folder.path, O_RDONLY | O_DIRECTORY).flush()
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
}
