public import AlmanacModel
import AlmanacTime
import GRDB

/// The table `presence`: how busy places were.
///
/// Unpublished cells have no row, and there are no totals: from a total, omitted cells could be
/// computed.
struct PresenceRows {
  static let table = """
    CREATE TABLE presence (
      place TEXT NOT NULL REFERENCES place (id),
      hour INTEGER NOT NULL,
      people_min INTEGER NOT NULL,
      people_max INTEGER NOT NULL,
      word TEXT CHECK (word IN \(EditionSchema.vocabulary(PresenceCell.Word.self))),
      PRIMARY KEY (place, hour)
    ) WITHOUT ROWID;
    """

  static func write(_ index: EditionIndex, to database: Database) throws {
    try database.execute(sql: table)
    let insert = try RowInserter("presence", in: database)
    for (campus, presence) in index.contents.presence.sorted(by: { $0.key < $1.key }) {
      for cell in presence.cells where index.place(cell.place, campus: campus) != nil {
        try insert.insert([
          PlaceID.text(campus: campus, place: cell.place), cell.hour.secondsSinceEpoch,
          cell.people.lowerBound, cell.people.upperBound, cell.word?.rawValue,
        ])
      }
    }
  }
}

extension EditionReader {
  /// The presence of a campus and the time of the edition; nil if the edition has no source of that
  /// kind.
  public func presence(campus: String) throws -> CampusPresence? {
    let publishedAt = try publishedAt()
    return try read { database in
      guard try database.tableExists("presence"),
        try Bool.fetchOne(
          database,
          sql: "SELECT EXISTS (SELECT 1 FROM source WHERE kind = 'presence' AND campus = ?)",
          arguments: [campus]) == true
      else { return nil }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT r.place, r.hour, r.people_min, r.people_max, r.word FROM presence r
          JOIN place p ON p.id = r.place WHERE p.campus = ? ORDER BY r.hour, r.place
          """, arguments: [campus])
      return CampusPresence(
        until: publishedAt,
        cells: rows.map { row in
          PresenceCell(
            place: PlaceID.place(in: row[0], campus: campus),
            hour: row[1], least: row[2], most: row[3], word: row[4])
        })
    }
  }
}
