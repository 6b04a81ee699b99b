import AlmanacModel
import AlmanacRecords
import GRDB

/// A campus's records of one kind: a table of keys and texts. Only rows that differ are written.
struct StoredRecords {
  /// One that has the columns `campus`, `payload` and that of the key, and of a campus each key once.
  let table: String
  /// The column that tells a campus's records apart.
  var key = "id"
  let campus: String

  /// Replaces the records of some keys by others; of several with one key the last counts. A row whose
  /// text is the same is not written: stages and triggers would take it for a change.
  ///
  /// - Parameters:
  ///   - replaced: nil for all of the campus.
  ///   - text: Gives the text of the record whose key is at that position.
  func replace(
    _ replaced: Set<String>? = nil, keys: [String], in database: Database,
    text: (_ position: Int, inout JSONRecordEncoder) throws -> [UInt8]
  ) throws {
    // By their bytes, as SQLite compares: Swift takes some different texts for equal.
    var kept: Set<[UInt8]> = []
    let positions = keys.indices.reversed().filter { kept.insert(Array(keys[$0].utf8)).inserted }
    let former =
      try replaced?.sorted()
      ?? String.fetchAll(
        database, sql: "SELECT \(key) FROM \(table) WHERE campus = ?", arguments: [campus])
    let delete = try RowStatement(
      "DELETE FROM \(table) WHERE campus = ? AND \(key) = ?", in: database)
    delete.bind(campus, at: 1)
    for key in former where !kept.contains(Array(key.utf8)) {
      delete.bind(key, at: 2)
      try delete.run()
    }
    let write = try RowStatement(
      """
      INSERT INTO \(table) (\(key), campus, payload) VALUES (?, ?, ?)
      ON CONFLICT (campus, \(key)) DO UPDATE SET payload = excluded.payload
        WHERE payload <> excluded.payload
      """, in: database)
    write.bind(campus, at: 2)
    var output = JSONRecordEncoder()
    for position in positions.reversed() {
      let payload = try text(position, &output)
      write.bind(keys[position], at: 1)
      write.bind(payload, at: 3)
      try write.run()
    }
  }

  static func hash(of payload: [UInt8]) -> String {
    String(StableHash.bytes(payload), radix: 16)
  }

  func count(in database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM \(table) WHERE campus = ?", arguments: [campus]) ?? 0
  }
}
