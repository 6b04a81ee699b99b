import AlmanacModel
import AlmanacTime

/// Writes the map page: what comes in the next days, on one page that needs no server.
struct SiteWriter {
  /// What a browser shows without lag.
  private static let eventLimit = 10_000
  /// Dates in the page itself.
  private static let listLimit = 1_000

  /// Finds an occurrence again; small, because a daily event is on sixty days.
  private struct Entry {
    let startsAt: Instant
    let event: Int32
    let ordinal: Int32
  }

  private let index: EditionIndex
  private let attributions: [Attribution]
  private let builder: EditionBuilder
  private let days: [String: ComingDays]
  private var entries: [Entry] = []

  private var contents: EditionContents { index.contents }

  init(_ index: EditionIndex, attributions: [Attribution], builder: EditionBuilder) {
    self.index = index
    self.attributions = attributions
    self.builder = builder
    days = Dictionary(
      index.contents.campuses.map { campus in
        (
          campus.id,
          ComingDays(zone: index.zone(ofCampus: campus.id), now: index.contents.now)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter number: The event's position in the contents.
  mutating func write(_ event: PublishedEvent, number: Int) {
    guard let days = days[event.event.campus] else { return }
    for occurrence in event.occurrences where days.hold(occurrence) {
      entries.append(
        Entry(
          startsAt: occurrence.startsAt, event: Int32(clamping: number),
          ordinal: Int32(clamping: occurrence.ordinal)))
    }
  }

  /// - Returns: What an operator should know, such as that the map library is missing.
  mutating func finish() throws -> [Finding] {
    var findings: [Finding] = []
    // Events are numbered in the order of their ids.
    entries.sort { ($0.startsAt, $0.event, $0.ordinal) < ($1.startsAt, $1.event, $1.ordinal) }
    var seen: Set<Int32> = []
    let order = entries.map(\.event).filter { seen.insert($0).inserted }
    let chosen = order.prefix(Self.eventLimit)
    let leaflet = LeafletFiles(folder: contents.site.leaflet, noting: &findings)
    try leaflet?.write(to: builder)
    try writeData(chosen, left: order.count - chosen.count)
    try writePage(hasMap: leaflet != nil)
    try writeFile("site/site.css", SiteAssets.style)
    try writeFile("site/site.js", SiteAssets.script)
    return findings
  }

  private func writeData(_ events: some Collection<Int32>, left: Int) throws {
    let data = try SiteData(index, events: events, days: days, builder: builder)
    try data.begin(tiles: contents.site.tiles, left: left)
    for number in events { try data.add(index.published(contents.events[Int(number)])) }
    try data.finish(builder)
  }

  private func writePage(hasMap: Bool) throws {
    let limit = Self.listLimit / max(1, contents.campuses.count)
    var html = ""
    var data = LinkedData()
    var shown = 0
    for campus in contents.campuses {
      guard let days = days[campus.id] else { continue }
      var list = StaticList(
        days: days, title: contents.campuses.count > 1 ? campus.name : nil)
      let here = entries.lazy.filter { contents.events[Int($0.event)].campus == campus.id }
      for entry in here.prefix(limit) {
        let event = index.published(contents.events[Int(entry.event)])
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

  private func writeFile(_ path: String, _ bytes: [UInt8]) throws {
    let file = try builder.file(path)
    try file.append(bytes)
    try builder.finish(file)
  }
}
