public import AlmanacModel
public import AlmanacTime
public import Foundation
import GRDB

/// What of the captures may go.
public struct CaptureExcess: Hashable, Sendable {
  /// Entries of the journal.
  public var entries = 0
  /// Bodies that nothing names then, by their SHA-256.
  public var bodies: [String] = []
  public var bytes = 0
}

extension Workspace {
  /// What SQLite finds wrong with the file; empty for a sound one.
  public func damage() throws -> [String] {
    try database.read { database in
      try String.fetchAll(database, sql: "PRAGMA quick_check(10)").filter { $0 != "ok" }
        + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "foreign key: \($0)" }
    }
  }

  /// SHA-256 of every body that the journal names.
  public func captureDigests() throws -> Set<String> {
    try database.read { try String.fetchSet($0, sql: "SELECT DISTINCT sha256 FROM capture") }
  }

  /// The journal of retrievals, oldest first.
  public func captures() throws -> [Capture] {
    try database.read { database in
      try Row.fetchAll(database, sql: "SELECT \(Self.captureColumns) FROM capture ORDER BY id").map(
        Self.capture)
    }
  }

  /// Every run that is on record, oldest first.

  /// SQLite's version, as it runs here.
  public static func libraryVersion() throws -> String {
    try DatabaseQueue().read {
      try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "unknown"
    }
  }

  /// Writes a copy of the database to another folder, consistent also while a run goes on. Bodies are
  /// not copied: the copy names those of `bodies` by symbolic links.
  ///
  /// - Parameter folder: becomes a workspace; there must be none yet.
  public func copy(to folder: URL) throws {
    let raw = folder.appending(path: "raw")
    try FileManager.default.createDirectory(at: raw, withIntermediateDirectories: true)
    let copy = try DatabaseQueue(path: folder.appending(path: "work.db").path)
    try database.backup(to: copy)
    try copy.close()
    for digest in try bodies.digests() {
      try FileManager.default.createSymbolicLink(
        at: raw.appending(path: digest), withDestinationURL: bodies.file(of: digest))
    }
  }

  /// Entries of the journal from before `limit` that no later stage reads: neither the newest of
  /// their request nor those that the listings or the events come from; and bodies that nothing names.
  public func captureExcess(before limit: Instant) throws -> CaptureExcess {
    let sizes = try bodies.sizes()
    return try database.read { database in
      var excess = CaptureExcess()
      excess.entries =
        try Int.fetchOne(
          database, sql: "SELECT COUNT(*) FROM capture WHERE \(Self.dispensable)",
          arguments: [limit.secondsSinceEpoch]) ?? 0
      let named = try String.fetchSet(
        database, sql: "SELECT sha256 FROM capture WHERE NOT (\(Self.dispensable))",
        arguments: [limit.secondsSinceEpoch])
      let believed = try String.fetchAll(
        database, sql: "SELECT capture FROM done WHERE capture IS NOT NULL"
      ).flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
      excess.bodies = sizes.keys.filter { !named.contains($0) && !believed.contains($0) }.sorted()
      excess.bytes = excess.bodies.reduce(0) { $0 + (sizes[$1] ?? 0) }
      return excess
    }
  }

  /// Removes it: the journal first, so that no entry is ever without its body. The caller holds the
  /// lock.
  public func remove(_ excess: CaptureExcess, before limit: Instant) throws {
    try database.write {
      try $0.execute(
        sql: "DELETE FROM capture WHERE \(Self.dispensable)",
        arguments: [limit.secondsSinceEpoch])
    }
    for digest in excess.bodies { try bodies.remove(sha256: digest) }
    try database.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
  }

  private static let dispensable = """
    fetchedAt < ? AND id NOT IN (SELECT MAX(id) FROM capture GROUP BY source, request)
      AND NOT EXISTS (SELECT 1 FROM done
        WHERE (done.stage = 'parse' AND done.key = capture.source OR done.stage = 'deduplicate')
          AND instr(done.capture, capture.sha256) > 0)
    """
}
