public import AlmanacModel
public import AlmanacTime
import GRDB

extension Workspace {
  /// The capture that the later stages read: the last good one of a request, '' for the only one.
  public func currentCapture(of source: String, request: String = "") throws -> Capture? {
    try database.read { database in
      try Row.fetchOne(
        database,
        sql: "SELECT * FROM capture WHERE source = ? AND request = ? ORDER BY id DESC LIMIT 1",
        arguments: [source, request]
      ).map(Self.capture)
    }
  }

  /// When the source last gave something new, by any of its requests.
  public func lastChange(of source: String) throws -> Instant? {
    try database.read { database in
      try Self.instant(
        Int64.fetchOne(
          database,
          sql: "SELECT fetchedAt FROM capture WHERE source = ? ORDER BY id DESC LIMIT 1",
          arguments: [source]))
    }
  }

  static func journal(_ capture: Capture, in database: Database) throws {
    let current = try Row.fetchOne(
      database,
      sql: """
        SELECT id, sha256, origin FROM capture WHERE source = ? AND request = ?
        ORDER BY id DESC LIMIT 1
        """,
      arguments: [capture.source, capture.request])
    if let current, current["sha256"] == capture.sha256, current["origin"] == capture.origin {
      try database.execute(
        sql: """
          UPDATE capture SET etag = ?, lastModified = ?, contentType = ?, substance = ?
          WHERE id = ?
          """,
        arguments: [
          capture.etag, capture.lastModified, capture.contentType, capture.substance,
          current["id"] as Int64,
        ])
      return
    }
    try database.execute(
      sql: """
        INSERT INTO capture
          (source, request, sha256, byteCount, fetchedAt, origin, etag, lastModified,
            contentType, substance)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        capture.source, capture.request, capture.sha256, capture.byteCount,
        capture.fetchedAt.secondsSinceEpoch,
        capture.origin, capture.etag, capture.lastModified, capture.contentType,
        capture.substance,
      ])
  }

  static func capture(_ row: Row) -> Capture {
    Capture(
      source: row["source"], request: row["request"], sha256: row["sha256"],
      byteCount: row["byteCount"],
      fetchedAt: Instant(secondsSinceEpoch: row["fetchedAt"]), origin: row["origin"],
      etag: row["etag"], lastModified: row["lastModified"], contentType: row["contentType"],
      substance: row["substance"])
  }

  static func instant(_ seconds: Int64?) -> Instant? {
    seconds.map { Instant(secondsSinceEpoch: $0) }
  }
}
