import AlmanacFiles
import Crypto
import Foundation

/// An edition, and by what to see that nobody has touched its files since: without reading them, as the
/// index of a version control does.
///
/// A file that is written to has another time, one that is put in the place of another has another number.
/// What a failing disk does to a file shows when the edition is next made in full, which reads whatever it
/// shares.
public struct SealedEdition: Hashable, Sendable {
  public let id: String
  /// Hex SHA-256 of the size, the time and the number of each file.
  let seal: String

  /// - Throws: `FileError` where a file that the manifest names is not there.
  init(id: String, folder: URL, files: [EditionManifest.File]) throws(FileError) {
    self.id = id
    var hasher = SHA256()
    for file in files {
      let url = folder.appending(path: file.path)
      var facts = stat()
      guard stat(url.path, &facts) == 0 else {
        throw FileError(path: url.path, code: errno)
      }
      let time = facts.st_mtim
      hasher.update(
        data: Array(
          "\(file.path) \(facts.st_size) \(facts.st_ino) \(time.tv_sec).\(time.tv_nsec)\n".utf8))
    }
    seal = hasher.finalize().hex
  }

  /// Reads what `text` wrote; nil for anything else.
  public init?(text: some StringProtocol) {
    let parts = text.split(separator: " ")
    guard parts.count == 2 else { return nil }
    id = String(parts[0])
    seal = String(parts[1])
  }

  /// One line, to be kept beside what the edition was made of.
  public var text: String { "\(id) \(seal)" }
}
