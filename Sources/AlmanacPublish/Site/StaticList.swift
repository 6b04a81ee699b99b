import AlmanacModel
import AlmanacTime
import Foundation

/// A list of events in plain HTML, for browsers without scripts and for search engines.
struct StaticList {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private(set) var html = ""
  private let days: UpcomingDays
  private var heading: String?
  private var seen: Set<String> = []

  /// - Parameter title: The campus's name if there are several campuses.
  init(days: UpcomingDays, title: String?) {
    self.days = days
    if let title { html += "<h2 class=\"campus\">\(HTMLText.escaped(title))</h2>\n" }
  }

  /// Adds a date. Dates must be added in the order of their starts.
  mutating func add(_ event: PublishedEvent, _ date: PublishedOccurrence) {
    let day = days.firstDay(of: date)
    open(day < days.first ? "Already running" : Self.text(day))
    // Links end in an event's id, so the first of its dates has the id.
    let id = seen.insert(event.id).inserted ? " id=\"\(HTMLText.escaped(event.id))\"" : ""
    html += "<li class=\"item\(date.takesPlace ? "" : " off")\"\(id)>"
    html += "<p class=\"when\">\(when(date))</p><div class=\"what\">"
    let title = HTMLText.escaped(date.title ?? event.event.title)
    if let link = event.link {
      html += "<h3 dir=\"auto\"><a href=\"\(HTMLText.escaped(link))\">\(title)</a></h3>"
    } else {
      html += "<h3 dir=\"auto\">\(title)</h3>"
    }
    if let place = date.location.text {
      html += "<p class=\"where\" dir=\"auto\">\(HTMLText.escaped(place))</p>"
    }
    let facts = facts(event, date)
    if !facts.isEmpty { html += "<p class=\"meta\">\(facts)</p>" }
    html += "</div></li>\n"
  }

  mutating func finish() {
    if heading != nil { html += "</ol></section>\n" }
    heading = nil
  }

  /// `Tuesday 3 March 2026, 19:00–21:00, GH-01, Great Hall`, as markup.
  func line(_ date: PublishedOccurrence, of event: PublishedEvent) -> String {
    var line = "\(Self.text(days.firstDay(of: date))), \(when(date))"
    if let title = date.title, title != event.event.title {
      line += ", <span dir=\"auto\">\(HTMLText.escaped(title))</span>"
    }
    if let place = date.location.text {
      line += ", <span dir=\"auto\">\(HTMLText.escaped(place))</span>"
    }
    return date.takesPlace ? line : "\(line) <strong>\(date.status.rawValue)</strong>"
  }

  /// `Tuesday 3 March 2026`
  static func text(_ day: CivilDate) -> String {
    let weekday = weekdays[day.weekday.rawValue - 1]
    return "\(weekday) \(day.day) \(months[day.month - 1]) \(day.year)"
  }

  private mutating func open(_ heading: String) {
    guard heading != self.heading else { return }
    finish()
    self.heading = heading
    html += "<section class=\"day\"><h2>\(heading)</h2>\n<ol>\n"
  }

  private func when(_ date: PublishedOccurrence) -> String {
    let (first, last) = (days.firstDay(of: date), days.lastDay(of: date))
    var text = "All day"
    if !date.start.isDay {
      text = Self.clock(days.zone.civil(at: date.startsAt))
      if first == last, let end = date.endsAt, end > date.startsAt {
        text += "–" + Self.clock(days.zone.civil(at: end))
      }
    }
    let until =
      first == last ? "" : " <small>until \(last.day) \(Self.months[last.month - 1])</small>"
    return "<time datetime=\"\(date.start.publicText)\">\(text)</time>\(until)"
  }

  private func facts(_ event: PublishedEvent, _ date: PublishedOccurrence) -> String {
    var facts: [String] = []
    if date.status != .confirmed {
      facts.append("<strong>\(date.status.rawValue.capitalized)</strong>")
    }
    facts += event.categories.prefix(1).map { HTMLText.escaped($0.name) }
    if event.event.kind == .community { facts.append("Community") }
    if event.isFree == true {
      facts.append("Free")
    } else if let price = event.event.price {
      facts.append(HTMLText.escaped(price))
    }
    if let weather = date.weather { facts.append(HTMLText.escaped(weather.text)) }
    return facts.joined(separator: " · ")
  }

  /// `19:00`
  static func clock(_ time: CivilDateTime) -> String {
    let digits = [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return digits.joined(separator: ":")
  }
}
