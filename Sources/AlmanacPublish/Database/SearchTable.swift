import AlmanacModel
import AlmanacTime
import GRDB

/// Fills `occurrence_search` (FTS5) and `facet_count` from the other tables.
struct SearchTable {
  /// Number of index pages of 4 kB that are merged at once. As many remain free in the file.
  private static let mergedPages = 8_192

  let facets: Facets

  /// The text of each occurrence and of its event, sorted by occurrence id.
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
    // FTS5 collects up to 128 MB in memory and merges its segments once, at the end.
    try database.execute(
      sql: """
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('hashsize', 134217728);
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('automerge', 0);
        """)
    let insertion = try RowInserter(
      "occurrence_search", columns: ["rowid"] + EditionSchema.searchColumns, in: database)
    try RowReader(Self.selection, in: database).eachRow { row in
      bind(row, to: insertion)
      try insertion.step()
    }
  }

  /// Merges the segments of the index into one, and counts the facets.
  ///
  /// The rows must be committed, because FTS5 merges only what it has written. `optimize` merges
  /// only 1,000 pages at a time, and reads about as many pages as the index has for each: at a
  /// million events, that takes most of the time.
  func complete(_ database: Database) throws {
    var count: Int
    repeat {
      count = database.totalChangesCount
      try database.execute(
        sql: "INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('merge', ?)",
        arguments: [-Self.mergedPages])
      // Counts the statement's own row, too.
    } while database.totalChangesCount - count > 1
    // Reset the settings to their defaults: they are stored in the published file.
    try database.execute(
      sql: """
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('hashsize', 1048576);
        INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('automerge', 4);
        """)
    // Count in the finished index: the vocabulary table reads it directly.
    try self.count(database)
  }

  private func bind(_ row: RowReader, to insertion: RowInserter) {
    let start = row.integer(14) ?? 0
    let end = row.integer(15) ?? start
    // Index the event's venue too if the occurrence has another one.
    let hasOwnVenue = row.text(5) != row.text(6)
    let tokens = facets.tokens(
      place: row.text(7), latitude: row.number(12), longitude: row.number(13),
      seconds: end - start)
    insertion.bind(row, 0, at: 1)
    bind(row, 1, 2, to: insertion, at: 2)
    bind(row, 3, 4, to: insertion, at: 3)
    bind(row, 5, hasOwnVenue ? 6 : nil, to: insertion, at: 4)
    for column: Int32 in 8...10 { bind(row, column, nil, to: insertion, at: column - 3) }
    insertion.bind("\(row.text(11) ?? "") \(tokens)", at: 8)
  }

  /// Binds the occurrence's text and the event's, so that a query can match both together.
  private func bind(
    _ row: RowReader, _ own: Int32, _ common: Int32?, to insertion: RowInserter, at position: Int32
  ) {
    let columns = [own, common].compactMap(\.self).filter { !row.isNull($0) }
    // The common case: one text, in a script with spaces between words.
    if columns.count == 1, !row.hasByte(from: SearchText.leastUnspacedByte, columns[0]) {
      insertion.bind(row, columns[0], at: position)
    } else {
      let texts = columns.compactMap { row.text($0) }
      insertion.bind(
        texts.isEmpty ? nil : SearchText.spaced(texts.joined(separator: "\n")), at: position)
    }
  }

  /// Counts the occurrences of each facet value in the index.
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
