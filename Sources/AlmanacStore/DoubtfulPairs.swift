public import AlmanacModel
import AlmanacRecords
public import AlmanacTime
import GRDB

extension Workspace {
  /// The doubtful pairs that `deduplicate` found, the most doubtful first.
  ///
  /// - Parameter start: Omits pairs if both starts are earlier.
  public func doubtfulPairs(campus: String, from start: Instant) throws -> [DoubtfulPair] {
    try database.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT position, payload FROM doubtfulPair WHERE campus = ? AND start >= ?
          ORDER BY position
          """, arguments: [campus, start.secondsSinceEpoch]
      ).map {
        try RecordCoding.record(
          DoubtfulPair.self, from: $0[1] as String, table: "doubtfulPair",
          key: "\(campus) \($0[0] as Int)")
      }
    }
  }

  /// Replaces the doubtful pairs of a campus, in the order given.
  static func replace(
    with pairs: [DoubtfulPair], campus: String, in database: Database
  ) throws {
    try database.execute(sql: "DELETE FROM doubtfulPair WHERE campus = ?", arguments: [campus])
    let insert = try database.cachedStatement(
      sql: "INSERT INTO doubtfulPair (campus, position, start, payload) VALUES (?, ?, ?, ?)")
    for (position, pair) in pairs.enumerated() {
      try insert.execute(
        arguments: [
          campus, position, pair.start.secondsSinceEpoch, try RecordCoding.text(of: pair),
        ])
    }
  }
}
