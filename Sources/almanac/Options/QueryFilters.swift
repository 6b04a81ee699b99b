import AlmanacModel
import AlmanacTime
import ArgumentParser

/// What 'query' can be asked for.
struct QueryFilters: ParsableArguments {
  @Argument(help: "Words of title, description or venue; of one date, its own too.")
  var text: [String] = []

  @Option(help: ArgumentHelp("One day.", valueName: "date"))
  var on: String?

  @Option(help: ArgumentHelp("The week of this day.", valueName: "date"))
  var week: String?

  @Option(
    help: ArgumentHelp(
      "With which day a week begins; default: as the edition says, mostly monday.",
      valueName: "weekday"))
  var firstWeekday: Weekday?

  @Option(help: ArgumentHelp("From this time or day on.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("Until this time, exclusive, or through this day.", valueName: "time"))
  var to: String?

  @Option(help: ArgumentHelp("Category; may be repeated.", valueName: "name"))
  var category: [String] = []

  @Option(help: ArgumentHelp("At this place or within it; may be repeated.", valueName: "id"))
  var place: [String] = []

  @Option(help: ArgumentHelp("Near this point.", valueName: "lat,lon"))
  var near: String?

  @Option(help: ArgumentHelp("Meters around --near.", valueName: "m"))
  var within = 500.0

  @Option(help: "official or community.")
  var kind: EventKind?

  @Flag(help: "Free of charge.")
  var free = false

  @Option(help: ArgumentHelp("At most this price.", valueName: "amount"))
  var price: Double?

  @Option(help: ArgumentHelp("Tag; may be repeated.", valueName: "tag"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("Stated by this source; may be repeated.", valueName: "id"))
  var source: [String] = []

  @Option(help: ArgumentHelp("Organizer; may be repeated.", valueName: "name"))
  var organizer: [String] = []

  @Option(
    help: ArgumentHelp("Zone in which days begin; default: the campus's.", valueName: "zone"))
  var timezone: String?

  @Option(
    help: ArgumentHelp(
      "How many at most. (default: 50 of a table on a terminal, else all)", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("Which page of them.", valueName: "k"))
  var page = 1

  func validate() throws {
    guard (1...1_000_000).contains(limit ?? 1), (1...1_000_000).contains(page) else {
      throw ValidationError("--limit and --page must be from 1 to 1000000")
    }
    guard within.isFinite, within > 0 else {
      throw ValidationError("--within must be a number of meters above 0")
    }
    guard price?.isFinite ?? true else { throw ValidationError("--price must be a number") }
    guard [on, week].compactMap(\.self).count + (from == nil && to == nil ? 0 : 1) <= 1 else {
      throw ValidationError("--on, --week and --from/--to exclude each other")
    }
  }

  /// Rows of a table that a terminal shows where nobody says how many.
  private static let screenful = 50

  /// - Parameters:
  ///   - weekStart: With which day a week begins where the caller does not say.
  ///   - isScreen: Whether the answer is a table on a terminal, which people read.
  func filter(in zone: Zone, weekStart: Weekday, isScreen: Bool) throws -> EventFilter {
    var filter = EventFilter()
    filter.text = text.isEmpty ? nil : text.joined(separator: " ")
    if let on {
      let day = try date(on, "--on")
      (filter.from, filter.to) = span(day, days: 1, in: zone)
    } else if let week {
      let first = self.week(of: try date(week, "--week"), weekStart: weekStart)
      (filter.from, filter.to) = span(first, days: 7, in: zone)
    } else {
      filter.from = try from.map { try instant($0, "--from", in: zone, dayOffset: 0) }
      filter.to = try to.map { try instant($0, "--to", in: zone, dayOffset: 1) }
    }
    filter.categories = category
    filter.places = place
    filter.near = try near.map(coordinate)
    filter.radius = within
    filter.kind = kind
    filter.isFree = free
    filter.maxPrice = price
    filter.tags = tag
    filter.sources = source
    filter.organizers = organizer
    filter.limit = limit ?? (isScreen || page > 1 ? Self.screenful : .max)
    filter.page = page
    return filter
  }

  /// The first and the last day of the week that is asked for, in words; nil where none is.
  func stretch(weekStart: Weekday) throws -> String? {
    guard let week else { return nil }
    let first = self.week(of: try date(week, "--week"), weekStart: weekStart)
    let last = first.adding(days: 6)
    return "\(first.weekday.name) \(first) through \(last.weekday.name) \(last)"
  }

  private func week(of day: CivilDate, weekStart: Weekday) -> CivilDate {
    day.adding(days: -day.weekday.days(since: firstWeekday ?? weekStart))
  }

  private func span(_ day: CivilDate, days: Int, in zone: Zone) -> (Instant, Instant) {
    (zone.startOfDay(day), zone.startOfDay(day.adding(days: days)))
  }

  private func date(_ text: String, _ option: String) throws -> CivilDate {
    guard let date = CivilDate(iso8601: text) else {
      throw ValidationError("\(option) '\(text)' is no date such as 2026-03-06")
    }
    return date
  }

  /// A day means its midnight, or the midnight after it; a time without an offset is the zone's.
  private func instant(_ text: String, _ option: String, in zone: Zone, dayOffset: Int) throws
    -> Instant
  {
    guard let time = CalendarTime(text) else {
      throw ValidationError("\(option) '\(text)' is no date and no time (RFC 3339)")
    }
    if case .day(let day) = time { return zone.startOfDay(day.adding(days: dayOffset)) }
    return time.instant(in: zone)
  }

  private func coordinate(_ text: String) throws -> Coordinate {
    let parts = text.split(separator: ",").map {
      Double($0.filter { !$0.isWhitespace })
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { throw ValidationError("--near '\(text)' is no LAT,LON such as 1.2966,103.7764") }
    return coordinate
  }
}
