import AlmanacModel
import AlmanacTime

/// Writes the pages of a view: a list to embed, and the weekly digest as HTML and Markdown.
struct ViewPages {
  private struct Entry {
    let event: PublishedEvent
    let date: PublishedOccurrence
  }

  /// Maximum number of dates in the list.
  private static let limit = 1_000

  let index: EditionIndex
  let view: EditionView
  let events: [StoredEvent]
  let attributions: [Attribution]

  private var contents: EditionContents { index.contents }

  /// `site/view/<id>.html`: the dates of the next 60 days.
  func list() -> String {
    page(title: view.name, days: UpcomingDays.count, isDigest: false)
  }

  /// `site/view/<id>-week.html`: the dates of the next seven days, with inline styles for mail.
  func digest() -> String {
    page(title: "\(view.name): the next seven days", days: 7, isDigest: true)
  }

  /// `site/view/<id>-week.md`
  func markdown() -> String {
    var text = "# \(Self.markdown(view.name))\n"
    for campus in contents.campuses {
      let days = days(of: campus)
      if contents.campuses.count > 1 { text += "\n## \(Self.markdown(campus.name))\n" }
      var heading: CivilDate?
      for entry in entries(of: campus, days, count: 7) {
        let day = max(days.firstDay(of: entry.date), days.first)
        if day != heading { text += "\n### \(StaticList.text(day))\n\n" }
        heading = day
        text += line(entry, days) + "\n"
      }
    }
    if events.isEmpty { text += "\nNothing is announced.\n" }
    let lines = attributions.lines.map(Self.markdown)
    return lines.isEmpty ? text : text + "\n\(lines.joined(separator: "  \n"))\n"
  }

  private func line(_ entry: Entry, _ days: UpcomingDays) -> String {
    let (event, date) = (entry.event, entry.date)
    let title = Self.markdown(date.title ?? event.event.title)
    let address = event.link ?? contents.options.address?.page(of: event.id)
    var text =
      "- " + (date.start.isDay ? "" : "\(StaticList.clock(days.zone.civil(at: date.startsAt))) ")
    text += address.map { "[\(title)](<\($0)>)" } ?? title
    if let place = date.location.text { text += ", \(Self.markdown(place))" }
    let last = days.lastDay(of: date)
    if last != days.firstDay(of: date) { text += ", until \(StaticList.text(last))" }
    return date.takesPlace ? text : "\(text) (**\(date.status.rawValue)**)"
  }

  /// The text on one line, with the markup characters of Markdown and HTML escaped.
  private static func markdown(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if character.isNewline {
        escaped += " "
      } else {
        // Parentheses are markup only after brackets.
        if "\\`*_[]#+|<>~&".contains(character) { escaped += "\\" }
        escaped.append(character)
      }
    }
  }

  private func days(of campus: Campus) -> UpcomingDays {
    UpcomingDays(zone: index.zone(ofCampus: campus.id), now: contents.now)
  }

  private func entries(of campus: Campus, _ days: UpcomingDays, count: Int) -> [Entry] {
    let end = days.first.adding(days: count)
    let ofCampus = events.lazy.map(\.published).filter { $0.event.campus == campus.id }
    return ofCampus.flatMap { event in
      event.occurrences.filter { date in
        days.hold(date) && days.firstDay(of: date) < end
      }.map { Entry(event: event, date: $0) }
    }.sorted { one, other in
      one.date.startsAt != other.date.startsAt
        ? one.date.startsAt < other.date.startsAt : one.event.id.precedes(other.event.id)
    }
  }

  private func page(title: String, days count: Int, isDigest: Bool) -> String {
    var body = ""
    var shown = 0
    for campus in contents.campuses {
      let days = days(of: campus)
      var list = StaticList(days: days, title: contents.campuses.count > 1 ? campus.name : nil)
      for entry in entries(of: campus, days, count: count).prefix(Self.limit - shown) {
        list.add(entry.event, entry.date)
        shown += 1
      }
      list.finish()
      body += list.html
    }
    if shown == 0 { body += "<p class=\"none\">Nothing is announced.</p>\n" }
    // The list refers to the page's style file; mail needs inline styles.
    if isDigest {
      return PlainPage(
        title: title, styles: "'unsafe-inline'", head: "<style>\(Self.mailStyle)</style>",
        body: body, attributions: attributions
      ).html
    }
    return PlainPage(
      title: title,
      head: "<link rel=\"stylesheet\" href=\"../site.css\">\n<base target=\"_blank\">\n" + links,
      body: body, attributions: attributions
    ).html
  }

  private var links: String {
    [
      ("application/rss+xml", view.feeds.rss), ("application/atom+xml", view.feeds.atom ?? ""),
      ("application/feed+json", view.feeds.json), ("text/calendar", view.calendarPath),
    ].map { type, path in
      let address = HTMLText.escaped(contents.options.address?.file(path) ?? "../../\(path)")
      return "<link rel=\"alternate\" type=\"\(type)\" href=\"\(address)\">"
    }.joined(separator: "\n")
  }

  private static let mailStyle = """
    body{font:16px/1.5 sans-serif;max-width:42em;margin:1em auto;padding:0 1em}\
    ol,ul{list-style:none;padding:0}h2{font-size:1.1em;margin:1.2em 0 .2em}h3,p{margin:0}\
    h3{font-size:1em}.item{margin:0 0 .8em}.off h3{text-decoration:line-through}
    """
}
