import AlmanacModel
import AlmanacTime
import Foundation
import Synchronization

/// What an edition consists of when all its events are known: pieces of work that any threads do in any
/// order.
struct EditionArtifacts: Sendable {
  /// In the order in which they are begun: what takes longest first, so that all threads have
  /// something to do until the end.
  private enum Part: CaseIterable {
    case database, search, calendars, days, places, changes, site, coming
  }

  /// What is told of a part.
  private enum Outcome: Sendable {
    case written
    /// How many changes there are of each kind.
    case changes([Change.Kind: Int])
    /// What the map page lacks.
    case findings([Finding])
  }

  static let changesPath = "changes.ndjson"

  let index: EditionIndex
  let supply: EventSupply
  let gate: PublicGate
  let builder: EditionBuilder
  let previous: PreviousEdition?
  let attributions: [Attribution]
  let rows: EditionRows
  private let owed: Thanks
  private let events: Int
  private let changes: EditionChanges
  private let log: ChangeLog
  private let calendars: CalendarFiles
  private let days: DayFeatures
  private let dates: SpooledPiles
  private let places: PlaceCollection
  private let site: SiteWriter
  private let coming: ComingFeeds

  private var contents: EditionContents { index.contents }

  /// - Parameters:
  ///   - notes: Of all events.
  ///   - spools: What was put by of them; nothing can be after.
  ///   - changes: Since the edition before.
  init(
    _ index: EditionIndex, _ notes: EditionNotes, _ spools: EditionSpools,
    _ changes: EditionChanges, supply: EventSupply, gate: PublicGate, builder: EditionBuilder,
    previous: PreviousEdition?
  ) throws {
    self.index = index
    self.supply = supply
    self.gate = gate
    self.builder = builder
    self.previous = previous
    self.changes = changes
    attributions = index.attributions(of: notes.sources.ids)
    owed = Thanks(attributions, notes.sources)
    events = notes.events
    log = ChangeLog(
      previous: previous?.database, horizon: index.contents.weekBegan - ChangeRows.reach,
      changes: changes)
    let spooled = try spools.finish(attributions: attributions)
    rows = try EditionRows(index, notes, spooled, log, in: builder.folder)
    calendars = notes.calendars.files(of: spooled.entries)
    days = notes.days
    dates = spooled.dates
    places = spooled.places
    site = notes.site
    coming = notes.coming
  }

  /// - Returns: How many changes there are of each kind, and what an operator should know.
  func write(workers: Int) throws -> (changes: [Change.Kind: Int], findings: [Finding]) {
    let file = try builder.url(for: EditionDatabase.path)
    let halves = DatabaseHalves()
    let parts = Part.allCases
    let outcomes = try Workers.map(parts.count, workers: workers) {
      try write(parts[$0], file, halves)
    }
    var counts: [Change.Kind: Int] = [:]
    var findings: [Finding] = []
    for outcome in outcomes {
      switch outcome {
      case .written: break
      case .changes(let told): counts = told
      case .findings(let told): findings += told
      }
    }
    return (counts, findings)
  }

  private func write(_ part: Part, _ file: URL, _ halves: DatabaseHalves) throws -> Outcome {
    switch part {
    case .database: try join(halves.take(try rows.write(to: file)))
    case .search:
      try join(halves.take(try rows.writeSearch(to: file.appendingPathExtension("search"))))
    case .calendars: try calendars.write(owed, builder, previous: previous)
    case .days:
      try days.finish(
        dates, in: rows.order.positions.lazy.map(Int.init), owed,
        campuses: contents.campuses.map(\.id), builder)
    case .places: try places.write(attributions: attributions, builder)
    case .changes: return .changes(try writeChanges())
    case .site: return .findings(try writeSite())
    case .coming:
      var coming = coming
      try coming.finish(attributions: attributions, builder)
    }
    return .written
  }

  /// Puts the database together, where both halves are there.
  private func join(_ halves: (database: EditionDatabase, search: SearchDatabase)?) throws {
    guard let halves else { return }
    rows.discardEvents()
    try halves.database.finish(halves.search)
    try builder.adopt(EditionDatabase.path, records: events)
  }

  private func writeChanges() throws -> [Change.Kind: Int] {
    var counts: [Change.Kind: Int] = [:]
    let file = try builder.file(Self.changesPath)
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

  private func writeSite() throws -> [Finding] {
    var site = site
    return try site.finish(attributions: attributions, builder: builder) { position in
      guard let event = try supply.events(in: position..<position + 1).first,
        let admitted = gate.admitted(event)
      else { return nil }
      return index.published(admitted)
    }
  }
}

/// The rows and the search tables of a database, which two threads write: who comes second takes both.
private final class DatabaseHalves: Sendable {
  private struct Known {
    var database: EditionDatabase?
    var search: SearchDatabase?

    var both: (EditionDatabase, SearchDatabase)? {
      if let database, let search { (database, search) } else { nil }
    }
  }

  private let known = Mutex(Known())

  /// - Returns: Both, where the search tables are there already.
  func take(_ database: EditionDatabase) -> (EditionDatabase, SearchDatabase)? {
    known.withLock {
      $0.database = database
      return $0.both
    }
  }

  /// - Returns: Both, where the rows are there already.
  func take(_ search: SearchDatabase) -> (EditionDatabase, SearchDatabase)? {
    known.withLock {
      $0.search = search
      return $0.both
    }
  }
}
