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
    let insertion = try RowInserter(
      "occurrence_search", columns: ["rowid"] + EditionSchema.searchColumns, in: database)
    try RowReader(Self.selection, in: database).eachRow { try insertion.insert(values(of: $0)) }
    // The settings would be part of the published file.
    try database.execute(
      sql: """
        INSERT INTO occurrence_search (occurrence_search) VALUES ('optimize');
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('hashsize', 1048576);
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('automerge', 4);
        """)
    try count(database)
  }

  private func values(of row: RowReader) -> [(any ColumnValue)?] {
    let start = row.integer(14) ?? 0
    let end = row.integer(15) ?? start
    func text(_ own: Int32, _ common: Int32? = nil) -> String? {
      Self.text(row.text(own), common.flatMap { row.text($0) })
    }
    let hasOwnVenue = row.text(5) != row.text(6)
    let tokens = facets.tokens(
      place: row.text(7), latitude: row.number(12), longitude: row.number(13),
      seconds: end - start)
    return [
      row.integer(0), text(1, 2), text(3, 4), text(5, hasOwnVenue ? 6 : nil), text(8), text(9),
      text(10), "\(row.text(11) ?? "") \(tokens)",
    ]
  }

  /// An occurrence's own words and those of its event, so that both are found together.
  private static func text(_ own: String?, _ common: String?) -> String? {
    let texts = [own, common].compactMap(\.self)
    return texts.isEmpty ? nil : SearchText.spaced(texts.joined(separator: "\n"))
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
    let insertion = try RowInserter("facet_count", in: database)
    for entry in facets.entries {
      try insertion.insert([
        entry.token, entry.facet.rawValue, entry.value, counts[entry.token] ?? 0,
      ])
    }
    try database.execute(sql: "DROP TABLE temp.facet_term")
  }
}
