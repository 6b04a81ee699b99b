import AlmanacModel
import AlmanacTime

/// A calendar of an edition as its events are noted.
struct NotedCalendar: Sendable {
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
struct ZoneYears: Sendable {
  let zone: String
  var years: ClosedRange<Int>

  /// Adds these years to those of their zone.
  func add(to others: inout [ZoneYears]) {
    if let known = others.firstIndex(where: { $0.zone == zone }) {
      let first = min(others[known].years.lowerBound, years.lowerBound)
      let last = max(others[known].years.upperBound, years.upperBound)
      others[known].years = first...last
    } else {
      others.append(self)
    }
  }
}

/// The calendars of an edition when all events are noted, to be written by any thread.
struct CalendarFiles: Sendable {
  /// Events up to which a calendar is one of few.
  private static let few = 64

  let index: EditionIndex
  let calendars: [NotedCalendar]
  /// Numbers of the calendars of places.
  let ofPlaces: Set<Int>
  let entries: SpooledPieces
  /// Numbers of the calendars that the entries are in, and where those of each end.
  let members: [Int32]
  let memberEnds: [Int]

  private static let ending = "END:VCALENDAR\r\n"

  /// Writes all calendars: those of many events side by side, of one pass over the entries, those of few
  /// one after the other, for there may be thousands of them.
  ///
  /// One of many that has as many events and bytes as it had in the edition before is nearly always what
  /// it was: that is found out first, and only where it isn't there is a second pass that writes it.
  func write(
    _ owed: Thanks, _ builder: EditionBuilder, previous: PreviousEdition?
  ) throws {
    let ofFew = entriesOfSmallCalendars()
    let sizes = sizes()
    var large = [EditionFile?](repeating: nil, count: calendars.count)
    var buffer: [UInt8] = []
    for (number, calendar) in calendars.enumerated() {
      let former = previous?.files[calendar.path]
      guard calendar.count > 0 || !ofPlaces.contains(number) || former != nil else { continue }
      let head = head(of: calendar, owed)
      guard calendar.count <= Self.few else {
        let size = head.count + sizes[number] + Self.ending.utf8.count
        let isTrial = former?.bytes == size && former?.records == calendar.count
        large[number] = try open(calendar, head, builder, isTrial: isTrial)
        continue
      }
      let file = try open(calendar, head, builder)
      for entry in ofFew[number] {
        let size = try entries.read(Int(entry), into: &buffer)
        try file.append(buffer[..<size])
      }
      file.records = calendar.count
      try file.append(Self.ending)
      try builder.finish(file)
    }
    let others = try write(large, builder)
    var again = [EditionFile?](repeating: nil, count: calendars.count)
    for number in others {
      let calendar = calendars[number]
      again[number] = try open(calendar, head(of: calendar, owed), builder)
    }
    if !others.isEmpty { _ = try write(again, builder) }
    entries.discard()
  }

  /// Writes calendars side by side.
  ///
  /// - Returns: The numbers of those that were only tried, and are not as in the edition before.
  private func write(_ files: [EditionFile?], _ builder: EditionBuilder) throws -> [Int] {
    try copy(entries, to: files)
    var others: [Int] = []
    for (number, file) in files.enumerated() {
      guard let file else { continue }
      try file.append(Self.ending)
      if !file.isTrial {
        try builder.finish(file)
      } else if !(try builder.share(file)) {
        others.append(number)
      }
    }
    return others
  }

  /// By calendar, how many bytes its entries are.
  private func sizes() -> [Int] {
    var sizes = [Int](repeating: 0, count: calendars.count)
    var start = 0
    for (position, end) in memberEnds.enumerated() {
      let size = entries.size(position)
      for number in members[start..<end] { sizes[Int(number)] += size }
      start = end
    }
    return sizes
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

  private func copy(_ entries: SpooledPieces, to files: [EditionFile?]) throws {
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

  private func open(
    _ calendar: NotedCalendar, _ head: [UInt8], _ builder: EditionBuilder, isTrial: Bool = false
  ) throws -> EditionFile {
    let file = try builder.file(calendar.path, isTrial: isTrial)
    try file.append(head)
    return file
  }

  /// What stands before the entries.
  private func head(of calendar: NotedCalendar, _ owed: Thanks) -> [UInt8] {
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
        ZoneYears(zone: zone, years: number...number).add(to: &years)
      }
    }
    for entry in years.sorted(by: { $0.zone < $1.zone }) {
      guard let zone = index.zones.zone(named: entry.zone) else { continue }
      TimeZoneComponent(zone: zone, years: entry.years).write(to: &lines)
    }
    return lines.bytes
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
