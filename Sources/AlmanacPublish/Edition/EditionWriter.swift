import AlmanacFiles
import AlmanacModel
import AlmanacTime
import Foundation

/// Writes all artifacts in walks over the events: to compare, to plan, to write files in the order of
/// the events' ids, and the database in that of their starts.
struct EditionWriter {
  let index: EditionIndex
  let builder: EditionBuilder
  let previous: PreviousEdition?
  /// Counts the events.
  let tally: WorkTally

  private var contents: EditionContents { index.contents }

  /// What was written, for the manifest and the report.
  struct Summary {
    var counts: [(name: String, count: Int)]
    var changes: [(kind: String, count: Int)]
    var attributions: [Attribution]
    var findings: [Finding]
  }

  func write() throws -> Summary {
    let comparison = try compare()
    let horizon = contents.now - ChangeRows.reach
    let log = (try previous?.database.changes(after: horizon) ?? []) + comparison.changes
    let attributions = index.attributions()
    let (occurrences, findings) = try writeEvents(
      comparison.revisions, log: log, attributions: attributions)
    try writeChanges(comparison.changes)
    try ChangeFeed(contents: contents, attributions: attributions).write(log, to: builder)
    let places = contents.gazetteers.values.reduce(0) { $0 + $1.places.count }
    return Summary(
      counts: [
        ("events", contents.events.count), ("occurrences", occurrences), ("places", places),
        ("listings", Set(contents.events.flatMap { $0.listings.map(\.id) }).count),
        ("forecasts", contents.forecasts.count), ("changes", comparison.changes.count),
      ],
      changes: Change.Kind.allCases.map { kind in
        (kind.rawValue, comparison.changes.count { $0.kind == kind })
      },
      attributions: attributions, findings: findings)
  }

  private func compare() throws -> EditionComparison {
    guard let previous else { return EditionComparison(first: index) }
    return try previous.database.read { events in
      try EditionComparison(index, since: events, window: previous.window)
    }
  }

  /// - Returns: The number of occurrences, and what the map page lacks.
  private func writeEvents(
    _ revisions: [EventRevision], log: [Change], attributions: [Attribution]
  ) throws -> (occurrences: Int, findings: [Finding]) {
    var calendars = try CalendarSet(
      index, attributions: attributions, builder: builder, previous: previous)
    var plan = EditionOrder.Builder()
    for event in contents.events {
      let published = index.published(event)
      calendars.plan(published)
      plan.add(published)
    }
    let order = plan.order()
    let features = try EventFeatures(index, attributions: attributions, builder: builder)
    var places = PlaceFeatures(index, attributions: attributions, builder: builder)
    var days = DayFeatures(index, attributions: attributions, builder: builder)
    var site = SiteWriter(index, attributions: attributions, builder: builder)
    var coming = ComingFeeds(index, attributions: attributions)
    var occurrences = 0
    let database = try EditionDatabase(at: try builder.url(for: EditionDatabase.path))
    try database.fill { connection in
      try ReferenceRows(index: index, database: connection).write()
      var words = try EventWords(connection)
      for (number, (event, revision)) in zip(contents.events, revisions).enumerated() {
        let published = index.published(event)
        try words.write(published)
        try calendars.write(published, revision)
        try features.write(published)
        places.write(published)
        days.write(published, number: number)
        site.write(published, number: number)
        coming.write(published, number: number)
        tally.count()
      }
      occurrences = try EventRows.write(index, revisions, in: order, to: connection)
      try ChangeRows.write(log, to: connection)
    }
    try builder.adopt(EditionDatabase.path, records: contents.events.count)
    try calendars.finish(builder)
    try features.finish()
    try places.finish()
    try days.finish()
    try coming.finish(revisions, builder)
    return (occurrences, try site.finish())
  }

  private func writeChanges(_ changes: [Change]) throws {
    let file = try builder.file("changes.ndjson")
    for change in changes {
      var json = JSONWriter()
      change.write(to: &json)
      try file.append(json.bytes)
      file.records += 1
    }
    try builder.finish(file)
  }
}
