import AlmanacModel
import AlmanacTime
import GRDB

/// Writes the map page with the events of the next days. The page needs no server.
struct SiteWriter {
  /// The number of events that a browser shows without lag.
  static let eventLimit = 10_000
  /// The maximum number of dates in the static list.
  private static let listLimit = 1_000

  /// An occurrence on the days of the page, whether or not it is within the limits.
  private struct Entry {
    let occurrence: Int64
    let event: String
    let campus: String
  }

  private let index: EditionIndex
  private let days: [String: UpcomingDays]
  private let previous: PreviousEdition?
  private let isRenewal: Bool
  private let workers: Int

  private var contents: EditionContents { index.contents }

  /// - Parameter isRenewal: Whether the events are those of the previous edition.
  init(_ index: EditionIndex, previous: PreviousEdition?, isRenewal: Bool, workers: Int) {
    self.index = index
    self.workers = workers
    self.previous = previous
    self.isRenewal = isRenewal
    days = Dictionary(
      index.contents.campuses.map { campus in
        (
          campus.id,
          UpcomingDays(zone: index.zone(ofCampus: campus.id), now: index.contents.now)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// - Returns: Findings, such as that the map library is missing.
  func write(
    _ database: Database, attributions: [Attribution], to builder: EditionBuilder
  ) throws -> [Finding] {
    let entries = try entries(in: database)
    var seen: Set<String> = []
    let order = entries.map(\.event).filter { seen.insert($0).inserted }
    let stored = StoredEvents(database, index)
    var events: [String: StoredEvent] = [:]
    for event in try stored.events(.ids(Array(order.prefix(Self.eventLimit)))) {
      events[event.id] = event
    }
    let chosen = order.compactMap { events[$0] }
    var findings: [Finding] = []
    let leaflet = LeafletFiles(folder: contents.options.site.leaflet, noting: &findings)
    try leaflet?.write(to: builder)
    try writeData(
      chosen, left: order.count - chosen.count, travel: try TravelData(database), to: builder)
    try writePage(entries, events, attributions, hasMap: leaflet != nil, to: builder)
    try EventPages(
      index: index, days: days, attributions: attributions, previous: previous,
      isRenewal: isRenewal, workers: workers
    ).write(chosen, stored, in: database, to: builder)
    try builder.write(WebManifest.path, json: WebManifest(name: contents.options.calendarName))
    for (name, bytes) in SiteAssets.files { try builder.write("site/\(name)", bytes) }
    return findings
  }

  /// In the order of their starts, then of their events.
  private func entries(in database: Database) throws -> [Entry] {
    guard let first = days.values.map(\.begin).min(),
      let end = days.values.map({ $0.zone.startOfDay($0.end) }).max()
    else { return [] }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, event, campus, start, end FROM occurrence
        WHERE start < ?2 AND max(start + 1, coalesce(end, 0)) > ?1
        ORDER BY start, event, coalesce(recurrence_id, start_text)
        """, arguments: [first.secondsSinceEpoch, end.secondsSinceEpoch])
    var entries: [Entry] = []
    while let row = try rows.next() {
      let start = Instant(secondsSinceEpoch: row[3])
      let last = PublishedOccurrence.lastInstant(
        from: start, to: (row[4] as Int64?).map { Instant(secondsSinceEpoch: $0) })
      let campus: String = row[2]
      guard days[campus]?.hold(from: start, to: last) == true else { continue }
      entries.append(Entry(occurrence: row[0], event: row[1], campus: campus))
    }
    return entries
  }

  private func writeData(
    _ events: [StoredEvent], left: Int, travel: TravelData, to builder: EditionBuilder
  ) throws {
    let data = try SiteData(index, events: events, days: days, travel: travel, builder: builder)
    try data.begin(tiles: contents.options.site.tiles, left: left)
    for event in events { try data.add(event) }
    try data.finish(builder)
  }

  private func writePage(
    _ entries: [Entry], _ events: [String: StoredEvent], _ attributions: [Attribution],
    hasMap: Bool, to builder: EditionBuilder
  ) throws {
    let limit = Self.listLimit / max(1, contents.campuses.count)
    var html = ""
    var data = LinkedData()
    var shown = 0
    for campus in contents.campuses {
      guard let days = days[campus.id] else { continue }
      var list = StaticList(
        days: days, title: contents.campuses.count > 1 ? campus.name : nil)
      for entry in entries.lazy.filter({ $0.campus == campus.id }).prefix(limit) {
        guard let event = events[entry.event]?.published,
          let date = event.occurrences.first(where: { $0.id == entry.occurrence })
        else { continue }
        list.add(event, date)
        data.add(event, date)
        shown += 1
      }
      list.finish()
      html += list.html
    }
    let page = SitePage(
      title: contents.options.calendarName,
      subtitle: contents.campuses.map(\.name).joined(separator: ", "), list: html,
      data: data.text(), note: note(shown: shown, of: entries.count), attributions: attributions,
      tiles: contents.options.site.tiles, hasMap: hasMap, address: contents.options.address,
      views: contents.views, submit: contents.options.site.submit,
      hasPosts: !index.submissionSources.isEmpty)
    try builder.write(SitePage.path, page.html.utf8, records: shown)
  }

  private func note(shown: Int, of all: Int) -> String {
    let zones = Set(contents.campuses.map(\.timezone)).sorted().joined(separator: ", ")
    let times = "Times are those of \(zones)."
    guard shown > 0 else { return "Nothing is announced for the next days. \(times)" }
    guard shown < all else { return times }
    return "The first \(shown) of \(all) dates; the calendars and files beside this page "
      + "hold all. \(times)"
  }
}
