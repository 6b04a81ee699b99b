import AlmanacModel
import AlmanacTime

/// `feeds/coming.json` (JSON Feed 1.1) and `feeds/coming.rss` (RSS 2.0): the events that come next,
/// each with its next date, so that others can subscribe to what we publish.
struct ComingFeeds {
  static let jsonPath = "feeds/coming.json"
  static let rssPath = "feeds/coming.rss"
  static let limit = 200
  /// Characters of a description; the rest is a click away.
  private static let textLimit = 1_000

  private struct Entry {
    let startsAt: Instant
    /// In the order of the events' ids.
    let number: Int
    let event: PublishedEvent
    let revision: EventRevision
  }

  private let index: EditionIndex
  private var attributions: [Attribution] = []
  private var entries: [Entry] = []
  private var count = 0
  /// What begins no sooner than this comes too late.
  private var latest: Instant?

  private var contents: EditionContents { index.contents }

  init(_ index: EditionIndex) { self.index = index }

  /// Takes the events in the order of their ids.
  mutating func note(_ event: PublishedEvent, _ revision: EventRevision) {
    guard let next = event.next(after: contents.now) else { return }
    if let latest, next.startsAt >= latest { return }
    count += 1
    entries.append(
      Entry(startsAt: next.startsAt, number: count, event: event, revision: revision))
    if entries.count >= 4 * Self.limit { keepSoonest() }
  }

  private mutating func keepSoonest() {
    entries.sort { ($0.startsAt, $0.number) < ($1.startsAt, $1.number) }
    entries.removeLast(max(0, entries.count - Self.limit))
    if entries.count == Self.limit { latest = entries.last?.startsAt }
  }

  mutating func finish(attributions: [Attribution], _ builder: EditionBuilder) throws {
    keepSoonest()
    self.attributions = attributions
    let items = entries.compactMap { entry -> ComingItem? in
      let event = entry.event
      return event.next(after: contents.now).map {
        ComingItem(
          event: event, date: $0, revision: entry.revision,
          guid: "\(event.id)@\(contents.uidDomain)", address: contents.address,
          thanks: index.sources(of: event.event).map { $0.attribution ?? $0.name })
      }
    }
    try writeJSON(items, builder)
    try writeRSS(items, builder)
  }

  private var thanks: [String] { attributions.lines }

  private func writeJSON(_ items: [ComingItem], _ builder: EditionBuilder) throws {
    var json = JSONWriter()
    json.beginObject()
    json.member("version", "https://jsonfeed.org/version/1.1")
    json.member("title", contents.calendarName)
    json.member("home_page_url", contents.address?.page())
    json.member("feed_url", contents.address?.file(Self.jsonPath))
    json.member("description", thanks.joined(separator: "\n"))
    json.key("items")
    json.beginArray()
    for item in items {
      json.newline()
      item.write(to: &json, text: Self.clipped(item.text))
    }
    json.endArray()
    json.endObject()
    json.endLine()
    let file = try builder.file(Self.jsonPath)
    try file.append(json.bytes)
    file.records = items.count
    try builder.finish(file)
  }

  private func writeRSS(_ items: [ComingItem], _ builder: EditionBuilder) throws {
    let file = try builder.file(Self.rssPath)
    // RSS 2.0 wants a link in every channel. Where nobody says which, the domain of the UIDs is the
    // nearest: never the page of some event, which is another one every day.
    let link = contents.address?.page() ?? "https://\(contents.uidDomain)/"
    let own = contents.address.map {
      XMLText.link("self", "application/rss+xml", $0.file(Self.rssPath), prefix: "atom:")
    }
    let atom = own == nil ? "" : " xmlns:atom=\"http://www.w3.org/2005/Atom\""
    try file.append(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"\(atom)>
      <channel>

      """)
    try file.append(XMLText.element("title", contents.calendarName))
    try file.append(XMLText.element("link", link) + (own ?? ""))
    try file.append(
      XMLText.element("description", (["Coming events"] + thanks).joined(separator: "\n")))
    for item in items {
      try file.append(item.rss(text: Self.clipped(item.text)))
      file.records += 1
    }
    try file.append("</channel>\n</rss>\n")
    try builder.finish(file)
  }

  private static func clipped(_ text: String?) -> String? {
    guard let text, text.count > textLimit else { return text }
    return text.prefix(textLimit) + "…"
  }
}

/// One event of a feed, with its next date.
private struct ComingItem {
  let event: PublishedEvent
  let date: PublishedOccurrence
  let revision: EventRevision
  let guid: String
  let address: EditionAddress?
  let thanks: [String]

  /// Its publisher's page, else ours.
  var link: String? {
    event.link ?? address?.page(of: event.id)
  }

  var text: String? { date.text ?? event.event.text }

  private var title: String { date.title ?? event.event.title }

  /// `Tuesday 3 March 2026, 19:00 · Foyer, Great Hall`, then the text, and whom to thank.
  private func words(_ text: String?) -> String {
    let day = event.zone.civil(at: date.startsAt)
    var line = StaticList.text(day.date)
    if !date.start.isDay { line += ", " + StaticList.clock(day) }
    if let place = date.location.text { line += " · \(place)" }
    return [line, text, thanks.joined(separator: "\n")].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  func write(to json: inout JSONWriter, text: String?) {
    json.beginObject()
    json.member("id", guid)
    json.member("url", link)
    json.member("title", title)
    json.member("content_text", words(text))
    json.member("image", WebLink.safe(event.event.image))
    json.member("date_published", revision.created.rfc3339)
    json.member("date_modified", revision.modified.rfc3339)
    json.member("tags", event.categories.map(\.name) + event.event.tags)
    json.member("language", event.event.language)
    json.key("_event")
    json.beginObject()
    json.member("id", event.id)
    json.members(of: date)
    json.member("status", date.status.rawValue)
    json.members(of: date.location)
    json.member("latitude", date.location.coordinate?.latitude)
    json.member("longitude", date.location.coordinate?.longitude)
    json.member("organizer", event.event.organizer)
    json.member("price", event.event.price)
    json.member("free", event.isFree)
    json.endObject()
    json.endObject()
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
