import AlmanacModel
import AlmanacTime

/// Writes the map page: what comes in the next days, on one page that needs no server.
struct SiteWriter {
  /// What a browser shows without lag.
  static let eventLimit = 10_000
  /// Dates in the page itself.
  private static let listLimit = 1_000

  /// Finds an occurrence again; small, because a daily event is on sixty days.
  private struct Entry {
    let startsAt: Instant
    let event: Int32
    let ordinal: Int32
    /// The campus's position in the contents.
    let campus: Int32
  }

  private let index: EditionIndex
  let days: [String: ComingDays]
  private let campuses: [String: Int32]
  private var entries: [Entry] = []

  private var contents: EditionContents { index.contents }

  init(_ index: EditionIndex) {
    self.index = index
    campuses = Dictionary(
      index.contents.campuses.enumerated().map { ($1.id, Int32($0)) },
      uniquingKeysWith: { first, _ in first })
    days = Dictionary(
      index.contents.campuses.map { campus in
        (
          campus.id,
          ComingDays(zone: index.zone(ofCampus: campus.id), now: index.contents.now)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Takes the events in the order of their ids.
  ///
  /// - Parameter position: Where to have the event again.
  mutating func note(_ event: PublishedEvent, suppliedAt position: Int) {
    guard let days = days[event.event.campus] else { return }
    for occurrence in event.occurrences where days.hold(occurrence) {
      note(
        startingAt: occurrence.startsAt, ordinal: occurrence.ordinal, campus: event.event.campus,
        suppliedAt: position)
    }
  }

  /// Takes an occurrence on one of the days.
  mutating func note(
    startingAt instant: Instant, ordinal: Int, campus: String, suppliedAt position: Int
  ) {
    guard let campus = campuses[campus] else { return }
    entries.append(
      Entry(
        startsAt: instant, event: Int32(clamping: position), ordinal: Int32(clamping: ordinal),
        campus: campus))
  }

  /// - Parameter event: Gives the event at a position.
  /// - Returns: What an operator should know, such as that the map library is missing.
  mutating func finish(
    attributions: [Attribution], builder: EditionBuilder,
    event: (Int) throws -> PublishedEvent?
  ) throws -> [Finding] {
    var findings: [Finding] = []
    // Positions are in the order of the events' ids.
    entries.sort { ($0.startsAt, $0.event, $0.ordinal) < ($1.startsAt, $1.event, $1.ordinal) }
    var seen: Set<Int32> = []
    let order = entries.map(\.event).filter { seen.insert($0).inserted }
    var chosen: [PublishedEvent] = []
    var places: [Int32: Int] = [:]
    for position in order.prefix(Self.eventLimit) {
      guard let found = try event(Int(position)) else { continue }
      places[position] = chosen.count
      chosen.append(found)
    }
    let leaflet = LeafletFiles(folder: contents.site.leaflet, noting: &findings)
    try leaflet?.write(to: builder)
    try writeData(chosen, left: order.count - chosen.count, to: builder)
    try writePage(attributions, hasMap: leaflet != nil, to: builder) { position in
      places[position].map { chosen[$0] }
    }
    try writeFile("site/site.css", SiteAssets.style, to: builder)
    try writeFile("site/site.js", SiteAssets.script, to: builder)
    return findings
  }

  private func writeData(_ events: [PublishedEvent], left: Int, to builder: EditionBuilder) throws {
    let data = try SiteData(index, events: events, days: days, builder: builder)
    try data.begin(tiles: contents.site.tiles, left: left)
    for event in events { try data.add(event) }
    try data.finish(builder)
  }

  private func writePage(
    _ attributions: [Attribution], hasMap: Bool, to builder: EditionBuilder,
    event: (Int32) -> PublishedEvent?
  ) throws {
    let limit = Self.listLimit / max(1, contents.campuses.count)
    var html = ""
    var data = LinkedData()
    var shown = 0
    for (number, campus) in contents.campuses.enumerated() {
      guard let days = days[campus.id] else { continue }
      var list = StaticList(
        days: days, title: contents.campuses.count > 1 ? campus.name : nil)
      let here = entries.lazy.filter { $0.campus == Int32(number) }
      for entry in here.prefix(limit) {
        guard let event = event(entry.event) else { continue }
        list.add(event, event.occurrences[Int(entry.ordinal)])
        data.add(event, event.occurrences[Int(entry.ordinal)])
        shown += 1
      }
      list.finish()
      html += list.html
    }
    let page = SitePage(
      title: contents.calendarName,
      subtitle: contents.campuses.map(\.name).joined(separator: ", "), list: html,
      data: data.text(), note: note(shown: shown), attributions: attributions,
      tiles: contents.site.tiles, hasMap: hasMap, address: contents.address)
    let file = try builder.file(SitePage.path)
    try file.append(page.fill(SiteAssets.template))
    file.records = shown
    try builder.finish(file)
  }

  private func note(shown: Int) -> String {
    let zones = Set(contents.campuses.map(\.timezone)).sorted().joined(separator: ", ")
    let times = "Times are those of \(zones)."
    guard shown > 0 else { return "Nothing is announced for the next days. \(times)" }
    guard shown < entries.count else { return times }
    return "The first \(shown) of \(entries.count) dates; the calendars and files beside this page "
      + "hold all. \(times)"
  }

  private func writeFile(
    _ path: String, _ bytes: [UInt8], to builder: EditionBuilder
  ) throws {
    let file = try builder.file(path)
    try file.append(bytes)
    try builder.finish(file)
  }
}
