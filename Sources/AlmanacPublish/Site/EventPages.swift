import AlmanacModel

/// `site/event/<id>.html`: a page for each event that the map page shows, to link to and for search
/// engines, with its dates as schema.org/Event.
///
/// It has nothing that changes from run to run, such as the weather, so that most pages are hard links.
struct EventPages {
  /// Dates on a page.
  private static let limit = 100

  let address: EditionAddress?
  let days: [String: ComingDays]
  let attributions: [Attribution]

  static func path(of id: String) -> String { "site/event/\(id).html" }

  func write(_ events: [StoredEvent], to builder: EditionBuilder) throws {
    for event in events {
      try builder.write(Self.path(of: event.id), page(of: event).utf8, records: 1)
    }
  }

  private func page(of stored: StoredEvent) -> String {
    let event = stored.published
    var data = LinkedData()
    var dates = ""
    if let days = days[event.event.campus] {
      let list = StaticList(days: days, title: nil)
      for date in event.occurrences.lazy.filter({ days.hold($0) }).prefix(Self.limit) {
        data.add(event, date)
        dates += "<li>\(list.line(date, of: event))</li>\n"
      }
    }
    let file = address.map { $0.file(Self.path(of: event.id)) }
    let canonical = file.map { "<link rel=\"canonical\" href=\"\(HTMLText.escaped($0))\">\n" } ?? ""
    return PlainPage(
      title: event.event.title,
      head: canonical + "<link rel=\"stylesheet\" href=\"../site.css\">\n"
        + "<script type=\"application/ld+json\">\(data.text())</script>",
      body: "<ul class=\"dates\">\n\(dates)</ul>\n" + facts(event) + text(event) + links(event),
      attributions: attributions.owed(by: [stored])
    ).html
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
    var links = [("../index.html#\(event.id)", "On the map, and into your calendar")]
    if let link = event.link { links.append((link, "More at the source")) }
    if let online = WebLink.safe(event.event.onlineURL) { links.append((online, "Join online")) }
    let items = links.map { "<a class=\"button\" href=\"\(HTMLText.escaped($0))\">\($1)</a>\n" }
    return "<p class=\"buttons\">\n\(items.joined())</p>\n"
  }
}
