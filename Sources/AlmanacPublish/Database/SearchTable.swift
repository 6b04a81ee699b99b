import AlmanacModel
import AlmanacTime
import GRDB

/// Fills `occurrence_search` and `facet_count` from the other tables.
struct SearchTable {
  let facets: Facets

  /// The words of each occurrence and of its event, in the order of the ids.
  private static let selection = """
    SELECT o.id, o.title, e.title, d.description, e.description, o.venue, e.venue, o.place, p.name,
      e.organizer, f.tags, f.tokens, o.latitude, o.longitude, o.start, o.end
    FROM occurrence o CROSS JOIN event e ON e.id = o.event
      CROSS JOIN temp.event_facet f ON f.event = e.rowid
      LEFT JOIN place p ON p.id = o.place
      LEFT JOIN occurrence_description d ON d.occurrence = o.id
    ORDER BY o.id
    """

  func fill(_ database: Database) throws {
    // Words are gathered in memory, up to 64 MB, and merged once at the end.
    try database.execute(
      sql: """
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('hashsize', 67108864);
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('automerge', 0);
        """)
    let columns = EditionSchema.searchColumns
    let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
    let insertion = try database.makeStatement(
      sql: """
        INSERT INTO occurrence_search (rowid, \(columns.joined(separator: ", "))) VALUES (\(marks))
        """)
    let rows = try Row.fetchCursor(database, sql: Self.selection)
    while let row = try rows.next() {
      insertion.setUncheckedArguments(values(of: row))
      try insertion.execute()
    }
    // The settings would be part of the published file.
    try database.execute(
      sql: """
        INSERT INTO occurrence_search (occurrence_search) VALUES ('optimize');
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('hashsize', 1048576);
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('automerge', 4);
        """)
    try count(database)
  }

  private func values(of row: Row) -> StatementArguments {
    let start: Int64 = row[14]
    let end: Int64? = row[15]
    func text(_ own: Int, _ common: Int? = nil) -> DatabaseValue {
      Self.text(row[own], common.map { row[$0] } ?? .null)
    }
    let hasOwnVenue = row[5] as String? != row[6] as String?
    let tokens = facets.tokens(
      place: row[7], latitude: row[12], longitude: row[13], seconds: (end ?? start) - start)
    return [
      row[0] as Int64, text(1, 2), text(3, 4), text(5, hasOwnVenue ? 6 : nil), text(8), text(9),
      text(10),
      "\(row[11] as String) \(tokens)",
    ]
  }

  /// An occurrence's own words and those of its event, so that both are found together.
  private static func text(_ own: DatabaseValue, _ common: DatabaseValue) -> DatabaseValue {
    let texts = [own, common].compactMap { String.fromDatabaseValue($0) }
    guard texts.count > 1 || texts.contains(where: SearchText.hasUnspacedScript) else {
      return own.isNull ? common : own
    }
    return SearchText.spaced(texts.joined(separator: "\n")).databaseValue
  }

  /// How many occurrences have each facet, as the index knows.
  private func count(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE temp.facet_term USING fts5vocab (main, occurrence_search, col);
        """)
    var counts: [String: Int] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql:
        "SELECT term, doc FROM temp.facet_term WHERE term >= 'x' AND term < 'y' AND col = 'facets'")
    while let row = try rows.next() { counts[row[0]] = row[1] }
    let insertion = try database.insertion(into: "facet_count")
    for entry in facets.entries {
      try insertion.execute(
        arguments: [
          entry.token, entry.facet.rawValue, entry.value, counts[entry.token] ?? 0,
        ])
    }
    try database.execute(sql: "DROP TABLE temp.facet_term")
  }
}
