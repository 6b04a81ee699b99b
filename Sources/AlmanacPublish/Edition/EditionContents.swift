public import AlmanacModel
public import AlmanacTime

/// How calendars show dates that are cancelled or postponed.
public enum CancelledEntries: String, Hashable, Sendable, Codable {
  /// By their status, which not every program shows.
  case status
  /// Also by a word before the title.
  case title
  /// Not at all.
  case omit
}

/// Everything that one edition says: with the edition before, all that its bytes depend on.
public struct EditionContents: Sendable {
  /// The version of the published layout, `schema` in the manifest.
  public static let schemaVersion = 3

  /// The clock of the run.
  public var now: Instant
  /// The stretch of time in which occurrences were expanded.
  public var window: Window
  public var tzdataVersion: String
  /// In the order to show them.
  public var campuses: [Campus]
  /// By the id of the campus.
  public var gazetteers: [String: Gazetteer]
  public var taxonomy: Taxonomy
  public var sources: [Source]
  /// Sorted by id, categorized, with the weather of their occurrences.
  public var events: [Event]
  /// Those that the sources have tonight, whether they state an event or not.
  public var listings: StatedListings
  public var forecasts: [Forecast]
  /// How people come to the places by public transit, by the id of the campus.
  public var travel: [String: CampusTravel] = [:]
  /// What subscribers see as the calendar's name.
  public var calendarName: String
  /// How the names of the calendars are made of it.
  public var calendarNames = CalendarNames()
  /// Where the world finds the edition; nil where nobody says.
  public var address: EditionAddress?
  /// What the UIDs of events end in, after the `@`.
  public var uidDomain: String
  /// Selections of events with files of their own.
  public var views: [EditionView] = []
  /// How calendars show what does not take place.
  public var cancelled = CancelledEntries.status
  /// With which day a week begins, where one is asked for or shown.
  public var firstWeekday = Weekday.monday
  /// Whether the descriptions of calendar entries end in the weather.
  public var calendarWeather = true
  /// Seconds that an event stays, as cancelled, after no source states it any more.
  public var keepCancelled = 0
  /// Seconds that changes stay in the log.
  public var keepChanges = 366 * 86_400
  /// Ids, uids and links of what must not stay.
  public var hidden: Set<String> = []
  /// Whether a rule keeps an event of the previous edition from being published.
  public var rejects: @Sendable (Event) -> Bool = { _ in false }
  /// The captures that were read: a source's id and the hex SHA-256 of its body, sorted.
  public var inputs: [(source: String, sha256: String)]
  public var schemaVersion: Int
  /// How the map page is made.
  public var site: SiteOptions

  /// The published layout, as the manifest names it.
  var schema: String { "almanac.edition/\(schemaVersion)" }

  /// When the week of the clock began, in UTC: what goes by its age is as old as it was then, so that
  /// the nights of one week let go of the same.
  var weekBegan: Instant { Self.beginning(ofWeekOf: now) }

  /// Whether an instant is in the week of the clock.
  func sharesWeek(with instant: Instant) -> Bool {
    Self.beginning(ofWeekOf: instant) == weekBegan
  }

  private static func beginning(ofWeekOf instant: Instant) -> Instant {
    Zone.utc.startOfDay(Zone.utc.civil(at: instant).date.monday)
  }

  /// - Parameter window: nil for 30 days back and 400 days ahead.
  public init(
    now: Instant, window: Window? = nil, tzdataVersion: String, campuses: [Campus],
    gazetteers: [String: Gazetteer], taxonomy: Taxonomy, sources: [Source], events: [Event],
    listings: StatedListings, forecasts: [Forecast], calendarName: String, uidDomain: String,
    inputs: [(source: String, sha256: String)], schemaVersion: Int = Self.schemaVersion,
    site: SiteOptions = SiteOptions()
  ) {
    self.now = now
    self.window = window ?? Window(from: now - 30 * 86_400, to: now + 400 * 86_400)
    self.tzdataVersion = tzdataVersion
    self.campuses = campuses
    self.gazetteers = gazetteers
    self.taxonomy = taxonomy
    self.sources = sources
    self.events = events
    self.listings = listings
    self.forecasts = forecasts
    self.calendarName = calendarName
    self.uidDomain = uidDomain
    self.inputs = inputs
    self.schemaVersion = schemaVersion
    self.site = site
  }
}

extension EditionContents {
  /// Whether the operator hides an event of the previous edition, by its names or by a rule.
  func conceals(_ published: PublishedEvent) -> Bool {
    var event = published.event
    event.occurrences = published.occurrences.map { Occurrence(start: $0.start, end: $0.end) }
    let names = [event.id] + event.aliases + event.listings.flatMap { [$0.id, $0.uid, $0.url] }
    return !hidden.isDisjoint(with: names.compactMap(\.self)) || rejects(event)
  }

  /// What the database has of the settings, by name.
  var settings: [(name: String, value: String)] {
    [
      ("schema", "\(schemaVersion)"), ("calendar_name", calendarName), ("uid_domain", uidDomain),
      ("calendar_weather", calendarWeather ? "1" : "0"),
      ("address", address?.text ?? ""),
      ("calendar_cancelled", cancelled == .status ? "" : cancelled.rawValue),
    ].filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) }
  }
}
