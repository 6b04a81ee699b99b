import AlmanacModel
import AlmanacTime
import GRDB

/// Keeps events, as cancelled, that the edition before had and that no source states any more: who
/// asks for a calendar once a week would otherwise never learn it.
///
/// The edition before is all the memory that this takes, so that it holds also after a workspace was
/// lost. Of what was withdrawn the facts stay, no texts: their source has taken them back.
struct WithdrawnEvents {
  private let database: Database
  private let stored: StoredEvents
  private let zones: ZoneDatabase

  init(_ database: Database, zones: ZoneDatabase) throws {
    self.database = database
    self.zones = zones
    stored = try StoredEvents(database, zones: zones)
  }

  /// The events of an edition together with what was withdrawn, which the contents note.
  func adding(to supply: EventSupply, noting contents: inout EditionContents) throws -> EventSupply
  {
    guard contents.keepCancelled > 0 else { return supply }
    var kept: [(event: Event, behind: Int)] = []
    for (id, behind) in try missing(from: supply) {
      let since = try stored.withdrawn(id)
      guard since.map({ contents.weekBegan.seconds(since: $0) < contents.keepCancelled }) ?? true,
        let event = try stored.event(id),
        let facts = facts(of: event, isNew: since == nil, in: contents)
      else { continue }
      kept.append((facts, behind))
      contents.withdrawn[id] = since ?? contents.now
    }
    let restated = try Self.restated(kept.map(\.event), by: supply)
    for id in restated { contents.withdrawn[id] = nil }
    kept.removeAll { restated.contains($0.event.id) }
    return supply.adding(kept)
  }

  /// An event that the edition keeps although it was withdrawn, as the next edition keeps it; nil where
  /// this is none. The contents note it.
  func kept(_ id: String, noting contents: inout EditionContents) throws -> Event? {
    guard let since = try stored.withdrawn(id), let event = try stored.event(id),
      let facts = facts(of: event, isNew: false, in: contents)
    else { return nil }
    contents.withdrawn[id] = since
    return facts
  }

  /// Ids of the edition's events that are not among these, each with how many of these go before it.
  private func missing(from supply: EventSupply) throws -> [(id: String, behind: Int)] {
    let ids = try String.fetchCursor(database, sql: "SELECT id FROM event ORDER BY id")
    var missing: [(String, Int)] = []
    var position = 0
    var known = try ids.next()
    try supply.eachID { tonight in
      while let id = known, id.precedes(tonight) {
        missing.append((id, position))
        known = try ids.next()
      }
      if known == tonight { known = try ids.next() }
      position += 1
    }
    while let id = known {
      missing.append((id, position))
      known = try ids.next()
    }
    return missing
  }

  /// Events that are part of others now: under another id, or as a listing of theirs.
  private static func restated(_ kept: [Event], by supply: EventSupply) throws -> Set<String> {
    guard !kept.isEmpty else { return [] }
    var owners: [String: String] = [:]
    for event in kept {
      owners[event.id] = event.id
      for listing in event.listings { owners[listing.id] = event.id }
    }
    var restated: Set<String> = []
    try supply.each { event in
      for name in event.aliases + event.listings.map(\.id) {
        if let owner = owners[name] { restated.insert(owner) }
      }
    }
    return restated
  }

  /// nil where it was not its source that took it back, or where its dates have passed. A listing of it
  /// that is still there states another event now, or none because it is hidden, private or outside the
  /// window.
  private func facts(of event: Event, isNew: Bool, in contents: EditionContents) -> Event? {
    let names = [event.id] + event.aliases + event.listings.flatMap { [$0.id, $0.uid, $0.url] }
    guard contents.hidden.isDisjoint(with: names.compactMap(\.self)),
      !event.listings.contains(where: { contents.listings.contains($0.id) }),
      let campus = contents.campuses.first(where: { $0.id == event.campus })
    else { return nil }
    let zone = zones.zone(named: campus.timezone) ?? .utc
    var facts = Event(
      id: event.id, campus: event.campus, title: event.title, url: event.url, kind: event.kind,
      status: .cancelled, tags: event.tags, language: event.language, venue: event.venue,
      placement: event.placement, occurrences: event.occurrences, listings: event.listings,
      aliases: event.aliases, categorization: event.categorization)
    // Of a source that the operator took away nobody knows what became of its events.
    let configured = Set(contents.sources.map(\.id))
    facts.listings.removeAll { !configured.contains($0.source) }
    facts.occurrences.removeAll { !$0.touches(contents.window, in: zone) }
    let ahead = Window(from: contents.now, to: contents.window.to)
    guard !facts.listings.isEmpty, !facts.occurrences.isEmpty,
      !isNew || facts.occurrences.contains(where: { $0.touches(ahead, in: zone) })
    else { return nil }
    for index in facts.occurrences.indices {
      facts.occurrences[index].status = .cancelled
      facts.occurrences[index].text = nil
    }
    facts.series = event.series.map { Self.bounded($0, by: facts.occurrences, in: zone) }
    return facts
  }

  /// The series up to the last date that is known: nobody states what its rule gives later.
  private static func bounded(
    _ series: Series, by occurrences: [Occurrence], in zone: Zone
  ) -> Series {
    let starts = occurrences.map { $0.recurrenceID ?? $0.start }
    guard let last = starts.max(by: { $0.instant(in: zone) < $1.instant(in: zone) }) else {
      return series
    }
    var bounded = series
    for index in bounded.recurrence.rules.indices {
      bounded.recurrence.rules[index].count = nil
      bounded.recurrence.rules[index].until = last
    }
    bounded.recurrence.additions.removeAll { $0.instant(in: zone) > last.instant(in: zone) }
    return bounded
  }
}

extension Occurrence {
  /// Whether any of it is in a stretch of time.
  fileprivate func touches(_ window: Window, in zone: Zone) -> Bool {
    var end = end?.instant(in: zone)
    if end == nil, case .day(let date) = start { end = zone.startOfDay(date.adding(days: 1)) }
    return window.overlaps(start: start.instant(in: zone), end: end)
  }
}
