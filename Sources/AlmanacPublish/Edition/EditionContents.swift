public import AlmanacModel
public import AlmanacTime

/// The form of cancelled and postponed dates in calendars.
public enum CancelledEntries: String, Hashable, Sendable, Codable {
  /// By their status, which some programs don't show.
  case status
  /// Also with a word before the title.
  case title
  /// Omitted.
  case omit
}

/// How editions are published: the section `publish` of the configuration.
public struct PublishingOptions: Hashable, Sendable, Codable {
  /// The name of the calendars for subscribers.
  public var calendarName: String
  /// Templates for the names of the calendars.
  public var calendars = CalendarNames()
  /// The public URL of the newest edition; nil if it isn't configured.
  public var address: EditionAddress?
  /// The domain of event UIDs, after the `@`.
  public var uidDomain: String
  public var keepEditions = 3
  /// How many seconds an event remains as cancelled after no source lists it any more.
  public var keepCancelled = 0
  /// How many seconds changes remain in the log.
  public var keepChanges = 366 * 86_400
  /// The form of cancelled dates in calendars.
  public var cancelled = CancelledEntries.status
  /// The first day of the week, for queries and on the page.
  public var firstWeekday = Weekday.monday
  /// Whether descriptions of calendar entries end with the weather.
  public var calendarWeather = true
  /// Options of the map page.
  public var site = SiteOptions()

  public init(calendarName: String, uidDomain: String) {
    self.calendarName = calendarName
    self.uidDomain = uidDomain
  }
}

/// The contents of one edition. Together with the previous edition, they determine its bytes.
public struct EditionContents: Sendable {
  /// The version of the published format; `schema` in the manifest.
  public static let schemaVersion = 3

  /// The run time.
  public var now: Instant
  /// The time range in which occurrences were expanded.
  public var window: Window
  public var tzdataVersion: String
  /// In display order.
  public var campuses: [Campus]
  /// By campus id.
  public var gazetteers: [String: Gazetteer]
  public var taxonomy: Taxonomy
  public var sources: [Source]
  /// Sorted by id, categorized, with the weather of their occurrences.
  public var events: [Event]
  /// All current listings of the sources, whether or not they belong to an event.
  public var listings: PublishedListings
  public var forecasts: [Forecast]
  /// Connections to places by public transit, by campus id.
  public var travel: [String: CampusTravel] = [:]
  /// Presence by campus id.
  public var presence: [String: CampusPresence] = [:]
  /// JSON Schemas of Almanac's output, by name.
  public var schemas: [(name: String, bytes: [UInt8])] = []
  /// Pictures of places, in display order.
  public var images: [PlaceImage] = []
  /// Returns the bytes of a picture by their hex SHA-256.
  public var imageBody: @Sendable (_ sha256: String) throws -> [UInt8] = { _ in [] }
  public var options: PublishingOptions
  /// Selections of events with their own files.
  public var views: [EditionView] = []
  /// Ids, UIDs and links of events that must be removed at once.
  public var hidden: Set<String> = []
  /// Whether a rule prevents the publication of an event of the previous edition.
  public var rejects: @Sendable (Event) -> Bool = { _ in false }
  /// The captures that were read: source ids and the hex SHA-256 of the body, sorted.
  public var inputs: [(source: String, sha256: String)]

  /// The published format, as named in the manifest.
  var schema: String { "almanac.edition/\(Self.schemaVersion)" }

  /// The start of the current week in UTC. Data expires relative to it, so that runs within one
  /// week publish the same data.
  var weekBegan: Instant { Self.startOfWeek(of: now) }

  /// Whether an instant is in the week of the run time.
  func sharesWeek(with instant: Instant) -> Bool {
    Self.startOfWeek(of: instant) == weekBegan
  }

  private static func startOfWeek(of instant: Instant) -> Instant {
    Zone.utc.startOfDay(Zone.utc.civil(at: instant).date.monday)
  }

  /// - Parameter window: 30 days back and 400 days ahead if nil.
  public init(
    now: Instant, window: Window? = nil, tzdataVersion: String, campuses: [Campus],
    gazetteers: [String: Gazetteer], taxonomy: Taxonomy, sources: [Source], events: [Event],
    listings: PublishedListings, forecasts: [Forecast], options: PublishingOptions,
    inputs: [(source: String, sha256: String)]
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
    self.options = options
    self.inputs = inputs
  }
}

extension EditionContents {
  /// Whether the operator hides an event of the previous edition, by its names or by a rule.
  func hides(_ published: PublishedEvent) -> Bool {
    var event = published.event
    event.occurrences = published.occurrences.map { Occurrence(start: $0.start, end: $0.end) }
    let names = [event.id] + event.aliases + event.listings.flatMap { [$0.id, $0.uid, $0.url] }
    return !hidden.isDisjoint(with: names.compactMap(\.self)) || rejects(event)
  }

  /// The settings that the database contains, by name.
  var settings: [(name: String, value: String)] {
    [
      ("schema", "\(Self.schemaVersion)"), ("calendar_name", options.calendarName),
      ("uid_domain", options.uidDomain), ("calendar_weather", options.calendarWeather ? "1" : "0"),
      ("address", options.address?.text ?? ""),
      ("calendar_cancelled", options.cancelled == .status ? "" : options.cancelled.rawValue),
    ].filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) }
  }
}
