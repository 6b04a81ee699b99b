import AlmanacFiles
import Crypto
import Foundation

/// An edition with a fingerprint of its files' metadata, which detects changes without reading the
/// files. Git's index works the same way.
///
/// Writing to a file changes its modification time, and replacing it changes its inode. Damage by
/// the disk is not detected here. The next full publication detects it, because it reads every file
/// that it shares.
public struct SealedEdition: Hashable, Sendable {
  public let id: String
  /// Hexadecimal SHA-256 of the size, modification time and inode of each file.
  let seal: String

  /// - Throws: `FileError` if a file of the manifest doesn't exist.
  init(id: String, folder: URL, files: [EditionManifest.File]) throws(FileError) {
    self.id = id
    var hasher = SHA256()
    for file in files {
      // Creating a `URL` takes longer than the system call.
      let path = "\(folder.path)/\(file.path)"
      var status = stat()
      guard stat(path, &status) == 0 else { throw FileError(path: path, code: errno) }
      let time = status.st_mtim
      hasher.update(
        data: Array(
          "\(file.path) \(status.st_size) \(status.st_ino) \(time.tv_sec).\(time.tv_nsec)\n".utf8))
    }
    seal = hasher.finalize().hex
  }

  /// Parses the format of `text`; nil for anything else.
  public init?(text: some StringProtocol) {
    let parts = text.split(separator: " ")
    guard parts.count == 2 else { return nil }
    id = String(parts[0])
    seal = String(parts[1])
  }

  /// One line, to be stored with the fingerprint of the inputs.
  public var text: String { "\(id) \(seal)" }
}
