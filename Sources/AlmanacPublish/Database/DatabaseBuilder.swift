import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// Builds the database of an edition from its events. Rebuilds all of it in every run.
struct DatabaseBuilder {
  /// Number of events that are prepared in parallel while the previous chunk is inserted.
  private static let chunk = 1_024
  /// Number of events that a worker prepares at once.
  private static let part = 64
  /// The time of all revisions until `ChangeLog` replaces it; it takes as many bytes as that.
  private static let replacedTime = Instant(secondsSinceEpoch: Int64(Int32.max))

  let index: EditionIndex
  let supply: EventSupply
  let previous: PreviousEdition?
  let workers: Int
  /// Counts the processed events.
  let tally: WorkTally

  private var contents: EditionContents { index.contents }

  /// Row counts of the database, in display order.
  struct Summary {
    var counts: [(name: String, count: Int)]
    var changes: [(kind: String, count: Int)]
  }

  /// Writes all rows except those of the search tables.
  ///
  /// - Returns: The facets, for the search tables.
  /// - Throws: `EventSupplyError` if the events aren't sorted by id, `FileError`, and errors of the
  ///   supply.
  func write(_ database: EditionDatabase) throws -> Facets {
    try database.write { database in
      try database.execute(sql: EditionSchema.tables)
      let facets = Facets(contents.gazetteers)
      try ReferenceRows(index: index, database: database).write()
      let tables = try EventTables(database, facets: facets)
      try insertEvents(into: tables)
      let hidden = try keepWithdrawn(in: tables, database)
      try tables.finish()
      try TravelRows(index, database).write()
      try PresenceRows.write(index, to: database)
      try PlaceImageRows.write(contents, to: database)
      try ReferenceRows.writeUnknownSources(database)
      try database.execute(sql: EditionSchema.indexes)
      let log = ChangeLog(database: database, now: contents.now)
      if let previous {
        try log.write(
          since: (previous.window, contents.window),
          horizon: contents.weekBegan - contents.options.keepChanges, hiding: hidden,
          retracting: try retracted(in: database))
      } else {
        try log.writeFirst()
      }
      try database.execute(sql: EditionSchema.changeIndexes + EditionViews.all)
      try GeoPackage.describe(database)
      return facets
    }
  }

  /// Writes what only readers of the edition use: indexes, statistics and search tables.
  static func complete(_ database: EditionDatabase, with facets: Facets) throws {
    let search = SearchTable(facets: facets)
    try database.write { database in
      try database.execute(sql: EditionSchema.readerIndexes)
      try database.execute(sql: "ANALYZE main")
      try search.fill(database)
    }
    try database.write(search.complete)
  }

  /// Inserts all public events. Workers read and encode a chunk while this thread inserts the
  /// previous one, so the database has a single writer and the order of rows is fixed.
  private func insertEvents(into tables: EventTables) throws {
    let filter = VisibilityFilter(contents.listings)
    var ready: [[EventRows]] = []
    var last: String?
    var start = 0
    while start < supply.count || !ready.isEmpty {
      let end = min(start + Self.chunk, supply.count)
      let parts = stride(from: start, to: end, by: Self.part).map { $0..<min($0 + Self.part, end) }
      let next = try Workers.map(parts.count, workers: workers) { [self] number in
        try supply.events(in: parts[number]).compactMap { event -> EventRows? in
          guard let event = try filter.publicPart(of: event) else { return nil }
          return try rows(of: index.published(event))
        }
      } beside: {
        for rows in ready.joined() {
          if let last, !last.precedes(rows.event.id) {
            throw EventSupplyError.unordered(id: rows.event.id)
          }
          last = rows.event.id
          try tables.insert(rows)
        }
      }
      tally.count(end - start)
      ready = next
      start = end
    }
  }

  private func rows(of event: PublishedEvent) throws -> EventRows {
    // SQLite keeps a replaced value in the unused bytes of a page. The run time there would give an
    // unchanged edition other bytes.
    let revised = previous == nil ? contents.now : Self.replacedTime
    return try EventRows(event, listings: contents.listings, revised: revised)
  }

  /// - Returns: Ids of published events that the operator hides now.
  private func keepWithdrawn(in tables: EventTables, _ database: Database) throws -> Set<String> {
    guard let previous else { return [] }
    let withdrawn = WithdrawnEvents(index: index, listings: contents.listings)
    let ids = try withdrawn.missing(in: database)
    guard !ids.isEmpty else { return [] }
    let stored = try previous.database.read { try StoredEvents($0, index).events(.ids(ids)) }
    for event in withdrawn.kept(stored) { try tables.insert(try rows(of: event)) }
    return Set(stored.lazy.map(\.published).filter(contents.hides).map(\.id))
  }

  /// - Returns: Ids of events of the previous edition with a listing that is private or hidden now,
  ///   or that its owner deleted.
  private func retracted(in database: Database) throws -> Set<String> {
    let (submitted, hidden) = (index.submissionSources, contents.listings.hidden)
    guard !submitted.isEmpty || !hidden.isEmpty else { return [] }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT event, listing FROM old.event_listing
          WHERE listing IN (SELECT value FROM json_each(?))
        UNION SELECT o.event, o.listing FROM old.listing l
          JOIN old.event_listing o ON o.listing = l.id
          WHERE l.source IN (SELECT value FROM json_each(?))
        """,
      arguments: [ReferenceRows.json(hidden.sorted()), ReferenceRows.json(submitted.sorted())])
    let gone = rows.filter { row in
      let listing: String = row[1]
      return hidden.contains(listing) || !contents.listings.contains(listing)
    }
    return Set(gone.map { row -> String in row[0] })
  }

  /// Row counts of the main tables, and the number of changes of each kind at a run time.
  static func summary(of database: Database, at now: Instant) throws -> Summary {
    let tables = ["event", "occurrence", "place", "listing", "forecast"]
    var counts = try tables.map { table in
      (
        name: "\(table)s",
        count: try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
      )
    }
    let kinds = try Row.fetchAll(
      database, sql: "SELECT change, count(*) FROM event_change WHERE at = ? GROUP BY change",
      arguments: [now.secondsSinceEpoch])
    let known = Dictionary(
      kinds.map { ($0[0] as String, $0[1] as Int) }, uniquingKeysWith: { first, _ in first })
    counts.append(("changes", known.values.reduce(0, +)))
    return Summary(
      counts: counts, changes: Change.Kind.allCases.map { ($0.rawValue, known[$0.rawValue] ?? 0) })
  }
}
