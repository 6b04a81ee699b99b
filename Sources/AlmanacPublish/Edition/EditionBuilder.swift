import AlmanacFiles
import Crypto
import Foundation
import Synchronization

/// Gathers the files of an edition in a folder that nobody looks at yet; several threads may write files,
/// each its own.
final class EditionBuilder: Sendable {
  let folder: URL
  private let previous: PreviousEdition?
  private let gathered = Mutex(Gathered())

  private struct Gathered {
    var files: [EditionManifest.File] = []
    var linkedFiles = 0
    var folders: Set<String> = []
    /// Written, but perhaps not on the disk.
    var unflushed: [URL] = []
  }

  /// In the order of their paths, byte by byte.
  var files: [EditionManifest.File] {
    gathered.withLock { gathered in
      gathered.files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
  }

  var linkedFiles: Int { gathered.withLock { $0.linkedFiles } }

  /// Bytes from which on a file is on its way to the disk while others are written.
  private static let large = 1 << 20

  init(folder: URL, previous: PreviousEdition?) throws {
    self.folder = folder
    self.previous = previous
    try DurableFile.makeFolder(folder)
  }

  /// Begins a file.
  func file(_ path: String) throws -> EditionFile {
    EditionFile(path: path, url: try url(for: path))
  }

  /// Writes a file at once.
  func write(_ path: String, _ bytes: some Collection<UInt8>, records: Int = 0) throws {
    let file = try file(path)
    try file.append(bytes)
    file.records = records
    try finish(file)
  }

  /// Where a file goes, its folder made.
  func url(for path: String) throws -> URL {
    let url = folder.appending(path: path)
    try gathered.withLock { gathered in
      var parent = path
      var isNew = false
      while let slash = parent.lastIndex(of: "/") {
        parent = String(parent[..<slash])
        guard gathered.folders.insert(parent).inserted else { break }
        isNew = true
      }
      if isNew { try DurableFile.makeFolder(url.deletingLastPathComponent()) }
    }
    return url
  }

  /// Ends a file: linked where it is the same as in the edition before, else written.
  func finish(_ file: EditionFile) throws {
    let sha256 = file.seal()
    let isLinked = try link(
      file.path, sha256: sha256, bytes: file.byteCount, replacing: file.isOnDisk)
    if !isLinked {
      try file.store()
      if file.byteCount >= Self.large { DurableFile.beginFlush(file.url) }
    }
    note(
      .init(path: file.path, bytes: file.byteCount, sha256: sha256, records: file.records),
      at: file.url, isLinked: isLinked)
  }

  /// Takes in a file that another library wrote under `url(for:)`.
  func adopt(_ path: String, records: Int) throws {
    let url = folder.appending(path: path)
    let (sha256, bytes) = try Self.hash(url)
    let isLinked = try link(path, sha256: sha256, bytes: bytes, replacing: true)
    note(
      .init(path: path, bytes: bytes, sha256: sha256, records: records), at: url,
      isLinked: isLinked)
  }

  /// Shares a file of the edition before unread, which the caller knows to be as it was written.
  ///
  /// - Returns: false where it can't be shared.
  func carry(_ file: EditionManifest.File) throws -> Bool {
    guard let previous else { return false }
    let url = try url(for: file.path)
    guard try DurableFile.link(previous.folder.appending(path: file.path), at: url) else {
      return false
    }
    note(file, at: url, isLinked: true)
    return true
  }

  private func note(_ file: EditionManifest.File, at url: URL, isLinked: Bool) {
    gathered.withLock { gathered in
      gathered.files.append(file)
      if isLinked {
        gathered.linkedFiles += 1
      } else {
        gathered.unflushed.append(url)
      }
    }
  }

  /// The hex SHA-256 over the sorted lines "path sha256" of the files.
  func fingerprint() -> String {
    var hasher = SHA256()
    for file in files { hasher.update(data: Array("\(file.path) \(file.sha256)\n".utf8)) }
    return hasher.finalize().hex
  }

  /// Whether a folder is the edition of that name and holds every file as it was built here.
  func isWhole(_ edition: URL, named id: String) -> Bool {
    do {
      guard try EditionManifest(folder: edition).edition == id else { return false }
    } catch {
      return false
    }
    return files.allSatisfy { Self.has(edition.appending(path: $0.path), sha256: $0.sha256) }
  }

  /// Flushes the files and the folders, then writes the manifest: whoever sees it sees all it names.
  func seal(manifest: [UInt8]) throws {
    let (unflushed, folders) = gathered.withLock { ($0.unflushed, $0.folders) }
    try DurableFile.flush(files: unflushed)
    for path in folders.sorted(by: >) {
      try DurableFile.flush(folder: folder.appending(path: path))
    }
    try DurableFile.create(manifest, at: folder.appending(path: EditionManifest.name))
    try DurableFile.flush(folder: folder)
  }

  /// Shares the file of the edition before; false where it differs or can't be shared.
  private func link(_ path: String, sha256: String, bytes: Int, replacing isOnDisk: Bool) throws
    -> Bool
  {
    guard let previous, let old = previous.files[path], old.sha256 == sha256 else { return false }
    let existing = previous.folder.appending(path: path)
    // The manifest is no proof that the bytes are still those: what is damaged would be handed on
    // from night to night.
    guard Self.size(existing) == bytes, Self.has(existing, sha256: sha256) else { return false }
    let url = folder.appending(path: path)
    let second = isOnDisk ? url.appendingPathExtension("link") : url
    guard try DurableFile.link(existing, at: second) else { return false }
    if isOnDisk, rename(second.path, url.path) != 0 {
      throw FileError(path: url.path, code: errno)
    }
    return true
  }

  private static func size(_ url: URL) -> Int? {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  /// False also where the file can't be read: then it is rewritten.
  private static func has(_ url: URL, sha256: String) -> Bool {
    do {
      return try hash(url).sha256 == sha256
    } catch {
      return false
    }
  }

  private static func hash(_ url: URL) throws -> (sha256: String, bytes: Int) {
    var hasher = SHA256()
    var bytes = 0
    try DurableFile.read(url, droppingCache: false) { chunk in
      hasher.update(bufferPointer: chunk)
      bytes += chunk.count
    }
    return (hasher.finalize().hex, bytes)
  }
}
