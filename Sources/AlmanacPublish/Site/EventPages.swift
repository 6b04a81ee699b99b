import AlmanacModel
import AlmanacTime
import GRDB

/// `site/event/<id>.html`: a page for one event, to link to and for search engines.
///
/// A page doesn't depend on the run time or the weather, so most pages are hard links. A published
/// page remains after its event has left the map page, because people have links to it.
struct EventPages: Sendable {
  /// Number of pages that a worker writes at once.
  private static let part = 64
  /// The maximum number of dates on a page.
  private static let dateLimit = 20
  /// An edition with at most this many events has a page for each of them. A larger one has pages
  /// only for the events of the map page and for earlier pages: writing a page takes about 0.1 ms.
  private static let smallEdition = 2_000
  /// The maximum number of pages in addition to those for the map page. With its 10,000 events, an edition
  /// has at most 20,000 pages, about 90 MB in blocks of 4 KiB.
  private static let retainedLimit = 10_000
  private static let folder = "site/event/"

  let index: EditionIndex
  let days: [String: UpcomingDays]
  let attributions: [Attribution]
  let previous: PreviousEdition?
  /// Whether the events are those of the previous edition.
  let isRenewal: Bool
  let workers: Int

  private var contents: EditionContents { index.contents }

  static func path(of id: String) -> String { "\(folder)\(id).html" }

  /// - Parameters:
  ///   - shown: The events of the map page.
  ///   - events: Reads other events of the database.
  func write(
    _ shown: [StoredEvent], _ events: StoredEvents, in database: Database,
    to builder: EditionBuilder
  ) throws {
    try write(shown, to: builder)
    var retained: [String] = []
    let submitted = try submittedBefore()
    for row in try others(than: Set(shown.map(\.id)), in: database) {
      let id: String = row[0]
      if row[1] {
        if try !isRenewal || !link(id, to: builder) { retained.append(id) }
      } else if !submitted.contains(id),
        try !hasFormerPage(id, since: row[4]) || !link(id, to: builder)
      {
        let page = formerPage(change: row[2], successor: row[3])
        try builder.write(Self.path(of: id), page.utf8)
      }
    }
    try write(try events.events(.ids(retained)), to: builder)
  }

  /// Ids of events that need a page though the map page lacks them. Each row also contains whether
  /// the database contains the event, and its last change.
  private func others(than shown: Set<String>, in database: Database) throws -> [Row] {
    var ids = Set(previous?.files.keys.compactMap(Self.id(ofPath:)) ?? [])
    if try Int.fetchOne(database, sql: "SELECT count(*) FROM event") ?? 0 <= Self.smallEdition {
      ids.formUnion(try String.fetchAll(database, sql: "SELECT id FROM event"))
    }
    ids.subtract(shown)
    guard !ids.isEmpty else { return [] }
    return try Row.fetchAll(
      database,
      sql: """
        SELECT k.value, e.id IS NOT NULL, c.change, c.new, c.at
        FROM json_each(?) k LEFT JOIN event e ON e.id = k.value
          LEFT JOIN event_change c ON c.id = (
            SELECT id FROM event_change WHERE event = k.value ORDER BY at DESC, id DESC LIMIT 1)
        WHERE e.id IS NOT NULL OR c.id IS NOT NULL ORDER BY c.at DESC, k.value LIMIT ?
        """, arguments: [ReferenceRows.json(Array(ids)), Self.retainedLimit])
  }

  /// Ids of the previous edition's events that people submitted. If such an event has left the
  /// database, it may have been hidden because of reports, and must leave no page.
  private func submittedBefore() throws -> Set<String> {
    guard let previous, !index.submissionSources.isEmpty else { return [] }
    return try previous.database.read { database in
      try String.fetchSet(
        database,
        sql: """
          SELECT el.event FROM event_listing el JOIN listing l ON l.id = el.listing
          WHERE l.source IN (SELECT value FROM json_each(?))
          """, arguments: [ReferenceRows.json(index.submissionSources.sorted())])
    }
  }

  private static func id(ofPath path: String) -> String? {
    guard path.hasPrefix(folder) else { return nil }
    return String(path.dropFirst(folder.count).dropLast(".html".count))
  }

  private func write(_ events: [StoredEvent], to builder: EditionBuilder) throws {
    let parts = stride(from: 0, to: events.count, by: Self.part)
      .map { events[$0..<min($0 + Self.part, events.count)] }
    _ = try Workers.map(parts.count, workers: workers) { number in
      for event in parts[number] where try !isRenewal || !link(event.id, to: builder) {
        try builder.write(Self.path(of: event.id), page(of: event).utf8, records: 1)
      }
    }
  }

  /// Hard-links the previous edition's page. Returns false if it has none.
  private func link(_ id: String, to builder: EditionBuilder) throws -> Bool {
    guard let file = previous?.files[Self.path(of: id)] else { return false }
    return try builder.linkUnread(file)
  }

  /// Whether the previous edition has the page of an event that had already left its database. Such
  /// a page contains no record, and depends only on the event's last change.
  private func hasFormerPage(_ id: String, since change: Int64?) -> Bool {
    guard let previous, let file = previous.files[Self.path(of: id)], file.records == 0 else {
      return false
    }
    return (change ?? .max) <= previous.now.secondsSinceEpoch
  }

  /// The page of an event that has left the database. It doesn't contain the title, because the
  /// publisher may have withdrawn it.
  private func formerPage(change: String, successor: String?) -> String {
    var links = [(Self.map, "What is on")]
    let note: String
    switch Change.Kind(rawValue: change) {
    case .merged:
      note = "This event is now part of another one"
      if let successor { links.insert(("\(Self.map)#\(successor)", "The other event"), at: 0) }
    case .withdrawn: note = "This event was probably cancelled: no source lists it any more"
    default: note = "This event is over"
    }
    return PlainPage(
      title: note, home: home,
      head: "<meta name=\"robots\" content=\"noindex\">\n\(Self.style)",
      body: Self.buttons(links), attributions: []
    ).html
  }

  private func page(of stored: StoredEvent) -> String {
    let event = stored.published
    var data = LinkedData()
    var dates = ""
    if let days = days[event.event.campus] {
      // Omit dates of earlier weeks, unless there are no others.
      let current = event.occurrences.filter { $0.lastInstant >= contents.weekBegan }
      let listed = current.isEmpty ? event.occurrences : current
      let list = StaticList(days: days, title: nil)
      for date in listed.prefix(Self.dateLimit) {
        data.add(event, date)
        dates += "<li>\(list.line(date, of: event))</li>\n"
      }
      let rest = listed.count - Self.dateLimit
      if rest > 0 { dates += "<li>and \(rest) more \(rest == 1 ? "date" : "dates")</li>\n" }
    }
    let file = contents.options.address.map { $0.file(Self.path(of: event.id)) }
    let sources = Set(event.event.listings.map(\.source))
    let canonical = file.map { "<link rel=\"canonical\" href=\"\(HTMLText.escaped($0))\">\n" } ?? ""
    return PlainPage(
      title: event.event.title, home: home,
      head: canonical + Self.style
        + "\n<script type=\"application/ld+json\">\(data.text())</script>",
      body: "<ul class=\"dates\">\n\(dates)</ul>\n" + facts(event) + text(event) + links(event),
      attributions: attributions.filter { $0.isGazetteer || sources.contains($0.id) }
    ).html
  }

  private static let map = "../index.html"
  private static let style = "<link rel=\"stylesheet\" href=\"../site.css\">"

  private var home: String {
    "<p class=\"site-name\"><a href=\"\(Self.map)\">\(HTMLText.escaped(contents.options.calendarName))</a></p>\n"
  }

  private func facts(_ event: PublishedEvent) -> String {
    let names = event.categories.map(\.name).joined(separator: ", ")
    let facts: [(name: String, value: String?)] = [
      ("Category", names.isEmpty ? nil : names),
      ("Price", event.isFree == true ? "Free" : event.event.price),
      ("For", event.event.audience), ("Organizer", event.event.organizer),
    ]
    let rows = facts.compactMap { name, value in
      value.map { "<dt>\(name)</dt><dd dir=\"auto\">\(HTMLText.escaped($0))</dd>\n" }
    }
    return rows.isEmpty ? "" : "<dl class=\"facts\">\n\(rows.joined())</dl>\n"
  }

  private func text(_ event: PublishedEvent) -> String {
    guard let text = event.event.text, !text.isEmpty else { return "" }
    return "<div class=\"text\" dir=\"auto\"><p>\(HTMLText.escaped(text))</p></div>\n"
  }

  private func links(_ event: PublishedEvent) -> String {
    var links = [("\(Self.map)#\(event.id)", "On the map, and into your calendar")]
    let point = event.location.coordinate ?? event.occurrences.first?.location.coordinate
    if let point { links.append((WebLink.directions(to: point), "Directions on OpenStreetMap")) }
    if let link = event.link { links.append((link, "More at the source")) }
    if let online = WebLink.safe(event.event.onlineURL) { links.append((online, "Join online")) }
    return Self.buttons(links)
  }

  private static func buttons(_ links: [(address: String, text: String)]) -> String {
    let items = links.map { "<a class=\"button\" href=\"\(HTMLText.escaped($0))\">\($1)</a>\n" }
    return "<p class=\"buttons\">\n\(items.joined())</p>\n"
  }
}
