import CFiles
public import Foundation

/// Writes files that only their owner may read: mode 0600, in folders of mode 0700.
///
/// Writes many files with one flush: first all of them under temporary names, then one flush of the
/// file system, then the renames. A file is complete or absent, also after a power failure.
public struct PrivateFiles: Sendable {
  private let folder: URL

  /// Creates the folder, or removes the permissions of group and others from it.
  public init(folder: URL) throws(FileError) {
    self.folder = folder
    try Self.makeFolder(folder)
  }

  private static func makeFolder(_ url: URL) throws(FileError) {
    if mkdir(url.path, 0o700) != 0, errno != EEXIST {
      guard errno == ENOENT else { throw .last(url) }
      try DurableFile.makeFolder(url.deletingLastPathComponent())
      guard mkdir(url.path, 0o700) == 0 || errno == EEXIST else { throw .last(url) }
    }
    guard chmod(url.path, 0o700) == 0 else { throw .last(url) }
  }

  /// Creates a subfolder.
  public func makeFolder(_ name: String) throws(FileError) {
    try Self.makeFolder(folder.appending(path: name))
  }

  /// Writes a file under a temporary name. `finish` renames it.
  ///
  /// - Parameter path: One or two components, such as `ada/agenda.ics`.
  /// - Returns: Whether `finish` must be called: false if the file has these bytes already.
  public func stage(_ bytes: [UInt8], at path: String) throws(FileError) -> Bool {
    guard !contains(bytes, at: folder.appending(path: path)) else { return false }
    let temporary = temporary(path)
    // O_EXCL doesn't follow links. Other users can't create one either: the folder is the
    // owner's.
    var descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST {
      // A killed run left it.
      unlink(temporary.path)
      descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw .last(temporary) }
    do throws(FileError) {
      try DurableFile.writeAll(bytes, to: descriptor, at: temporary)
    } catch {
      close(descriptor)
      unlink(temporary.path)
      throw error
    }
    guard close(descriptor) == 0 else { throw .last(temporary) }
    return true
  }

  /// Whether a file of mode 0600 has these bytes.
  private func contains(_ bytes: [UInt8], at file: URL) -> Bool {
    var status = stat()
    guard lstat(file.path, &status) == 0, status.st_mode & 0o7777 == 0o600,
      status.st_size == bytes.count
    else { return false }
    // An unreadable file is written again.
    return (try? DurableFile.read(file)) == bytes
  }

  /// Flushes the file system once, then renames the staged files.
  public func finish(_ paths: [String]) throws(FileError) {
    guard !paths.isEmpty else { return }
    try flush()
    for path in paths {
      let (temporary, file) = (temporary(path), folder.appending(path: path))
      guard rename(temporary.path, file.path) == 0 else { throw .last(file) }
    }
  }

  private func flush() throws(FileError) {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(folder) }
    defer { close(descriptor) }
    guard almanac_flush_file_system(descriptor) == 0 else { throw .last(folder) }
  }

  private func temporary(_ path: String) -> URL {
    let file = folder.appending(path: path)
    return file.deletingLastPathComponent()
      .appending(path: DurableFile.temporaryPrefix + file.lastPathComponent)
  }
}
