import AlmanacModel
import AlmanacTime
import GRDB

/// Inserts the rows of events into an edition's database, sorted by event id.
///
/// Occurrences are staged in a temporary table, because their ids have another order.
final class EventTables {
  private let database: Database
  /// By table.
  private let inserters: [EventRows.Table: RowInserter]
  private let description: RowInserter
  private let weather: WeatherRows
  private let search: RowInserter
  private let facets: Facets
  private var ids = OccurrenceIDs()
  private var events = 0

  init(_ database: Database, facets: Facets) throws {
    self.database = database
    self.facets = facets
    try database.execute(
      sql: """
        CREATE TEMP TABLE stage AS SELECT * FROM occurrence;
        CREATE TEMP TABLE event_facet (
          event INTEGER PRIMARY KEY, tags TEXT NOT NULL, tokens TEXT NOT NULL
        );
        """)
    var inserters: [EventRows.Table: RowInserter] = [:]
    for table in EventRows.Table.allCases {
      // Several events may have the same listing, and a source may repeat a tag.
      let rule = [.event, .revision, .provenance, .series].contains(table) ? "" : "OR IGNORE"
      let name = table == .occurrence ? "stage" : table.rawValue
      inserters[table] = try RowInserter(name, rule: rule, in: database)
    }
    self.inserters = inserters
    description = try RowInserter("occurrence_description", in: database)
    weather = try WeatherRows(database)
    search = try RowInserter("event_facet", in: database)
  }

  /// Inserts the rows of one event.
  func insert(_ rows: EventRows) throws {
    let published = rows.event
    var occurrences = published.occurrences.makeIterator()
    try rows.forEachRow { table, values, range in
      var id: Int64?
      if table == .occurrence, let occurrence = occurrences.next() {
        id = try insert(occurrence, of: published.id)
      }
      try inserters[table]?.insert(values, range, id: id)
    }
    events += 1
    try search.insert([
      events, published.event.tags.joined(separator: "\n"), facets.tokens(of: published),
    ])
  }

  /// Inserts the rows of an occurrence in other tables.
  ///
  /// - Returns: The id of the occurrence.
  private func insert(_ occurrence: PublishedOccurrence, of event: String) throws -> Int64 {
    let id = ids.id(of: occurrence, event: event)
    if let text = occurrence.text { try description.insert([id, text]) }
    if let weather = occurrence.weather { try self.weather.insert(weather, of: id) }
    return id
  }

  /// Copies the staged occurrences into their table, sorted by id.
  func finish() throws {
    try database.execute(
      sql: """
        INSERT INTO occurrence SELECT * FROM temp.stage ORDER BY id;
        DROP TABLE temp.stage;
        """)
  }
}
