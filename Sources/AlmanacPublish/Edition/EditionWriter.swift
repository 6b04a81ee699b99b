import AlmanacFiles
import AlmanacModel
import AlmanacTime
import Foundation

/// Writes all artifacts: walks the events once, then puts the files together, the database beside the
/// others.
struct EditionWriter {
  let index: EditionIndex
  let supply: EventSupply
  let gate: PublicGate
  let builder: EditionBuilder
  let previous: PreviousEdition?
  let workers: Int
  /// Counts the events.
  let tally: WorkTally
  /// Called between the two.
  let release: @Sendable () -> Void

  private var contents: EditionContents { index.contents }

  /// What was written, for the manifest and the report.
  struct Summary {
    var counts: [(name: String, count: Int)]
    var changes: [(kind: String, count: Int)]
    var attributions: [Attribution]
    var findings: [Finding]
  }

  func write() throws -> Summary {
    let (notes, changes) = try walk()
    release()
    let attributions = index.attributions(of: notes.sources.ids)
    let log = ChangeLog(
      previous: previous?.database, horizon: contents.now - ChangeRows.reach, changes: changes)
    let rows = try EditionRows(index, notes, log, in: builder.folder)
    let file = try builder.url(for: EditionDatabase.path)
    let dates = try notes.dates.finish()
    let owed = Thanks(attributions, notes.sources)
    let (database, search) = try Workers.both(workers: workers) {
      try rows.write(to: file)
    } _: {
      let search = try rows.writeSearch(to: file.appendingPathExtension("search"))
      try notes.calendars.finish(owed, builder, previous: previous)
      return search
    }
    rows.discardEvents()
    let (days, features) = (notes.days, try notes.features.finish())
    // What is written on each side takes about as long.
    let (_, (counts, findings)) = try Workers.both(workers: workers) {
      [builder, campuses = contents.campuses.map(\.id)] in
      try days.finish(
        dates, in: rows.order.positions.lazy.map(Int.init), owed, campuses: campuses, builder)
      try EventFeatures.finish(features, attributions: attributions, builder)
    } _: {
      try database.finish(search)
      try builder.adopt(EditionDatabase.path, records: notes.events)
      return (
        try writeChanges(changes, log, attributions), try writeFiles(notes, attributions)
      )
    }
    return Summary(
      counts: [
        ("events", notes.events), ("occurrences", rows.order.count),
        ("places", contents.gazetteers.values.reduce(0) { $0 + $1.places.count }),
        ("listings", rows.listings.count), ("forecasts", contents.forecasts.count),
        ("changes", counts.values.reduce(0, +)),
      ],
      changes: Change.Kind.allCases.map { ($0.rawValue, counts[$0] ?? 0) },
      attributions: attributions, findings: findings)
  }

  private func walk() throws -> (EditionNotes, EditionChanges) {
    func walk(_ previous: (PreviousEvents, Window)?) throws -> (EditionNotes, EditionChanges) {
      var walk = try EditionWalk(
        index, supply: supply, gate: gate, builder: builder, previous: previous,
        workers: workers)
      let changes = try walk.run(tally)
      return (walk.notes, changes)
    }
    guard let previous else { return try walk(nil) }
    return try previous.database.read { try walk(($0, previous.window)) }
  }

  /// - Returns: What the map page lacks.
  private func writeFiles(
    _ notes: EditionNotes, _ attributions: [Attribution]
  ) throws -> [Finding] {
    try notes.places.finish(attributions: attributions, builder)
    var coming = notes.coming
    try coming.finish(attributions: attributions, builder)
    var site = notes.site
    return try site.finish(
      attributions: attributions, builder: builder
    ) { position in
      guard let event = try supply.events(in: position..<position + 1).first,
        let admitted = gate.admitted(event)
      else { return nil }
      return index.published(admitted)
    }
  }

  /// - Returns: How many changes there are of each kind.
  private func writeChanges(
    _ changes: EditionChanges, _ log: ChangeLog, _ attributions: [Attribution]
  ) throws -> [Change.Kind: Int] {
    var counts: [Change.Kind: Int] = [:]
    let file = try builder.file("changes.ndjson")
    var json = JSONWriter()
    try changes.each { change in
      json.clear()
      change.write(to: &json)
      try file.append(json.bytes)
      file.records += 1
      counts[change.kind, default: 0] += 1
    }
    try builder.finish(file)
    var feed = ChangeFeed(contents)
    try log.each { feed.note($0) }
    try feed.write(attributions: attributions, to: builder)
    return counts
  }
}
