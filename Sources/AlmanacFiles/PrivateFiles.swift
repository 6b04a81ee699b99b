public import Foundation

/// Writes files that only their owner may read: mode 0600, in folders of mode 0700.
///
/// Readers see a file whole or not at all. They are derived and many, so that none is flushed to the
/// disk: after a power failure a file may be empty until it is written again, which `write` does for
/// every file that has not the right bytes.
public struct PrivateFiles: Sendable {
  /// Texts, not URLs, which take longer to make than small files take to write.
  private let folder: String

  /// Creates the folder, or removes the permissions of group and others from it.
  public init(folder: URL) throws(FileError) {
    do throws(FileError) {
      try Self.makeFolder(folder.path)
    } catch {
      guard error.code == ENOENT else { throw error }
      try DurableFile.makeFolder(folder.deletingLastPathComponent())
      try Self.makeFolder(folder.path)
    }
    self.folder = folder.path
  }

  private static func makeFolder(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 { return }
    guard errno == EEXIST, chmod(path, 0o700) == 0 else { throw FileError(path: path, code: errno) }
  }

  /// Creates a subfolder.
  public func makeFolder(_ name: String) throws(FileError) {
    try Self.makeFolder("\(folder)/\(name)")
  }

  /// Replaces files of a folder below, each in one step; a folder that is new appears with all of them.
  public func write(_ files: [(name: String, bytes: [UInt8])], inFolder name: String)
    throws(FileError)
  {
    let target = "\(folder)/\(name)"
    var facts = stat()
    guard lstat(target, &facts) != 0 else {
      try makeFolder(name)
      for file in files { try write(file.bytes, at: "\(name)/\(file.name)") }
      return
    }
    let aside = "\(folder)/\(DurableFile.temporaryPrefix)\(name)"
    try Self.makeFolder(aside)
    for file in files { try Self.create(file.bytes, at: "\(aside)/\(file.name)") }
    guard rename(aside, target) == 0 else { throw FileError(path: target, code: errno) }
  }

  /// Replaces a file in one step, unless it has these bytes already.
  ///
  /// - Parameter path: Of a file in the folder or in one that `makeFolder` made, such as
  ///   `ada/agenda.ics`.
  public func write(_ bytes: [UInt8], at path: String) throws(FileError) {
    let file = "\(folder)/\(path)"
    guard !Self.holds(bytes, at: file) else { return }
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let aside = "\(folder)/\(path[..<name])\(DurableFile.temporaryPrefix)\(path[name...])"
    try Self.create(bytes, at: aside)
    guard rename(aside, file) == 0 else { throw FileError(path: file, code: errno) }
  }

  private static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    // Nobody can put a link there: the folder is the owner's.
    var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST {
      // A killed plan left it.
      unlink(path)
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
    do throws(FileError) {
      try DurableFile.writeAll(bytes, to: descriptor, at: path)
    } catch {
      close(descriptor)
      unlink(path)
      throw error
    }
    guard close(descriptor) == 0 else { throw FileError(path: path, code: errno) }
  }

  /// The bytes of a file; nil if there is none, or it can't be read.
  public func read(_ path: String) -> [UInt8]? {
    try? DurableFile.read(path: "\(folder)/\(path)")
  }

  /// Whether a file of mode 0600 has these bytes.
  private static func holds(_ bytes: [UInt8], at path: String) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & 0o7777 == 0o600,
      facts.st_size == bytes.count
    else { return false }
    // What can't be read is written.
    return (try? DurableFile.read(path: path)) == bytes
  }
}
