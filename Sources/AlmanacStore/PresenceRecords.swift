public import AlmanacModel
public import AlmanacTime
import GRDB

extension Workspace {
  /// The published presence of a campus; nil if no hour is final yet.
  public func presence(campus: String) throws -> CampusPresence? {
    try database.read { database in
      let until = try Int64.fetchOne(
        database, sql: "SELECT until FROM presenceEnd WHERE campus = ?", arguments: [campus])
      guard let until else { return nil }
      let cells = try Row.fetchAll(
        database,
        sql: """
          SELECT place, hour, least, most, word FROM presence WHERE campus = ? ORDER BY hour, place
          """, arguments: [campus]
      ).map { row in
        PresenceCell(place: row[0], hour: row[1], least: row[2], most: row[3], word: row[4])
      }
      return CampusPresence(until: Instant(secondsSinceEpoch: until), cells: cells)
    }
  }

  /// Adds cells of new hours. Stored cells never change.
  ///
  /// - Parameter expiry: Cells of earlier hours are deleted.
  public func add(_ presence: CampusPresence, campus: String, expiry: Instant) throws {
    try database.write { database in
      try database.execute(
        sql: """
          INSERT INTO presenceEnd (campus, until) VALUES (?, ?)
          ON CONFLICT (campus) DO UPDATE SET until = max(until, excluded.until)
          """, arguments: [campus, presence.until.secondsSinceEpoch])
      try database.execute(
        sql: "DELETE FROM presence WHERE campus = ? AND hour < ?",
        arguments: [campus, expiry.secondsSinceEpoch])
      let insert = try database.makeStatement(
        sql: """
          INSERT OR IGNORE INTO presence (campus, hour, place, least, most, word)
          VALUES (?, ?, ?, ?, ?, ?)
          """)
      for cell in presence.cells where cell.hour >= expiry {
        try insert.execute(
          arguments: [
            campus, cell.hour.secondsSinceEpoch, cell.place, cell.people.lowerBound,
            cell.people.upperBound, cell.word?.rawValue,
          ])
      }
    }
  }
}
