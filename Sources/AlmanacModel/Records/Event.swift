public import AlmanacTime

/// One real-world event as it is published, with its occurrences and all of its listings.
public struct Event: Hashable, Sendable, Codable, Identifiable {
  /// A short stable slug; never changes once published.
  public var id: String
  public var campus: String
  public var title: String
  public var text: String?
  /// A safe subset of HTML.
  public var html: String?
  public var url: String?
  public var kind: EventKind
  public var status: EventStatus
  /// nil if no source provides it.
  public var transparency: Transparency?
  public var tags: [String]
  public var audience: String?
  public var price: String?
  public var organizer: String?
  public var contact: String?
  public var image: String?
  public var language: String?
  public var onlineURL: String?
  /// Venue text of the leading listing.
  public var venue: String?
  public var placement: Placement?
  /// Publishers' category words of all listings, in trust order.
  public var sourceCategories: [String]
  /// The rule of a recurring event, if a listing provides it.
  public var series: Series? {
    get { seriesElsewhere?.value }
    set { seriesElsewhere = newValue.map(Boxed.init) }
  }
  /// In the published window, in order of start.
  public var occurrences: [Occurrence]
  /// All of its listings, most trusted first.
  public var listings: [ListingReference]
  /// The listing that each published field comes from: field name to listing id.
  public var provenance: [String: String]
  /// Former ids that redirect to this one.
  public var aliases: [String]
  /// Former ids, uids and links of its listings that occur in the operator's decisions; nil for
  /// none. Not published.
  public var formerNames: [String]?
  /// The result of `categorize`.
  public var categorization: Categorization?

  // Few events have one.
  private var seriesElsewhere: Boxed<Series>?

  private enum CodingKeys: String, CodingKey {
    case id, campus, title, text, html, url, kind, status, transparency, tags, audience, price
    case organizer, contact, image, language, onlineURL, venue, placement, sourceCategories
    case occurrences, listings, provenance, aliases, categorization
    case formerNames
    case seriesElsewhere = "series"
  }
}

extension Event {
  public init(
    id: String, campus: String, title: String, text: String? = nil, html: String? = nil,
    url: String? = nil, kind: EventKind = .official, status: EventStatus = .confirmed,
    transparency: Transparency? = nil, tags: [String] = [], audience: String? = nil,
    price: String? = nil,
    organizer: String? = nil, contact: String? = nil, image: String? = nil,
    language: String? = nil, onlineURL: String? = nil, venue: String? = nil,
    placement: Placement? = nil, sourceCategories: [String] = [], series: Series? = nil,
    occurrences: [Occurrence], listings: [ListingReference],
    provenance: [String: String] = [:], aliases: [String] = [], formerNames: [String]? = nil,
    categorization: Categorization? = nil
  ) {
    self.init(
      id: id, campus: campus, title: title, text: text, html: html, url: url, kind: kind,
      status: status, transparency: transparency, tags: tags, audience: audience, price: price,
      organizer: organizer, contact: contact, image: image, language: language,
      onlineURL: onlineURL, venue: venue, placement: placement, sourceCategories: sourceCategories,
      occurrences: occurrences, listings: listings, provenance: provenance, aliases: aliases,
      formerNames: formerNames, categorization: categorization,
      seriesElsewhere: series.map(Boxed.init))
  }
}

/// The first instance and the rule of a recurring event, for consumers that do not want instances.
public struct Series: Hashable, Sendable, Codable {
  public var start: CalendarTime
  public var end: CalendarTime?
  public var recurrence: Recurrence

  public init(start: CalendarTime, end: CalendarTime?, recurrence: Recurrence) {
    self.start = start
    self.end = end
    self.recurrence = recurrence
  }
}

/// One dated instance of an event.
public struct Occurrence: Hashable, Sendable, Codable {
  /// The start according to the series' rule; nil for a single event.
  public var recurrenceID: CalendarTime?
  public var start: CalendarTime
  /// Exclusive; nil if no source provides one.
  public var end: CalendarTime?
  public var status: EventStatus
  /// nil: as the event.
  public var title: String?
  /// nil: as the event.
  public var text: String?
  /// nil: as the event.
  public var venue: String?
  /// nil: as the event.
  public var placement: Placement? {
    get { placementElsewhere?.value }
    set { placementElsewhere = newValue.map(Boxed.init) }
  }
  /// Ids of the listings that contain this occurrence.
  public var listings: [String]
  /// The result of `enrich`.
  public var weather: OccurrenceWeather? {
    get { weatherElsewhere?.value }
    set { weatherElsewhere = newValue.map(Boxed.init) }
  }

  // Few occurrences have one.
  private var placementElsewhere: Boxed<Placement>?
  private var weatherElsewhere: Boxed<OccurrenceWeather>?

  private enum CodingKeys: String, CodingKey {
    case recurrenceID, start, end, status, title, text, venue, listings
    case placementElsewhere = "placement"
    case weatherElsewhere = "weather"
  }
}

extension Occurrence {
  public init(
    recurrenceID: CalendarTime? = nil, start: CalendarTime, end: CalendarTime? = nil,
    status: EventStatus = .confirmed, title: String? = nil, text: String? = nil,
    venue: String? = nil, placement: Placement? = nil, listings: [String] = [],
    weather: OccurrenceWeather? = nil
  ) {
    self.init(
      recurrenceID: recurrenceID, start: start, end: end, status: status, title: title, text: text,
      venue: venue, listings: listings, placementElsewhere: placement.map(Boxed.init),
      weatherElsewhere: weather.map(Boxed.init))
  }
}

/// A listing of an event, with the evidence that it belongs to the event.
public struct ListingReference: Hashable, Sendable, Codable {
  public var id: String
  public var source: String
  public var uid: String?
  public var url: String?
  /// 0 ... 1; 1 for the leading listing.
  public var score: Double
  /// The evidence for the merge, such as `same uid` or `title 0.93`.
  public var evidence: [String]

  public init(
    id: String, source: String, uid: String? = nil, url: String? = nil, score: Double = 1,
    evidence: [String] = []
  ) {
    self.id = id
    self.source = source
    self.uid = uid
    self.url = url
    self.score = score
    self.evidence = evidence
  }
}
