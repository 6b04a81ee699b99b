import CMappedFile
public import Foundation

/// Files that only their owner may read: mode 0600, in folders of mode 0700.
///
/// Many are written at once: all of them are written aside, the file system is flushed once, and then
/// each is renamed. A file is whole or absent, also after a power failure.
public struct PrivateFiles: Sendable {
  private let folder: URL

  /// Makes the folder, or takes the rights of others from it.
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

  /// Makes a folder below.
  public func makeFolder(_ name: String) throws(FileError) {
    try Self.makeFolder(folder.appending(path: name))
  }

  /// Writes a file that takes the place of another when `finish` is called.
  ///
  /// - Parameter path: Of one or two parts, such as `ada/agenda.ics`.
  public func stage(_ bytes: [UInt8], at path: String) throws(FileError) {
    let aside = aside(path)
    unlink(aside.path)
    // Nobody can put a link there in between: the folder is the owner's.
    let descriptor = open(aside.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last(aside) }
    do throws(FileError) {
      try DurableFile.writeAll(bytes, to: descriptor, at: aside)
    } catch {
      close(descriptor)
      unlink(aside.path)
      throw error
    }
    guard close(descriptor) == 0 else { throw .last(aside) }
  }

  /// Flushes the file system once, and then gives the staged files their names.
  public func finish(_ paths: [String]) throws(FileError) {
    guard !paths.isEmpty else { return }
    try flush()
    for path in paths {
      let (aside, file) = (aside(path), folder.appending(path: path))
      guard rename(aside.path, file.path) == 0 else { throw .last(file) }
    }
    try flush()
  }

  private func flush() throws(FileError) {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(folder) }
    defer { close(descriptor) }
    guard almanac_flush_file_system(descriptor) == 0 else { throw .last(folder) }
  }

  private func aside(_ path: String) -> URL {
    let file = folder.appending(path: path)
    return file.deletingLastPathComponent()
      .appending(path: DurableFile.temporaryPrefix + file.lastPathComponent)
  }
}
