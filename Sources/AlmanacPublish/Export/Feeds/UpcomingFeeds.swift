import AlmanacModel
import AlmanacTime
import GRDB

/// `feeds/coming.json` (JSON Feed 1.1) and `feeds/coming.rss` (RSS 2.0): upcoming events, each with
/// its next date, for subscribers of the edition. Views have the same feeds, and an Atom feed (RFC
/// 4287).
struct UpcomingFeeds {
  struct Paths {
    let json: String
    let rss: String
    var atom: String?
  }

  static let jsonPath = "feeds/coming.json"
  static let rssPath = "feeds/coming.rss"
  static let limit = 200
  /// Maximum number of characters of a description.
  private static let textLimit = 1_000

  private let index: EditionIndex
  private let attributions: [Attribution]
  private let title: String
  private let paths: Paths

  private var contents: EditionContents { index.contents }

  /// - Parameter title: nil for the name of the calendar of all events.
  init(
    _ index: EditionIndex, attributions: [Attribution], title: String? = nil,
    paths: Paths = Paths(json: jsonPath, rss: rssPath)
  ) {
    self.index = index
    self.attributions = attributions
    self.title = title ?? index.contents.options.calendarName
    self.paths = paths
  }

  func write(_ database: Database, to builder: EditionBuilder) throws {
    let ids = try Self.soonest(in: database, after: contents.now)
    try write(try StoredEvents(database, index).events(.ids(ids)), to: builder)
  }

  /// Writes the feeds of some events.
  func write(_ events: [StoredEvent], to builder: EditionBuilder) throws {
    let items = events.compactMap { stored in
      stored.published.next(after: contents.now).map { date in
        UpcomingItem(
          event: stored.published, date: date, revision: stored.revision,
          guid: "\(stored.id)@\(contents.options.uidDomain)", address: contents.options.address,
          attribution: index.sources(of: stored.published.event)
            .map { $0.attribution ?? $0.name })
      }
    }.sorted { one, other in
      one.date.startsAt != other.date.startsAt
        ? one.date.startsAt < other.date.startsAt : one.event.id.precedes(other.event.id)
    }.prefix(Self.limit)
    try writeJSON(Array(items), builder)
    try writeRSS(Array(items), builder)
    if let path = paths.atom { try writeAtom(Array(items), path, builder) }
  }

  /// Ids of the events whose next date is earliest: at least `limit`, plus ties with the last one.
  private static func soonest(in database: Database, after now: Instant) throws -> [String] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT event, start FROM occurrence
        WHERE max(start + 1, coalesce(end, 0)) > ? AND status NOT IN ('cancelled', 'postponed')
        ORDER BY start
        """, arguments: [now.secondsSinceEpoch])
    var found: [String] = []
    var seen: Set<String> = []
    var last: Int64?
    while let row = try rows.next() {
      let start: Int64 = row[1]
      if found.count >= limit, last != start { break }
      last = start
      if seen.insert(row[0]).inserted { found.append(row[0]) }
    }
    return found
  }

  private var attribution: [String] { attributions.lines }

  private func writeJSON(_ items: [UpcomingItem], _ builder: EditionBuilder) throws {
    var json = JSONWriter()
    json.beginObject()
    json.member("version", "https://jsonfeed.org/version/1.1")
    json.member("title", title)
    json.member("home_page_url", contents.options.address?.page())
    json.member("feed_url", contents.options.address?.file(paths.json))
    json.member("description", attribution.joined(separator: "\n"))
    json.objects("items", items, onLines: true) { $0.write(to: &$1, text: Self.clipped($0.text)) }
    json.endObject()
    json.endLine()
    try builder.write(paths.json, json.bytes, records: items.count)
  }

  private func writeRSS(_ items: [UpcomingItem], _ builder: EditionBuilder) throws {
    let file = try builder.file(paths.rss)
    // RSS 2.0 requires a link in every channel. Without an address, use the domain of the UIDs, not
    // the page of an event, which would change every day.
    let link = contents.options.address?.page() ?? "https://\(contents.options.uidDomain)/"
    let own = contents.options.address.map {
      XMLText.link("self", "application/rss+xml", $0.file(paths.rss), prefix: "atom:")
    }
    let atom = own == nil ? "" : " xmlns:atom=\"http://www.w3.org/2005/Atom\""
    try file.append(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"\(atom)>
      <channel>

      """)
    try file.append(XMLText.element("title", title))
    try file.append(XMLText.element("link", link) + (own ?? ""))
    try file.append(
      XMLText.element("description", (["Coming events"] + attribution).joined(separator: "\n")))
    for item in items {
      try file.append(item.rss(text: Self.clipped(item.text)))
      file.records += 1
    }
    try file.append("</channel>\n</rss>\n")
    try builder.finish(file)
  }

  private func writeAtom(_ items: [UpcomingItem], _ path: String, _ builder: EditionBuilder) throws
  {
    let updated = items.map(\.revision.modified).max() ?? contents.weekBegan
    let entries = items.map {
      $0.atom(domain: contents.options.uidDomain, text: Self.clipped($0.text))
    }
    try AtomFeed(path: path, id: path, title: title, updated: updated.rfc3339)
      .write(entries, of: contents, attributions: attributions, to: builder)
  }

  private static func clipped(_ text: String?) -> String? {
    guard let text, text.count > textLimit else { return text }
    return text.prefix(textLimit) + "…"
  }
}

/// An event of a feed, with its next date.
private struct UpcomingItem {
  let event: PublishedEvent
  let date: PublishedOccurrence
  let revision: EventRevision
  let guid: String
  let address: EditionAddress?
  let attribution: [String]

  /// The publisher's page, else the event on the edition's page.
  var link: String? {
    event.link ?? address?.page(of: event.id)
  }

  var text: String? { date.text ?? event.event.text }

  private var title: String { date.title ?? event.event.title }

  /// `Tuesday 3 March 2026, 19:00 · Foyer, Great Hall`, then the text and the attribution.
  private func words(_ text: String?) -> String {
    let day = event.zone.civil(at: date.startsAt)
    var line = StaticList.text(day.date)
    if !date.start.isDay { line += ", " + StaticList.clock(day) }
    if let place = date.location.text { line += " · \(place)" }
    return [line, text, attribution.joined(separator: "\n")].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  func write(to json: inout JSONWriter, text: String?) {
    json.member("id", guid)
    json.member("url", link)
    json.member("title", title)
    json.member("content_text", words(text))
    json.member("image", WebLink.safe(event.event.image))
    json.member("date_published", revision.created.rfc3339)
    json.member("date_modified", revision.modified.rfc3339)
    json.member("tags", event.categories.map(\.name) + event.event.tags)
    json.member("language", event.event.language)
    json.object("_event") { json in
      json.member("id", event.id)
      json.members(of: date)
      json.member("status", date.status.rawValue)
      json.members(of: date.location)
      json.member("latitude", date.location.coordinate?.latitude)
      json.member("longitude", date.location.coordinate?.longitude)
      json.member("organizer", event.event.organizer)
      json.member("price", event.event.price)
      json.member("free", event.isFree)
    }
  }

  func atom(domain: String, text: String?) -> String {
    "<entry>\n<id>tag:\(XMLText.escaped(domain)),2026:event/\(XMLText.escaped(event.id))</id>\n"
      + XMLText.element("title", title)
      + (link.map { XMLText.link("alternate", "text/html", $0) } ?? "")
      + XMLText.element("published", revision.created.rfc3339)
      + XMLText.element("updated", revision.modified.rfc3339)
      + event.categories.map { "<category term=\"\(XMLText.escaped($0.id))\"/>\n" }.joined()
      + XMLText.element("content", words(text), " type=\"text\"") + "</entry>\n"
  }

  func rss(text: String?) -> String {
    "<item>\n" + XMLText.element("title", title) + XMLText.element("link", link)
      + XMLText.element("guid", guid, " isPermaLink=\"false\"")
      + XMLText.element("pubDate", XMLText.mailDate(revision.modified))
      + XMLText.element("description", words(text))
      + event.categories.map { XMLText.element("category", $0.name) }.joined()
      + XMLText.element("ev:startdate", date.start.publicText)
      + XMLText.element("ev:enddate", date.end?.publicText)
      + XMLText.element("ev:location", date.location.text)
      + XMLText.element("ev:organizer", event.event.organizer) + "</item>\n"
  }
}
