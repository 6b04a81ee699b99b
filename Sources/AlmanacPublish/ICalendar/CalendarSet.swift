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
    /// Who states something in it.
    var sources: Set<String> = []
    let title: String
    let campuses: [String]
    /// What of the page shows the same.
    let filter: (name: String, value: String)?
  }

  private let index: EditionIndex
  private let components: EventComponents
  private var calendars: [String: Calendar] = [:]
  private let locations: CalendarPaths
  private let attributions: [Attribution]
  /// Where a source stands among the attributions.
  private let ranks: [String: Int]

  init(
    _ index: EditionIndex, attributions: [Attribution], builder: EditionBuilder,
    previous: PreviousEdition?
  ) throws {
    self.index = index
    self.attributions = attributions
    ranks = attributions.indices.reduce(into: [:]) { ranks, rank in
      if !attributions[rank].isGazetteer { ranks[attributions[rank].id] = rank }
    }
    components = EventComponents(index: index)
    let contents = index.contents
    locations = CalendarPaths(contents)
    let everywhere = contents.campuses.map(\.id)
    let names = contents.calendarNames
    try add(CalendarPaths.all, names.all, name: "", campuses: everywhere, builder)
    for category in contents.taxonomy.categories {
      try add(
        locations.category(category.id), names.category, name: category.name,
        campuses: everywhere, filter: ("category", category.id), builder)
    }
    for source in contents.sources where source.kind == .events {
      try add(
        locations.source(source.id), names.source, name: source.name,
        campuses: [source.campus], builder)
    }
    var used: Set<String> = []
    for event in contents.events {
      let published = index.published(event)
      used.formUnion(places(of: published).map { locations.place($0.id, campus: event.campus) })
    }
    for (campus, gazetteer) in contents.gazetteers.sorted(by: { $0.key < $1.key }) {
      for place in gazetteer.places {
        let path = locations.place(place.id, campus: campus)
        guard used.contains(path) || previous?.files[path] != nil else { continue }
        try add(
          path, names.place, name: place.name, campuses: [campus], filter: ("place", place.id),
          builder)
      }
    }
  }

  /// Notes the zones that the event's calendars must declare, and whom they owe thanks; of every event
  /// before the first is written, because both stand at the top.
  mutating func plan(_ event: PublishedEvent) {
    let years = zoneYears(of: event)
    let sources =
      event.event.listings.map(\.source)
      + event.event.occurrences.flatMap { $0.weather?.sources ?? [] }
    for path in paths(of: event) {
      calendars[path]?.sources.formUnion(sources)
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
    _ path: String, _ template: String, name: String, campuses: [String],
    filter: (name: String, value: String)? = nil, _ builder: EditionBuilder
  ) throws {
    let contents = index.contents
    let campus = contents.campuses.filter { campuses.contains($0.id) }.map(\.name)
    let title = CalendarNames.fill(
      template, calendar: contents.calendarName, name: name,
      campus: campus.joined(separator: ", "))
    calendars[path] = Calendar(
      file: try builder.file(path), title: title, campuses: campuses, filter: filter)
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
    let thanks = thanks(in: calendar)
    lines.text("DESCRIPTION", thanks)
    lines.text("X-WR-CALDESC", thanks)
    if let address = index.contents.address {
      lines.uri("URL", address.page(calendar.filter))
      lines.uri("SOURCE;VALUE=URI", address.file(path))
    }
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

  /// Whom a calendar owes thanks, one a line: its campuses' gazetteers, and who states what is in it.
  private func thanks(in calendar: Calendar) -> String {
    let gazetteers = attributions.prefix { $0.isGazetteer }.filter {
      calendar.campuses.contains($0.id)
    }
    let sources = calendar.sources.compactMap { ranks[$0] }.sorted().map { attributions[$0] }
    var seen: Set<String> = []
    return (gazetteers + sources).map(\.line).filter { seen.insert($0).inserted }
      .joined(separator: "\n")
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
    var paths = [CalendarPaths.all]
    paths += event.categories.map { locations.category($0.id) }
    paths += index.sources(of: event.event).map { locations.source($0.id) }
    paths += places(of: event).map { locations.place($0.id, campus: event.event.campus) }
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

  private static func union(_ one: ClosedRange<Int>, _ other: ClosedRange<Int>) -> ClosedRange<Int>
  {
    min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
  }
}
