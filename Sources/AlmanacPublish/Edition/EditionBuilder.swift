import AlmanacFiles
import Crypto
import Foundation
import Synchronization

/// Collects the files of an edition in a temporary folder. Safe for concurrent use with different
/// files.
final class EditionBuilder: Sendable {
  let folder: URL
  private let previous: PreviousEdition?
  private let gathered = Mutex(Gathered())

  private struct Gathered {
    var files: [EditionManifest.File] = []
    var linkedFiles = 0
    var folders: Set<String> = []
    /// Files that may not be on the disk yet.
    var unflushed: [URL] = []
  }

  /// Sorted by path in byte order.
  var files: [EditionManifest.File] {
    gathered.withLock { gathered in
      gathered.files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
  }

  var linkedFiles: Int { gathered.withLock { $0.linkedFiles } }

  /// Size in bytes from which a file is flushed in the background.
  private static let large = 1 << 20

  init(folder: URL, previous: PreviousEdition?) throws {
    self.folder = folder
    self.previous = previous
    try DurableFile.makeFolder(folder)
  }

  /// Starts a file.
  func file(_ path: String) throws -> EditionFile {
    EditionFile(path: path, url: try url(for: path))
  }

  /// Writes a complete file.
  func write(_ path: String, _ bytes: some Collection<UInt8>, records: Int = 0) throws {
    let file = try file(path)
    try file.append(bytes)
    file.records = records
    try finish(file)
  }

  /// Writes a value as indented JSON with sorted keys.
  func write(_ path: String, json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try write(path, try encoder.encode(value) + [UInt8(ascii: "\n")])
  }

  /// The location of a file. Creates its folder.
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

  /// Completes a file: hard-links it if the previous edition has the same, else writes it.
  func finish(_ file: EditionFile) throws {
    let sha256 = file.seal()
    let entry = EditionManifest.File(
      path: file.path, bytes: file.byteCount, sha256: sha256, records: file.records)
    let isLinked = try link(entry, replacing: file.isOnDisk)
    if !isLinked {
      try file.store()
      if file.byteCount >= Self.large { DurableFile.beginFlush(file.url) }
    }
    note(entry, at: file.url, isLinked: isLinked)
  }

  /// Adds a file that SQLite wrote at `url(for:)`.
  func addWritten(_ path: String, records: Int) throws {
    let url = folder.appending(path: path)
    let (sha256, bytes) = try Self.hash(url)
    let entry = EditionManifest.File(path: path, bytes: bytes, sha256: sha256, records: records)
    note(entry, at: url, isLinked: try link(entry, replacing: true))
  }

  /// Hard-links a file of the previous edition without reading it. The caller must know that it is
  /// unchanged.
  ///
  /// - Returns: false if the file system can't link it.
  func linkUnread(_ file: EditionManifest.File) throws -> Bool {
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

  /// The hexadecimal SHA-256 of the sorted lines "path sha256" of all files.
  func fingerprint() -> String {
    var hasher = SHA256()
    for file in files { hasher.update(data: Array("\(file.path) \(file.sha256)\n".utf8)) }
    return hasher.finalize().hex
  }

  /// Whether a folder contains a complete edition with this id and the same files.
  func isWhole(_ edition: URL, named id: String) -> Bool {
    do {
      guard try EditionManifest(folder: edition).edition == id else { return false }
    } catch {
      return false
    }
    return files.allSatisfy { Self.has(edition.appending(path: $0.path), sha256: $0.sha256) }
  }

  /// Flushes all files and folders, then writes the manifest, so that a visible manifest implies
  /// complete files.
  func seal(manifest: [UInt8]) throws {
    let (unflushed, folders) = gathered.withLock { ($0.unflushed, $0.folders) }
    try DurableFile.flush(files: unflushed)
    for path in folders.sorted(by: >) {
      try DurableFile.flush(folder: folder.appending(path: path))
    }
    try DurableFile.write(manifest, to: folder.appending(path: EditionManifest.name))
  }

  /// Hard-links a file of the previous edition. Returns false if it differs or can't be linked.
  private func link(_ file: EditionManifest.File, replacing isOnDisk: Bool) throws -> Bool {
    guard let previous, previous.files[file.path]?.sha256 == file.sha256 else { return false }
    let existing = previous.folder.appending(path: file.path)
    // Hash the file, not only its manifest entry: otherwise damage on disk would spread to new
    // editions.
    guard Self.has(existing, sha256: file.sha256) else { return false }
    let url = folder.appending(path: file.path)
    // link(2) doesn't replace a file, so link under another name and rename.
    let second = isOnDisk ? url.appendingPathExtension("link") : url
    guard try DurableFile.link(existing, at: second) else { return false }
    if isOnDisk, rename(second.path, url.path) != 0 {
      throw FileError(path: url.path, code: errno)
    }
    return true
  }

  /// Whether a file has this hash. False if it can't be read: then it is rewritten.
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
    try DurableFile.read(url) { chunk in
      hasher.update(data: chunk)
      bytes += chunk.count
    }
    return (hasher.finalize().hex, bytes)
  }
}
