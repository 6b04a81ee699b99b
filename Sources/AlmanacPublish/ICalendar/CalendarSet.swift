import AlmanacModel
import AlmanacTime

/// The calendars of an edition: all events, and those of each category, place and source.
///
/// Every category and source has its calendar also when nothing is in it, and a place keeps the one
/// it had: a subscriber whose calendar is not found unsubscribes.
struct CalendarSet {
  private struct Calendar {
    let file: EditionFile
    var years: [String: ClosedRange<Int>] = [:]
    var isOpen = false
    let title: String
    let campuses: [String]
  }

  private let index: EditionIndex
  private let components: EventComponents
  private var calendars: [String: Calendar] = [:]
  private let categorySlugs: [String: String]
  private let placeSlugs: [String: String]
  private let sourceSlugs: [String: String]
  /// Whom to thank, one a line.
  private let thanks: String

  private static let all = "calendars/all.ics"

  init(
    _ index: EditionIndex, attributions: [Attribution], builder: EditionBuilder,
    previous: PreviousEdition?
  ) throws {
    self.index = index
    var seen: Set<String> = []
    thanks = attributions.map(\.line).filter { seen.insert($0).inserted }.joined(separator: "\n")
    components = EventComponents(index: index)
    let contents = index.contents
    categorySlugs = Slug.table(contents.taxonomy.categories.map(\.id))
    sourceSlugs = Slug.table(contents.sources.map(\.id))
    placeSlugs = Slug.table(
      contents.gazetteers.flatMap { campus, gazetteer in
        gazetteer.places.map { Self.name($0, campus: campus, in: contents) }
      })
    let everywhere = contents.campuses.map(\.id)
    try add(Self.all, title: contents.calendarName, campuses: everywhere, builder)
    for category in contents.taxonomy.categories {
      try add(
        path("category", categorySlugs[category.id]),
        title: "\(contents.calendarName): \(category.name)", campuses: everywhere, builder)
    }
    for source in contents.sources where source.kind == .events {
      try add(
        path("source", sourceSlugs[source.id]), title: "\(contents.calendarName): \(source.name)",
        campuses: [source.campus], builder)
    }
    var used: Set<String> = []
    for event in contents.events {
      let published = index.published(event)
      used.formUnion(places(of: published).map { placePath($0, campus: event.campus) })
    }
    for (campus, gazetteer) in contents.gazetteers.sorted(by: { $0.key < $1.key }) {
      for place in gazetteer.places {
        let path = placePath(place, campus: campus)
        guard used.contains(path) || previous?.files[path] != nil else { continue }
        try add(
          path, title: "\(contents.calendarName): \(place.name)", campuses: [campus], builder)
      }
    }
  }

  /// Notes the zones that the event's calendars must declare; of every event before the first is
  /// written, because a zone is declared at the top.
  mutating func plan(_ event: PublishedEvent) {
    let years = zoneYears(of: event)
    for path in paths(of: event) {
      for (zone, range) in years {
        let known = calendars[path]?.years[zone]
        calendars[path]?.years[zone] = known.map { Self.union($0, range) } ?? range
      }
    }
  }

  mutating func write(_ event: PublishedEvent, _ revision: EventRevision) throws {
    let bytes = components.write(event, revision)
    for path in paths(of: event) {
      try open(path)
      try calendars[path]?.file.append(bytes)
      calendars[path]?.file.records += 1
    }
  }

  /// Ends all calendars, in the order of their paths.
  mutating func finish(_ builder: EditionBuilder) throws {
    for path in calendars.keys.sorted() {
      try open(path)
      guard let file = calendars[path]?.file else { continue }
      try file.append("END:VCALENDAR\r\n")
      try builder.finish(file)
    }
  }

  private mutating func add(
    _ path: String, title: String, campuses: [String], _ builder: EditionBuilder
  ) throws {
    calendars[path] = Calendar(
      file: try builder.file(path), title: title, campuses: campuses)
  }

  private mutating func open(_ path: String) throws {
    guard let calendar = calendars[path], !calendar.isOpen else { return }
    calendars[path]?.isOpen = true
    var lines = ICalendarLines()
    lines.line("BEGIN", "VCALENDAR")
    lines.line("VERSION", "2.0")
    lines.line("PRODID", "-//Almanac//Almanac//EN")
    lines.line("CALSCALE", "GREGORIAN")
    lines.text("NAME", calendar.title)
    lines.text("X-WR-CALNAME", calendar.title)
    lines.text("DESCRIPTION", thanks)
    lines.text("X-WR-CALDESC", thanks)
    lines.line("REFRESH-INTERVAL;VALUE=DURATION", "PT12H")
    lines.line("X-PUBLISHED-TTL", "PT12H")
    var years = calendar.years
    // RFC 5545 section 3.6 wants a component also where there is no event.
    if years.isEmpty {
      for campus in calendar.campuses {
        let zone = index.zone(ofCampus: campus).identifier
        let year = index.contents.now.rfc3339.prefix(4)
        years[zone] = (Int(year) ?? 1970)...(Int(year) ?? 1970)
      }
    }
    for (name, range) in years.sorted(by: { $0.key < $1.key }) {
      guard let zone = index.zones.zone(named: name) else { continue }
      TimeZoneComponent(zone: zone, years: range).write(to: &lines)
    }
    try calendar.file.append(lines.bytes)
  }

  private func zoneYears(of event: PublishedEvent) -> [String: ClosedRange<Int>] {
    var years: [String: ClosedRange<Int>] = [:]
    var times = event.occurrences.flatMap { [$0.start, $0.end, $0.recurrenceID] }
    times.append(event.event.series?.start.anchored(in: event.zone))
    if event.occurrences.contains(where: { !$0.start.isDay && $0.end?.isDay == true }) {
      times.append(event.occurrences.first.map { .zoned(ZonedTime($0.startsAt, in: event.zone)) })
    }
    for case .zoned(let time)? in times {
      guard let zone = ICalendarTime.declarable(time, zones: index.zones) else { continue }
      let year = time.local.date.year
      let known = years[zone.identifier]
      years[zone.identifier] = known.map { Self.union($0, year...year) } ?? year...year
    }
    return years
  }

  private func paths(of event: PublishedEvent) -> [String] {
    var paths = [Self.all]
    for category in event.categories {
      paths.append(path("category", categorySlugs[category.id]))
    }
    for source in index.sources(of: event.event) {
      paths.append(path("source", sourceSlugs[source.id]))
    }
    for place in places(of: event) {
      paths.append(placePath(place, campus: event.event.campus))
    }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted && calendars[$0] != nil }
  }

  /// Where any of it happens.
  private func places(of event: PublishedEvent) -> [Place] {
    var seen: Set<String> = []
    return ([event.location] + event.occurrences.map(\.location)).compactMap(\.place).filter {
      seen.insert($0.id).inserted
    }
  }

  private func placePath(_ place: Place, campus: String) -> String {
    path("place", placeSlugs[Self.name(place, campus: campus, in: index.contents)])
  }

  private func path(_ kind: String, _ slug: String?) -> String {
    "calendars/\(kind)/\(slug ?? "").ics"
  }

  /// With several campuses a place is named with its campus, for the same id may be in both.
  private static func name(_ place: Place, campus: String, in contents: EditionContents) -> String {
    contents.campuses.count > 1 ? "\(campus)-\(place.id)" : place.id
  }

  private static func union(_ one: ClosedRange<Int>, _ other: ClosedRange<Int>) -> ClosedRange<Int>
  {
    min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
  }
}
