import AlmanacFiles
import AlmanacModel
import AlmanacTime
import Foundation

/// An edition that was published before, complete.
struct PreviousEdition: Sendable {
  let id: String
  let folder: URL
  let now: Instant
  /// The stretch in which its occurrences were expanded.
  let window: Window
  /// By their paths.
  let files: [String: EditionManifest.File]
  /// Checked to be sound.
  let database: StoredDatabase
}

/// The editions on the disk: `editions/` and the link `latest`.
struct EditionShelf {
  let output: URL
  var editions: URL { output.appending(path: "editions") }
  private var latest: URL { output.appending(path: "latest") }

  /// Ids of the complete editions, in the order of their ids, which is that of their clocks.
  ///
  /// - Throws: `FileError` where the folder is there and can't be read: that is no first night.
  func ids() throws -> [String] {
    let names = try Self.reading(editions) {
      try FileManager.default.contentsOfDirectory(atPath: editions.path)
    }
    return (names ?? []).filter { !$0.hasPrefix(DurableFile.temporaryPrefix) }.sorted()
  }

  func folder(of id: String) -> URL { editions.appending(path: id) }

  /// Id of the edition that `latest` points to; nil where there is no such link yet.
  ///
  /// - Throws: `FileError` where `latest` is no link, or can't be read.
  func current() throws -> String? {
    let target = try Self.reading(latest) {
      try FileManager.default.destinationOfSymbolicLink(atPath: latest.path)
    }
    return target?.split(separator: "/").last.map(String.init)
  }

  /// nil where there is no such file.
  private static func reading<Value>(_ url: URL, _ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch {
      let code = FileError.code(of: error) ?? EIO
      if code == ENOENT { return nil }
      throw FileError(path: url.path, code: code)
    }
  }

  /// The edition that `latest` points to, if its run time was before `now`; else the newest such edition.
  /// Damaged ones are skipped and reported.
  ///
  /// So the change log continues what readers have, also after a rollback.
  func previous(before now: Instant, noting findings: inout [Finding]) throws -> PreviousEdition? {
    let current = try current()
    var found: [(id: String, manifest: EditionManifest)] = []
    for id in try ids() {
      noting(&findings, id) {
        let manifest = try EditionManifest(folder: folder(of: id))
        if manifest.now < now { found.append((id, manifest)) }
      }
    }
    found.sort { one, other in
      (one.id == current ? 1 : 0, one.manifest.now, one.id)
        > (other.id == current ? 1 : 0, other.manifest.now, other.id)
    }
    for (id, manifest) in found {
      var edition: PreviousEdition?
      noting(&findings, id) { edition = try open(id, manifest) }
      if let edition { return edition }
    }
    return nil
  }

  /// The tables that a later edition reads.
  private static let tables =
    EditionDifference.tables
    + ["event_provenance", "event_alias", "event_listing", "listing", "series"]

  private func noting(_ findings: inout [Finding], _ id: String, _ read: () throws -> Void) {
    do {
      try read()
    } catch {
      findings.append(
        Finding(
          "W_EDITION_UNREADABLE", severity: .warning, subject: id,
          message: "this edition can't be read and is passed over (\(error)); remove it"))
    }
  }

  /// Makes `latest` point there, in one step.
  func pointLatest(to id: String) throws {
    try DurableFile.replaceLink(at: latest, target: "editions/\(id)")
  }

  /// Removes all but the newest `keep` and those named.
  func prune(keeping keep: Int, and named: Set<String>) throws {
    for id in try ids().reversed().dropFirst(max(keep, 1)) where !named.contains(id) {
      try remove(id)
    }
    try DurableFile.flush(folder: editions)
  }

  /// An edition leaves whole, under another name, before its files go.
  func remove(_ id: String) throws {
    let aside = editions.appending(path: DurableFile.temporaryPrefix + id)
    guard rename(folder(of: id).path, aside.path) == 0 else {
      throw FileError(path: folder(of: id).path, code: errno)
    }
    try FileManager.default.removeItem(at: aside)
  }

  /// - Parameter isKnown: Whether its files are known to be as they were written.
  func open(_ id: String, _ manifest: EditionManifest, isKnown: Bool = false) throws
    -> PreviousEdition
  {
    let folder = folder(of: id)
    let database = try StoredDatabase(at: folder.appending(path: EditionDatabase.path))
    if !isKnown { try database.read { try $0.requireSound(Self.tables) } }
    return PreviousEdition(
      id: id, folder: folder, now: manifest.now, window: manifest.window,
      files: Dictionary(
        manifest.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first }),
      database: database)
  }
}
