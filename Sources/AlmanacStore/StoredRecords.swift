import AlmanacModel
import GRDB

/// Reads and replaces a campus's records of one kind: a table of keys and JSON.
struct StoredRecords {
  /// A table with the columns `campus`, `payload` and the key; (campus, key) is unique.
  let table: String
  /// The key column.
  var key = "id"
  let campus: String

  /// Replaces the records of some keys. If a key occurs more than once, its last record wins. A row
  /// with the same JSON isn't written, so that its hash and rowid stay.
  ///
  /// - Parameters:
  ///   - replaced: The keys to replace; nil for all of the campus.
  ///   - text: Returns the JSON of the record at a position of `keys`.
  func replace(
    _ replaced: Set<String>? = nil, keys: [String], in database: Database,
    text: (_ position: Int) throws -> String
  ) throws {
    // Compare bytes, as SQLite does: Swift considers canonically equivalent strings equal.
    var kept: Set<[UInt8]> = []
    let positions = keys.indices.reversed().filter { kept.insert(Array(keys[$0].utf8)).inserted }
    // Delete first: rows that are replaced and have no new record.
    let former =
      try replaced?.sorted()
      ?? String.fetchAll(
        database, sql: "SELECT \(key) FROM \(table) WHERE campus = ?", arguments: [campus])
    let delete = try database.cachedStatement(
      sql: "DELETE FROM \(table) WHERE campus = ? AND \(key) = ?")
    for key in former where !kept.contains(Array(key.utf8)) {
      try delete.execute(arguments: [campus, key])
    }
    let write = try database.cachedStatement(
      sql: """
        INSERT INTO \(table) (\(key), campus, payload) VALUES (?, ?, ?)
        ON CONFLICT (campus, \(key)) DO UPDATE SET payload = excluded.payload
          WHERE payload <> excluded.payload
        """)
    for position in positions.reversed() {
      try write.execute(arguments: [keys[position], campus, try text(position)])
    }
  }

  /// The hash of a record's JSON, as the table `event` stores it.
  static func hash(of payload: String) -> String {
    String(StableHash.bytes(payload.utf8), radix: 16)
  }

  /// The number of records of the campus.
  func count(in database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM \(table) WHERE campus = ?", arguments: [campus]) ?? 0
  }
}
