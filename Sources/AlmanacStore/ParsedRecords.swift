public import AlmanacModel
public import AlmanacTime
import GRDB

extension Workspace {
  /// Replaces what parse knows of a source. Of a window source the listings that are not in the
  /// document any more are kept: absence from a window means nothing.
  public func saveParsed(
    source: String, campus: String, listings: [Listing], forecasts: [Forecast],
    completeness: Source.Completeness, at now: Instant, done: StageDone
  ) throws {
    try database.write { database in
      if completeness == .full {
        try database.execute(sql: "DELETE FROM listing WHERE source = ?", arguments: [source])
      }
      try Self.save(listings, at: now, in: database)
      try database.execute(sql: "DELETE FROM forecast WHERE source = ?", arguments: [source])
      let insert = try database.cachedStatement(
        sql: "INSERT INTO forecast (source, ordinal, campus, payload) VALUES (?, ?, ?, ?)")
      for (ordinal, forecast) in forecasts.enumerated() {
        try insert.execute(
          arguments: [source, ordinal, campus, try RecordCoding.text(of: forecast)])
      }
      try Self.write(done, in: database)
    }
  }

  /// The document was refused: only the ledger changes, so that the last good listings stay.
  public func saveRefusal(_ done: StageDone) throws {
    try database.write { try Self.write(done, in: $0) }
  }

  /// In the order of their ids.
  public func listings(campus: String) throws -> [Listing] {
    try records(
      Listing.self, table: "listing",
      sql: "SELECT id AS key, payload FROM listing WHERE campus = ? ORDER BY id",
      arguments: [campus])
  }

  /// In the order of source and document.
  public func forecasts(campus: String) throws -> [Forecast] {
    try records(
      Forecast.self, table: "forecast",
      sql: """
        SELECT source || '/' || ordinal AS key, payload FROM forecast
        WHERE campus = ? ORDER BY source, ordinal
        """,
      arguments: [campus])
  }

  /// Number of listings a source has now.
  public func listingCount(source: String) throws -> Int {
    try database.read {
      try Int.fetchOne(
        $0, sql: "SELECT COUNT(*) FROM listing WHERE source = ?", arguments: [source]) ?? 0
    }
  }

  /// Forgets the listings and forecasts of sources that are no longer configured.
  public func forgetSources(otherThan sources: Set<String>) throws {
    try database.write { database in
      for table in ["listing", "forecast", "sourceState"] {
        let known = try String.fetchSet(database, sql: "SELECT DISTINCT source FROM \(table)")
        for source in known.subtracting(sources) {
          try database.execute(
            sql: "DELETE FROM \(table) WHERE source = ?", arguments: [source])
        }
      }
    }
  }

  private static func save(_ listings: [Listing], at now: Instant, in database: Database) throws {
    let upsert = try database.cachedStatement(
      sql: """
        INSERT INTO listing (id, source, campus, lastSeenAt, payload) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET campus = excluded.campus,
          lastSeenAt = excluded.lastSeenAt, payload = excluded.payload
        """)
    for listing in listings {
      try upsert.execute(
        arguments: [
          listing.id, listing.source, listing.campus, now.secondsSinceEpoch,
          try RecordCoding.text(of: listing),
        ])
    }
  }

  /// Reads rows of `key` and `payload`.
  func records<Record: Decodable & Sendable>(
    _ type: Record.Type, table: String, sql: String, arguments: StatementArguments
  ) throws -> [Record] {
    try database.read { database in
      var records: [Record] = []
      let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
      while let row = try rows.next() {
        records.append(
          try RecordCoding.record(type, from: row["payload"], table: table, key: row["key"]))
      }
      return records
    }
  }
}
