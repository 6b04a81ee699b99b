public import AlmanacModel
public import AlmanacTime
public import GRDB

extension Capture: FetchableRecord, PersistableRecord {
  public static let databaseTableName = "capture"
}

extension Workspace {
  /// The last good capture of a request, which the later stages read. '' is the request of a source
  /// that has only one.
  public func currentCapture(of source: String, request: String = "") throws -> Capture? {
    try database.read { try Self.currentCapture(of: source, request: request, in: $0) }
  }

  private static func currentCapture(
    of source: String, request: String, in database: Database
  ) throws -> Capture? {
    try Capture.fetchOne(
      database.cachedStatement(
        sql: "SELECT * FROM capture WHERE source = ? AND request = ? ORDER BY id DESC LIMIT 1"),
      arguments: [source, request])
  }

  /// The current captures of all sources with a single request, by source id.
  public func currentCaptures() throws -> [String: Capture] {
    let captures = try database.read {
      try Capture.fetchAll(
        $0,
        sql: """
          SELECT * FROM capture WHERE id IN
            (SELECT MAX(id) FROM capture WHERE request = '' GROUP BY source)
          """)
    }
    return Dictionary(uniqueKeysWithValues: captures.map { ($0.source, $0) })
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

  /// Appends a capture. If body and origin equal the current one's, replaces that: its validators
  /// are newer.
  static func journal(_ capture: Capture, in database: Database) throws {
    var capture = capture
    let current = try currentCapture(of: capture.source, request: capture.request, in: database)
    if let current, current.sha256 == capture.sha256, current.origin == capture.origin {
      capture.fetchedAt = current.fetchedAt
      try database.execute(
        cached: """
          DELETE FROM capture WHERE id =
            (SELECT MAX(id) FROM capture WHERE source = ? AND request = ?)
          """, arguments: [capture.source, capture.request])
    }
    try capture.insert(database)
  }
}
