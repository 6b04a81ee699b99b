import AlmanacModel
import AlmanacTime
import GRDB

/// `feeds/posts.atom` (RFC 4287): submitted events in the order in which they were approved or first
/// appeared, the newest first. Each entry has a text that can be shared as it is, with the event's
/// permanent address, for programs that post to other networks.
struct PostFeed {
  static let path = "feeds/posts.atom"
  static let limit = 100

  private let index: EditionIndex

  private var contents: EditionContents { index.contents }

  /// nil if no source accepts submissions.
  init?(_ index: EditionIndex) {
    guard !index.submissionSources.isEmpty else { return nil }
    self.index = index
  }

  func write(
    _ database: Database, attributions: [Attribution], to builder: EditionBuilder
  ) throws {
    let times = try times(in: database)
    let events = try StoredEvents(database, index).events(.ids(times.map(\.event)))
    let published = Dictionary(
      events.map { ($0.id, $0.published) }, uniquingKeysWith: { first, _ in first })
    // Atom needs a time. That of an empty feed changes with the week.
    let feed = AtomFeed(
      path: Self.path, id: "posts", title: "\(contents.options.calendarName): new events",
      updated: times.first?.at ?? contents.weekBegan.rfc3339)
    let entries = times.compactMap { event, at in published[event].flatMap { entry($0, at: at) } }
    try feed.write(entries, of: contents, attributions: attributions, to: builder)
  }

  /// The first appearances of events, the newest first.
  private func times(in database: Database) throws -> [(event: String, at: String)] {
    let sources = index.submissionSources.sorted()
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT el.event, min(l.published_text) AS at
        FROM listing l JOIN event_listing el ON el.listing = l.id JOIN event e ON e.id = el.event
        WHERE l.source IN (SELECT value FROM json_each(?)) AND l.published_text IS NOT NULL
          AND e.withdrawn IS NULL AND e.status <> 'cancelled'
        GROUP BY el.event ORDER BY at DESC, el.event LIMIT \(Self.limit)
        """, arguments: [ReferenceRows.json(sources)])
    return rows.map { ($0[0], $0[1]) }
  }

  /// nil for an event without a date.
  private func entry(_ event: PublishedEvent, at time: String) -> String? {
    guard let date = event.occurrences.first else { return nil }
    let link = contents.options.address?.page(of: event.id)
    let day = event.zone.civil(at: date.startsAt)
    var words = "\(event.event.title) · \(StaticList.text(day.date))"
    if !date.start.isDay { words += ", \(StaticList.clock(day))" }
    if let place = date.location.text { words += " · \(place)" }
    if let link { words += "\n\(link)" }
    return "<entry>\n<id>tag:\(XMLText.escaped(contents.options.uidDomain)),2026:post/"
      + "\(XMLText.escaped(event.id))</id>\n"
      + XMLText.element("title", event.event.title)
      + (link.map { XMLText.link("alternate", "text/html", $0) } ?? "")
      + XMLText.element("published", time) + XMLText.element("updated", time)
      + event.categories.map { "<category term=\"\(XMLText.escaped($0.id))\"/>\n" }.joined()
      + XMLText.element("content", words, " type=\"text\"") + "</entry>\n"
  }
}
