public import AlmanacModel
import AlmanacRecords
public import AlmanacTime
import GRDB

extension Workspace {
  /// The last good capture of a request, which the later stages read. '' is the request of a source
  /// that has only one.
  public func currentCapture(of source: String, request: String = "") throws -> Capture? {
    try database.read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT \(Self.captureColumns) FROM capture WHERE source = ? AND request = ?
          ORDER BY id DESC LIMIT 1
          """,
        arguments: [source, request]
      ).map(Self.capture)
    }
  }

  /// The current captures of all sources with a single request, by source id.
  public func currentCaptures() throws -> [String: Capture] {
    try all(
      """
      SELECT \(Self.captureColumns) FROM capture WHERE id IN
        (SELECT MAX(id) FROM capture WHERE request = '' GROUP BY source)
      """
    ) { row in
      let capture = try Self.capture(row)
      return (capture.source, capture)
    }
  }

  /// The time of each source's newest capture, over all its requests, by source id.
  public func lastChanges() throws -> [String: Instant] {
    try all(
      """
      SELECT source, fetchedAt FROM capture WHERE id IN
        (SELECT MAX(id) FROM capture GROUP BY source)
      """
    ) { row in
      (row[0], Instant(secondsSinceEpoch: row[1]))
    }
  }

  /// Appends a capture. If body and origin equal the current one's, updates its validators instead.
  static func journal(_ capture: Capture, in database: Database) throws {
    let current = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT id, sha256, origin FROM capture WHERE source = ? AND request = ?
          ORDER BY id DESC LIMIT 1
          """), arguments: [capture.source, capture.request])
    if let current, current["sha256"] == capture.sha256, current["origin"] == capture.origin {
      try database.execute(
        cached: """
          UPDATE capture SET etag = ?, lastModified = ?, contentType = ?, contentLanguage = ?,
            contentLocation = ?, nextPage = ?, substance = ?, pages = ?
          WHERE id = ?
          """,
        arguments: [
          capture.etag, capture.lastModified, capture.contentType, capture.contentLanguage,
          capture.contentLocation, capture.nextPage, capture.substance, try pages(of: capture),
          current["id"] as Int64,
        ])
      return
    }
    try database.execute(
      cached: """
        INSERT INTO capture
          (source, request, sha256, byteCount, fetchedAt, origin, etag, lastModified,
            contentType, contentLanguage, contentLocation, nextPage, substance, pages)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        capture.source, capture.request, capture.sha256, capture.byteCount,
        capture.fetchedAt.secondsSinceEpoch,
        capture.origin, capture.etag, capture.lastModified, capture.contentType,
        capture.contentLanguage, capture.contentLocation, capture.nextPage, capture.substance,
        try pages(of: capture),
      ])
  }

  private static func pages(of capture: Capture) throws -> String? {
    try capture.pages.map { try RecordCoding.text(of: $0) }
  }

  static let captureColumns = """
    source, request, sha256, byteCount, fetchedAt, origin, etag, lastModified, contentType,
    contentLanguage, contentLocation, nextPage, substance, pages
    """

  /// From a row of the columns above.
  ///
  /// - Throws: `WorkspaceError.unreadable`.
  static func capture(_ row: Row) throws -> Capture {
    let pages: String? = row[13]
    return Capture(
      source: row[0], request: row[1], sha256: row[2], byteCount: row[3],
      fetchedAt: Instant(secondsSinceEpoch: row[4]), origin: row[5], etag: row[6],
      lastModified: row[7], contentType: row[8], contentLanguage: row[9],
      contentLocation: row[10], nextPage: row[11], substance: row[12],
      pages: try pages.map {
        try RecordCoding.record(
          [CapturedPage].self, from: $0, table: "capture", key: row[0] as String)
      })
  }

  static func instant(_ seconds: Int64?) -> Instant? {
    seconds.map { Instant(secondsSinceEpoch: $0) }
  }
}
