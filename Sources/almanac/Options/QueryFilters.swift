import AlmanacModel
import AlmanacPipeline
import AlmanacPublish
import AlmanacTime
import ArgumentParser

/// The filters of 'query' and 'days'.
struct QueryFilters: ParsableArguments {
  @Argument(help: "Words of title, description or venue.")
  var text: [String] = []

  @Option(
    help: ArgumentHelp("Events of this day.", valueName: "time"),
    transform: TimeArgument.init(parsing:))
  var on: TimeArgument?

  @Option(
    help: ArgumentHelp("Events of the week of this day.", valueName: "time"),
    transform: TimeArgument.init(parsing:))
  var week: TimeArgument?

  @Option(help: ArgumentHelp("First day of a week. (default: as configured)", valueName: "weekday"))
  var firstWeekday: Weekday?

  @Option(
    help: ArgumentHelp("Events from this day or time on.", valueName: "time"),
    transform: TimeArgument.init(parsing:))
  var from: TimeArgument?

  @Option(
    help: ArgumentHelp("Events through this day or before this time.", valueName: "time"),
    transform: TimeArgument.init(parsing:))
  var to: TimeArgument?

  @Option(help: ArgumentHelp("Category; repeatable.", valueName: "name"))
  var category: [String] = []

  @Option(help: ArgumentHelp("Place, or a place that contains it; repeatable.", valueName: "id"))
  var place: [String] = []

  // South of the equator a value begins with a minus sign, as an option does.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Events near this point.", valueName: "lat,lon"))
  var near: String?

  @Option(help: ArgumentHelp("Meters around --near.", valueName: "m"))
  var radius = 500.0

  @Option(help: "Kind of publisher.")
  var kind: EventKind?

  @Flag(help: "Only events free of charge.")
  var free = false

  @Option(help: ArgumentHelp("Highest price.", valueName: "amount"))
  var maxPrice: Double?

  @Option(help: ArgumentHelp("Tag; repeatable.", valueName: "tag"))
  var tag: [String] = []

  @Option(help: ArgumentHelp("Source that lists it; repeatable.", valueName: "id"))
  var source: [String] = []

  @Option(help: ArgumentHelp("Organizer; repeatable.", valueName: "name"))
  var organizer: [String] = []

  @Option(help: ArgumentHelp("Words about the audience; repeatable.", valueName: "words"))
  var audience: [String] = []

  @Flag(help: "Only events that people can attend online.")
  var online = false

  @Option(
    help: ArgumentHelp("Time zone of the days. (default: the campus's)", valueName: "zone"))
  var timezone: String?

  @Option(
    help: ArgumentHelp(
      "Maximum number of results. (default: 50 on a terminal, else all)", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("Page of the results.", valueName: "k"))
  var page = 1

  func validate() throws {
    try (1...1_000_000).check("--limit", limit)
    try (1...1_000_000).check("--page", page)
    guard radius.isFinite, radius > 0 else {
      throw ValidationError("--radius must be a number of meters above 0")
    }
    guard maxPrice?.isFinite ?? true else {
      throw ValidationError("--max-price must be a number")
    }
    let spans = [on != nil, week != nil, from != nil || to != nil]
    guard spans.count(where: { $0 }) <= 1 else {
      throw ValidationError("--on, --week and --from/--to exclude each other")
    }
  }

  /// Rows of a table on a terminal without --limit.
  private static let screenful = 50

  /// The filter, with days in the zone of the answer; logs the week that is meant.
  ///
  /// - Parameter isScreen: Whether the answer is a table on a terminal.
  func filter(in answer: QueryAnswer, isScreen: Bool) throws -> EventFilter {
    let zone = try answer.zone(named: timezone)
    var filter = EventFilter()
    filter.text = text.isEmpty ? nil : text.joined(separator: " ")
    filter.from = from?.start(in: zone)
    filter.to = to?.end(in: zone)
    if let on {
      (filter.from, filter.to) = span(on.day(in: zone), days: 1, in: zone)
    } else if let day = week?.day(in: zone) {
      let weekStart = try firstWeekday ?? answer.reader.firstWeekday()
      let first = day.adding(days: -day.weekday.days(since: weekStart))
      let last = first.adding(days: 6)
      StandardStream.report(
        "almanac: the week from \(first.weekday.name) \(first) through \(last.weekday.name) \(last)"
      )
      (filter.from, filter.to) = span(first, days: 7, in: zone)
    }
    filter.categories = category
    filter.places = place
    filter.near = try near.map(coordinate)
    filter.radius = radius
    filter.kind = kind
    filter.isFree = free
    filter.maxPrice = maxPrice
    filter.tags = tag
    filter.sources = source
    filter.organizers = organizer
    filter.audiences = audience
    filter.isOnline = online
    filter.limit = limit ?? (isScreen || page > 1 ? Self.screenful : .max)
    filter.page = page
    return filter
  }

  private func span(_ day: CivilDate, days: Int, in zone: Zone) -> (Instant, Instant) {
    (zone.startOfDay(day), zone.startOfDay(day.adding(days: days)))
  }

  private func coordinate(_ text: String) throws -> Coordinate {
    guard let numbers = NumberArguments.list(text, count: 2),
      let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
    else { throw ValidationError("--near '\(text)' is no LAT,LON such as 1.2966,103.7764") }
    return coordinate
  }
}
