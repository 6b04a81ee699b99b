public import Foundation

/// Writes files that only their owner may read: mode 0600, in folders of mode 0700.
///
/// Readers see a complete file or none. Files are not flushed to disk, because they are many and
/// can be derived again. After a power failure a file may be empty until the next `write`, which
/// replaces every file with other bytes.
public struct PrivateFiles: Sendable {
  /// A path, because creating a `URL` takes longer than writing a small file.
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

  /// Replaces files of a subfolder, each atomically. A new subfolder appears with all of them.
  public func write(_ files: [(name: String, bytes: [UInt8])], inFolder name: String)
    throws(FileError)
  {
    let target = "\(folder)/\(name)"
    var status = stat()
    guard lstat(target, &status) != 0 else {
      try makeFolder(name)
      for file in files { try write(file.bytes, at: "\(name)/\(file.name)") }
      return
    }
    let temporary = "\(folder)/\(DurableFile.temporaryPrefix)\(name)"
    try Self.makeFolder(temporary)
    for file in files { try Self.create(file.bytes, at: "\(temporary)/\(file.name)") }
    guard rename(temporary, target) == 0 else { throw FileError(path: target, code: errno) }
  }

  /// Replaces a file atomically, unless it has these bytes already.
  ///
  /// - Parameter path: Path of a file in the folder or in one of its subfolders, such as
  ///   `ada/agenda.ics`.
  public func write(_ bytes: [UInt8], at path: String) throws(FileError) {
    let file = "\(folder)/\(path)"
    guard !Self.contains(bytes, at: file) else { return }
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let temporary = "\(folder)/\(path[..<name])\(DurableFile.temporaryPrefix)\(path[name...])"
    try Self.create(bytes, at: temporary)
    guard rename(temporary, file) == 0 else { throw FileError(path: file, code: errno) }
  }

  private static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    // `O_EXCL`, because a file that a killed process left may have another mode.
    func open() throws(FileError) -> OpenFile {
      try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }
    var file: OpenFile
    do throws(FileError) {
      file = try open()
    } catch {
      guard error.code == EEXIST else { throw error }
      unlink(path)
      file = try open()
    }
    do throws(FileError) {
      try file.write(bytes)
      try file.close()
    } catch {
      unlink(path)
      throw error
    }
  }

  /// The bytes of a file; nil if it doesn't exist or can't be read.
  public func read(_ path: String) -> [UInt8]? {
    try? DurableFile.read(path: "\(folder)/\(path)")
  }

  /// Whether there is such a file or folder.
  public func exists(_ path: String) -> Bool { access("\(folder)/\(path)", F_OK) == 0 }

  /// Removes a file, if it is there.
  public func remove(_ path: String) { unlink("\(folder)/\(path)") }

  /// Removes files from a subfolder, and then the subfolder. One with other files stays.
  public func remove(_ files: [String], inFolder name: String) {
    for file in files { remove("\(name)/\(file)") }
    rmdir("\(folder)/\(name)")
  }

  /// Whether a file of mode 0600 has these bytes.
  private static func contains(_ bytes: [UInt8], at path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & 0o7777 == 0o600,
      status.st_size == bytes.count
    else { return false }
    // A file that can't be read is replaced.
    return (try? DurableFile.read(path: path)) == bytes
  }
}
