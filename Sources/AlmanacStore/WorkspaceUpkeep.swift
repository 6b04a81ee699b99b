public import AlmanacModel
public import AlmanacTime
public import Foundation
import GRDB

/// Captures that can be deleted.
public struct CaptureExcess: Hashable, Sendable {
  /// Number of entries of the journal.
  public var entries = 0
  /// SHA-256 of the bodies that no remaining entry names.
  public var bodies: [String] = []
  /// Total size of these bodies.
  public var bytes = 0
}

extension Workspace {
  /// Errors that SQLite finds in the file; empty for a sound one.
  ///
  /// - Complexity: O(*n*) in the size of the file.
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

  /// The journal of captures, oldest first.
  public func captures() throws -> [Capture] {
    try database.read { database in
      try Capture.fetchAll(database, sql: "SELECT * FROM capture ORDER BY id")
    }
  }

  /// The version of the linked SQLite library.
  public static func libraryVersion() throws -> String {
    try DatabaseQueue().read {
      try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "unknown"
    }
  }

  /// Writes a consistent copy of the database to another folder, also during a run. The copy refers
  /// to the bodies by symbolic links.
  ///
  /// - Parameter folder: Becomes a workspace; must not contain one.
  public func copy(to folder: URL) throws {
    let raw = folder.appending(path: "raw")
    try FileManager.default.createDirectory(at: raw, withIntermediateDirectories: true)
    try database.copy(to: folder)
    for digest in try bodies.digests() {
      try FileManager.default.createSymbolicLink(
        at: raw.appending(path: digest), withDestinationURL: bodies.file(of: digest))
    }
  }

  /// Captures fetched before `limit` that no later stage reads. Excludes the newest capture of each
  /// request and those that the listings or events come from.
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
      let derived = try String.fetchAll(
        database, sql: "SELECT capture FROM stageRecord WHERE capture IS NOT NULL"
      ).flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
      excess.bodies = sizes.keys.filter { !named.contains($0) && !derived.contains($0) }.sorted()
      excess.bytes = excess.bodies.reduce(0) { $0 + (sizes[$1] ?? 0) }
      return excess
    }
  }

  /// Deletes captures: first journal entries, then bodies, so that no entry lacks its body. The
  /// caller must hold the lock.
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
      AND NOT EXISTS (SELECT 1 FROM stageRecord
        WHERE (stageRecord.stage = 'parse' AND stageRecord.key = capture.source OR stageRecord.stage = 'deduplicate')
          AND instr(stageRecord.capture, capture.sha256) > 0)
    """
}
