import AlmanacFiles
import AlmanacModel
import AlmanacTime
import Foundation

/// A complete edition of an earlier run.
struct PreviousEdition: Sendable {
  let id: String
  let folder: URL
  let now: Instant
  /// The time range in which its occurrences were expanded.
  let window: Window
  /// The files by path.
  let files: [String: EditionManifest.File]
  /// Checked by `checkIntegrity`, or known to be unchanged.
  let database: StoredDatabase
}

/// The editions on disk: the folder `editions/` and the link `latest`.
struct EditionStore {
  let output: URL
  var editions: URL { output.appending(path: "editions") }
  private var latest: URL { output.appending(path: "latest") }

  /// Ids of the complete editions, sorted. Ids begin with the run time, so this is chronological
  /// order.
  ///
  /// - Throws: `FileError` if the folder exists but can't be read. That must not look like a first
  ///   run.
  func ids() throws -> [String] {
    let names = try Self.reading(editions) {
      try FileManager.default.contentsOfDirectory(atPath: editions.path)
    }
    return (names ?? []).filter { !$0.hasPrefix(DurableFile.temporaryPrefix) }.sorted()
  }

  /// The run time as it begins an id.
  static func stamp(of now: Instant) -> String {
    now.rfc3339.filter { $0 != "-" && $0 != ":" }
  }

  func folder(of id: String) -> URL { editions.appending(path: id) }

  /// The id of the edition to which `latest` points; nil if the link doesn't exist.
  ///
  /// - Throws: `FileError` if `latest` is no link or can't be read.
  func current() throws -> String? {
    let target = try Self.reading(latest) {
      try FileManager.default.destinationOfSymbolicLink(atPath: latest.path)
    }
    return target?.split(separator: "/").last.map(String.init)
  }

  /// The result of a closure; nil if the file doesn't exist.
  private static func reading<Value>(_ url: URL, _ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch {
      let code = FileError.code(of: error) ?? EIO
      if code == ENOENT { return nil }
      throw FileError(path: url.path, code: code)
    }
  }

  /// The edition to which `latest` points, if its run time is before `now`; else the newest such
  /// edition. Damaged editions that come before it are skipped and reported.
  ///
  /// Preferring `latest` makes the change log continue from the published edition, also after a
  /// rollback.
  func previous(before now: Instant, findings: inout [Finding]) throws -> PreviousEdition? {
    let (ids, current) = (try ids(), try current())
    // Ids begin with the run time.
    for id in ids.filter({ $0 == current }) + ids.reversed().filter({ $0 != current }) {
      do {
        let manifest = try EditionManifest(folder: folder(of: id))
        if manifest.now < now { return try open(id, manifest) }
      } catch {
        findings.append(
          Finding(
            "W_EDITION_UNREADABLE", severity: .warning, subject: id,
            message: "this edition can't be read and is skipped (\(error)); remove it"))
      }
    }
    return nil
  }

  /// The tables that a later run reads.
  private static let tables =
    EditionDifference.tables
    + ["event_provenance", "event_alias", "event_listing", "listing", "series"]

  /// Points `latest` to an edition atomically.
  func pointLatest(to id: String) throws {
    try DurableFile.replaceLink(at: latest, target: "editions/\(id)")
  }

  /// Deletes all but the newest `keep` editions and those in `named`.
  func prune(keeping keep: Int, and named: Set<String>) throws {
    for id in try ids().reversed().dropFirst(max(keep, 1)) where !named.contains(id) {
      try remove(id)
    }
    try DurableFile.flush(folder: editions)
  }

  /// Deletes an edition. Renames it first, so that a partly deleted edition is never visible.
  func remove(_ id: String) throws {
    let temporary = editions.appending(path: DurableFile.temporaryPrefix + id)
    guard rename(folder(of: id).path, temporary.path) == 0 else {
      throw FileError(path: folder(of: id).path, code: errno)
    }
    try FileManager.default.removeItem(at: temporary)
  }

  /// - Parameter isUnchanged: Whether its files are known to be unchanged; skips the integrity check.
  func open(_ id: String, _ manifest: EditionManifest, isUnchanged: Bool = false) throws
    -> PreviousEdition
  {
    let folder = folder(of: id)
    let database = try StoredDatabase(at: folder.appending(path: EditionDatabase.path))
    if !isUnchanged { try database.read { try $0.checkIntegrity(Self.tables) } }
    return PreviousEdition(
      id: id, folder: folder, now: manifest.now, window: manifest.window,
      files: Dictionary(
        manifest.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first }),
      database: database)
  }
}
