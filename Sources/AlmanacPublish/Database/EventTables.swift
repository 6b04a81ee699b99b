import AlmanacModel
import AlmanacTime
import GRDB

/// Inserts the rows of events into an edition's database, sorted by event id.
///
/// Occurrences are staged in a temporary table, because their ids have another order.
final class EventTables {
  private let database: Database
  private let now: Instant
  private let event: RowInserter
  private let revision: RowInserter
  private let provenance: RowInserter
  private let category: RowInserter
  private let tag: RowInserter
  private let alias: RowInserter
  private let listing: RowInserter
  private let reference: RowInserter
  private let series: RowInserter
  private let stage: RowInserter
  private let description: RowInserter
  private let weather: WeatherRows
  private let search: RowInserter
  private let facets: Facets
  private var ids = OccurrenceIDs()
  private(set) var events = 0
  private(set) var occurrences = 0

  init(_ database: Database, facets: Facets, now: Instant) throws {
    self.database = database
    self.facets = facets
    self.now = now
    try database.execute(
      sql: """
        CREATE TEMP TABLE stage AS SELECT * FROM occurrence;
        CREATE TEMP TABLE event_facet (
          event INTEGER PRIMARY KEY, tags TEXT NOT NULL, tokens TEXT NOT NULL
        );
        """)
    func inserter(_ table: String, _ rule: String = "") throws -> RowInserter {
      try RowInserter(table, rule: rule, in: database)
    }
    event = try inserter("event")
    revision = try inserter("event_revision")
    provenance = try inserter("event_provenance")
    category = try inserter("event_category", "OR IGNORE")
    tag = try inserter("event_tag", "OR IGNORE")
    alias = try inserter("event_alias", "OR IGNORE")
    listing = try inserter("listing", "OR IGNORE")
    reference = try inserter("event_listing", "OR IGNORE")
    series = try inserter("series")
    stage = try inserter("stage")
    description = try inserter("occurrence_description")
    weather = try WeatherRows(database)
    search = try inserter("event_facet")
  }

  /// Inserts the rows of one event.
  func insert(_ rows: EventRows) throws {
    let published = rows.event
    events += 1
    try event.insert(rows.eventRow)
    try revision.insert(revision(of: rows))
    try provenance.insert(rows.provenance)
    for row in rows.categories { try category.insert(row) }
    for row in rows.tags { try tag.insert(row) }
    for row in rows.aliases { try alias.insert(row) }
    for row in rows.listings { try listing.insert(row) }
    for row in rows.references { try reference.insert(row) }
    if let row = rows.series { try series.insert(row) }
    for (occurrence, row) in zip(published.occurrences, rows.occurrences) {
      try insert(occurrence, row, of: published.id)
    }
    try search.insert([
      events, published.event.tags.joined(separator: "\n"), facets.tokens(of: published),
    ])
  }

  private func insert(
    _ occurrence: PublishedOccurrence, _ row: RowValues, of event: String
  ) throws {
    let id = ids.id(of: occurrence, event: event)
    occurrences += 1
    try stage.insert(row, id: id)
    if let text = occurrence.text { try description.insert([id, text]) }
    if let weather = occurrence.weather { try self.weather.insert(weather, of: id) }
  }

  /// The revision of a new event; the comparison with the previous edition corrects it.
  private func revision(of rows: EventRows) -> RowValues {
    RowValues([
      rows.event.id, 0, now.secondsSinceEpoch, now.secondsSinceEpoch, rows.digest,
      rows.datesDigest, rows.event.needsDatedUIDs,
    ])
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
