public import AlmanacModel
public import AlmanacTime
import GRDB

extension Workspace {
  /// The capture that the later stages read: the last good one.
  public func currentCapture(of source: String) throws -> Capture? {
    try database.read { database in
      try Row.fetchOne(
        database, sql: "SELECT * FROM capture WHERE source = ? ORDER BY id DESC LIMIT 1",
        arguments: [source]
      ).map(Self.capture)
    }
  }

  static func journal(_ capture: Capture, in database: Database) throws {
    let current = try Row.fetchOne(
      database,
      sql: "SELECT id, sha256, origin FROM capture WHERE source = ? ORDER BY id DESC LIMIT 1",
      arguments: [capture.source])
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
          (source, sha256, byteCount, fetchedAt, origin, etag, lastModified, contentType,
            substance)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        capture.source, capture.sha256, capture.byteCount, capture.fetchedAt.secondsSinceEpoch,
        capture.origin, capture.etag, capture.lastModified, capture.contentType,
        capture.substance,
      ])
  }

  private static func capture(_ row: Row) -> Capture {
    Capture(
      source: row["source"], sha256: row["sha256"], byteCount: row["byteCount"],
      fetchedAt: Instant(secondsSinceEpoch: row["fetchedAt"]), origin: row["origin"],
      etag: row["etag"], lastModified: row["lastModified"], contentType: row["contentType"],
      substance: row["substance"])
  }
}
