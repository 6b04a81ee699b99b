import AlmanacModel
import AlmanacTime

/// The calendars of an edition: all events, and those of each category, place and source.
///
/// Every category and source has its calendar also when nothing is in it, and a place keeps the one
/// it had: a subscriber whose calendar is not found unsubscribes.
struct CalendarSet {
  private struct Calendar {
    let path: String
    var years: [ZoneYears] = []
    /// Who states something in it, by the numbers of the sets of sources.
    var sources: Set<Int> = []
    /// How many events are in it.
    var count = 0
    let title: String
    let campuses: [String]
    /// What of the page shows the same.
    let filter: (name: String, value: String)?
  }

  /// The years in which a zone's times are.
  private struct ZoneYears {
    let zone: String
    var years: ClosedRange<Int>
  }

  private struct PlaceKey: Hashable {
    let campus: String
    let place: String
  }

  /// Events up to which a calendar is one of few.
  private static let few = 64

  private let index: EditionIndex
  private var calendars: [Calendar] = []
  private var numbers: [String: Int] = [:]
  private var categories: [String: Int] = [:]
  private var sources: [String: Int] = [:]
  private var places: [PlaceKey: Int] = [:]
  private let entries: PieceSpool
  /// Numbers of the calendars that the entries are in, and where those of each end.
  private var members: [Int32] = []
  private var memberEnds: [Int] = []

  init(_ index: EditionIndex, builder: EditionBuilder) throws {
    self.index = index
    entries = try PieceSpool(in: builder.folder)
    let contents = index.contents
    let locations = CalendarPaths(contents)
    let everywhere = contents.campuses.map(\.id)
    let names = contents.calendarNames
    add(CalendarPaths.all, names.all, name: "", campuses: everywhere)
    for category in contents.taxonomy.categories {
      categories[category.id] = add(
        locations.category(category.id), names.category, name: category.name,
        campuses: everywhere, filter: ("category", category.id))
    }
    for source in contents.sources where source.kind == .events {
      sources[source.id] = add(
        locations.source(source.id), names.source, name: source.name, campuses: [source.campus])
    }
    for (campus, gazetteer) in contents.gazetteers.sorted(by: { $0.key < $1.key }) {
      for place in gazetteer.places {
        places[PlaceKey(campus: campus, place: place.id)] = add(
          locations.place(place.id, campus: campus), names.place, name: place.name,
          campuses: [campus], filter: ("place", place.id))
      }
    }
  }

  /// Notes in which calendars an event goes, which zones they must declare, and whom they owe thanks:
  /// that stands at the top, so that they are written when all events are known.
  ///
  /// - Parameter sources: The number of the set of those that state it.
  mutating func note(_ event: PublishedEvent, statedBy sources: Int) {
    let years = zoneYears(of: event)
    for number in numbers(of: event) {
      members.append(Int32(number))
      calendars[number].count += 1
      calendars[number].sources.insert(sources)
      for entry in years { Self.add(entry, to: &calendars[number].years) }
    }
    memberEnds.append(members.count)
  }

  private static func add(_ entry: ZoneYears, to years: inout [ZoneYears]) {
    if let known = years.firstIndex(where: { $0.zone == entry.zone }) {
      let first = min(years[known].years.lowerBound, entry.years.lowerBound)
      let last = max(years[known].years.upperBound, entry.years.upperBound)
      years[known].years = first...last
    } else {
      years.append(entry)
    }
  }

  /// Takes the entries of the events that were noted, in their order.
  func take(_ pieces: Pieces) throws { try entries.append(pieces) }

  /// Writes all calendars: those of many events side by side, of one pass over the entries, those of few
  /// one after the other, for there may be thousands of them.
  func finish(
    _ owed: Thanks, _ builder: EditionBuilder, previous: PreviousEdition?
  ) throws {
    let ofPlaces = Set(places.values)
    let entries = try entries.finish()
    let ofFew = entriesOfSmallCalendars()
    var large: [Int: EditionFile] = [:]
    var buffer: [UInt8] = []
    for (number, calendar) in calendars.enumerated() {
      let isNeeded =
        calendar.count > 0 || !ofPlaces.contains(number) || previous?.files[calendar.path] != nil
      guard isNeeded else { continue }
      let file = try open(calendar, owed, builder)
      guard calendar.count <= Self.few else {
        large[number] = file
        continue
      }
      for entry in ofFew[number] {
        let size = try entries.read(Int(entry), into: &buffer)
        try file.append(buffer[..<size])
      }
      file.records = calendar.count
      try end(file, builder)
    }
    try copy(entries, to: large)
    entries.discard()
    for (_, file) in large.sorted(by: { $0.key < $1.key }) { try end(file, builder) }
  }

  private func end(_ file: EditionFile, _ builder: EditionBuilder) throws {
    try file.append("END:VCALENDAR\r\n")
    try builder.finish(file)
  }

  /// The positions of the entries in each calendar of few, in their order.
  private func entriesOfSmallCalendars() -> Grouping {
    var grouping = Grouping(counts: calendars.map { $0.count <= Self.few ? $0.count : 0 })
    var start = 0
    for (position, end) in memberEnds.enumerated() {
      for number in members[start..<end] where calendars[Int(number)].count <= Self.few {
        grouping.add(Int32(position), to: Int(number))
      }
      start = end
    }
    return grouping
  }

  private func copy(_ entries: SpooledPieces, to files: [Int: EditionFile]) throws {
    var walk = entries.walk()
    var start = 0
    for end in memberEnds {
      guard let entry = try walk.next() else { break }
      for number in members[start..<end] {
        guard let file = files[Int(number)] else { continue }
        try file.append(entry)
        file.records += 1
      }
      start = end
    }
  }

  @discardableResult
  private mutating func add(
    _ path: String, _ template: String, name: String, campuses: [String],
    filter: (name: String, value: String)? = nil
  ) -> Int {
    if let known = numbers[path] { return known }
    let contents = index.contents
    let campus = contents.campuses.filter { campuses.contains($0.id) }.map(\.name)
    let title = CalendarNames.fill(
      template, calendar: contents.calendarName, name: name,
      campus: campus.joined(separator: ", "))
    numbers[path] = calendars.count
    calendars.append(Calendar(path: path, title: title, campuses: campuses, filter: filter))
    return calendars.count - 1
  }

  private func open(
    _ calendar: Calendar, _ owed: Thanks, _ builder: EditionBuilder
  ) throws -> EditionFile {
    var lines = ICalendarLines()
    lines.line("BEGIN", "VCALENDAR")
    lines.line("VERSION", "2.0")
    lines.line("PRODID", "-//Almanac//Almanac//EN")
    lines.line("CALSCALE", "GREGORIAN")
    lines.text("NAME", calendar.title)
    lines.text("X-WR-CALNAME", calendar.title)
    let thanks = owed.lines(to: calendar.sources, campuses: calendar.campuses)
      .joined(separator: "\n")
    lines.text("DESCRIPTION", thanks)
    lines.text("X-WR-CALDESC", thanks)
    if let address = index.contents.address {
      lines.uri("URL", address.page(calendar.filter))
      lines.uri("SOURCE;VALUE=URI", address.file(calendar.path))
    }
    lines.line("REFRESH-INTERVAL;VALUE=DURATION", "PT12H")
    lines.line("X-PUBLISHED-TTL", "PT12H")
    var years = calendar.years
    // RFC 5545 section 3.6 wants a component also where there is no event.
    if years.isEmpty {
      for campus in calendar.campuses {
        let zone = index.zone(ofCampus: campus).identifier
        let year = index.contents.now.rfc3339.prefix(4)
        let number = Int(year) ?? 1970
        Self.add(ZoneYears(zone: zone, years: number...number), to: &years)
      }
    }
    for entry in years.sorted(by: { $0.zone < $1.zone }) {
      guard let zone = index.zones.zone(named: entry.zone) else { continue }
      TimeZoneComponent(zone: zone, years: entry.years).write(to: &lines)
    }
    let file = try builder.file(calendar.path)
    try file.append(lines.bytes)
    return file
  }

  private func zoneYears(of event: PublishedEvent) -> [ZoneYears] {
    var years: [ZoneYears] = []
    // Of most events all times are of one zone and year.
    var last: (zone: String, year: Int)?
    func add(_ time: CalendarTime?) {
      guard case .zoned(let time)? = time, let name = time.zone else { return }
      let year = time.local.date.year
      if let last, last.zone == name, last.year == year { return }
      guard
        let zone = ICalendarTime.declarable(time, zones: index.zones, campus: event.zone)
      else { return }
      last = (name, year)
      Self.add(ZoneYears(zone: zone.identifier, years: year...year), to: &years)
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

  private func numbers(of event: PublishedEvent) -> [Int] {
    var found = [0]
    func add(_ number: Int?) {
      if let number, !found.contains(number) { found.append(number) }
    }
    for category in event.categories { add(categories[category.id]) }
    for listing in event.event.listings { add(sources[listing.source]) }
    addPlace(of: event.location)
    for occurrence in event.occurrences where occurrence.location != event.location {
      addPlace(of: occurrence.location)
    }
    func addPlace(of location: PublishedLocation) {
      guard let place = location.place?.id else { return }
      add(places[PlaceKey(campus: event.event.campus, place: place)])
    }
    return found
  }
}

/// Positions by the group they are in, in one array.
private struct Grouping {
  private var positions: [Int32]
  /// Where each group begins, and where its next position goes.
  private var starts: [Int]
  private var ends: [Int]

  init(counts: [Int]) {
    starts = []
    var total = 0
    for count in counts {
      starts.append(total)
      total += count
    }
    ends = starts
    positions = [Int32](repeating: 0, count: total)
  }

  mutating func add(_ position: Int32, to group: Int) {
    positions[ends[group]] = position
    ends[group] += 1
  }

  subscript(group: Int) -> ArraySlice<Int32> { positions[starts[group]..<ends[group]] }
}
