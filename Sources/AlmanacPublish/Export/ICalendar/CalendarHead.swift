import AlmanacModel
import AlmanacTime

/// The properties and time zones before the components of a calendar (RFC 5545 section 3.6).
struct CalendarHead {
  let path: String
  let title: String
  let campuses: [String]
  /// The page filter that selects the same events.
  let filter: (name: String, value: String)?
  var years: [ZoneYears] = []
  /// Whether no event follows.
  var isEmpty = true
  var attribution: [String] = []

  init(path: String, title: String, campuses: [String], filter: (name: String, value: String)?) {
    self.path = path
    self.title = title
    self.campuses = campuses
    self.filter = filter
  }

  func bytes(_ index: EditionIndex) -> [UInt8] {
    var lines = ICalendarLines()
    lines.line("BEGIN", "VCALENDAR")
    lines.line("VERSION", "2.0")
    lines.line("PRODID", "-//Almanac//Almanac//EN")
    lines.line("CALSCALE", "GREGORIAN")
    lines.text("NAME", title)
    lines.text("X-WR-CALNAME", title)
    let attribution = attribution.joined(separator: "\n")
    lines.text("DESCRIPTION", attribution)
    lines.text("X-WR-CALDESC", attribution)
    if let address = index.contents.options.address {
      lines.uri("URL", address.page(filter))
      lines.uri("SOURCE;VALUE=URI", address.file(path))
    }
    lines.line("REFRESH-INTERVAL;VALUE=DURATION", "PT12H")
    lines.line("X-PUBLISHED-TTL", "PT12H")
    for entry in declaredYears(index).sorted(by: { $0.zone < $1.zone }) {
      guard let zone = index.zones.zone(named: entry.zone) else { continue }
      TimeZoneComponent(zone: zone, years: entry.years).write(to: &lines)
    }
    return lines.bytes
  }

  /// RFC 5545 section 3.6 requires a component even without events. Events in UTC or of whole days
  /// need no zone.
  private func declaredYears(_ index: EditionIndex) -> [ZoneYears] {
    guard years.isEmpty, isEmpty else { return years }
    var years: [ZoneYears] = []
    let year = Zone.utc.civil(at: index.contents.now).date.year
    for campus in campuses {
      let zone = index.zone(ofCampus: campus).identifier
      ZoneYears(zone: zone, years: year...year).add(to: &years)
    }
    return years
  }
}

/// The years in which a calendar uses a time zone.
struct ZoneYears: Sendable {
  let zone: String
  var years: ClosedRange<Int>

  /// Extends the entry of the same zone, or adds one.
  func add(to others: inout [ZoneYears]) {
    if let known = others.firstIndex(where: { $0.zone == zone }) {
      let first = min(others[known].years.lowerBound, years.lowerBound)
      let last = max(others[known].years.upperBound, years.upperBound)
      others[known].years = first...last
    } else {
      others.append(self)
    }
  }

  /// The zones and years of an event's components.
  static func of(_ event: PublishedEvent, zones: ZoneDatabase) -> [ZoneYears] {
    var years: [ZoneYears] = []
    // A cache: most events have all times in one zone and year.
    var last: (zone: String, year: Int)?
    func add(_ time: CalendarTime?) {
      guard case .zoned(let time)? = time, let name = time.zone else { return }
      let year = time.local.date.year
      if let last, last.zone == name, last.year == year { return }
      guard
        let zone = ICalendarTime.declarable(
          time, zones: zones, campus: event.zone, isSeries: event.event.series != nil)
      else { return }
      last = (name, year)
      ZoneYears(zone: zone.identifier, years: year...year).add(to: &years)
    }
    for occurrence in event.occurrences {
      add(occurrence.start)
      add(occurrence.end)
      add(occurrence.recurrenceID)
    }
    add(event.event.series?.start.anchored(in: event.zone))
    if event.occurrences.contains(where: { !$0.start.isDay && $0.end?.isDay == true }) {
      add(event.occurrences.first.map { .zoned(ZonedTime($0.startsAt, in: event.zone)) })
    }
    return years
  }
}
