public import AlmanacTime

/// What is published: one real-world event with its occurrences and all listings that state it.
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
  /// nil where no source says.
  public var transparency: Transparency?
  public var tags: [String]
  public var audience: String?
  public var price: String?
  public var organizer: String?
  public var contact: String?
  public var image: String?
  public var language: String?
  public var onlineURL: String?
  /// Venue text of the listing that leads.
  public var venue: String?
  public var placement: Placement?
  /// Publishers' category words of all listings, in trust order.
  public var sourceCategories: [String]
  /// The series this event is, where one listing gives its rule; start and end are its first's.
  public var series: Series? {
    get { seriesElsewhere?.value }
    set { seriesElsewhere = newValue.map(Boxed.init) }
  }
  /// In the published window, in order of start.
  public var occurrences: [Occurrence]
  /// All listings that state it, most trusted first.
  public var listings: [ListingReference]
  /// Which listing each published field comes from: field name to listing id.
  public var provenance: [String: String]
  /// Former ids that redirect to this one.
  public var aliases: [String]
  /// Names that its listings had before and that the operator's decisions name; nil for none. Not
  /// published.
  public var formerNames: [String]?
  /// What `categorize` left.
  public var categorization: Categorization?

  // Large, and of few events.
  private var seriesElsewhere: Boxed<Series>?

  private enum CodingKeys: String, CodingKey {
    case id, campus, title, text, html, url, kind, status, transparency, tags, audience, price
    case organizer, contact, image, language, onlineURL, venue, placement, sourceCategories
    case occurrences, listings, provenance, aliases, categorization
    case formerNames
    case seriesElsewhere = "series"
  }

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
    self.id = id
    self.campus = campus
    self.title = title
    self.text = text
    self.html = html
    self.url = url
    self.kind = kind
    self.status = status
    self.transparency = transparency
    self.tags = tags
    self.audience = audience
    self.price = price
    self.organizer = organizer
    self.contact = contact
    self.image = image
    self.language = language
    self.onlineURL = onlineURL
    self.venue = venue
    self.placement = placement
    self.sourceCategories = sourceCategories
    seriesElsewhere = series.map(Boxed.init)
    self.occurrences = occurrences
    self.listings = listings
    self.provenance = provenance
    self.aliases = aliases
    self.formerNames = formerNames
    self.categorization = categorization
  }
}

/// The rule of a recurring event, for consumers that keep series as series.
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

/// One dated happening of an event.
public struct Occurrence: Hashable, Sendable, Codable {
  /// The start that the series' rule gives it; nil for a single event.
  public var recurrenceID: CalendarTime?
  public var start: CalendarTime
  /// Exclusive; nil where no source states one.
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
  /// Ids of the listings that state this happening.
  public var listings: [String]
  /// What `enrich` left.
  public var weather: OccurrenceWeather? {
    get { weatherElsewhere?.value }
    set { weatherElsewhere = newValue.map(Boxed.init) }
  }

  // Large, and of few occurrences.
  private var placementElsewhere: Boxed<Placement>?
  private var weatherElsewhere: Boxed<OccurrenceWeather>?

  private enum CodingKeys: String, CodingKey {
    case recurrenceID, start, end, status, title, text, venue, listings
    case placementElsewhere = "placement"
    case weatherElsewhere = "weather"
  }

  public init(
    recurrenceID: CalendarTime? = nil, start: CalendarTime, end: CalendarTime? = nil,
    status: EventStatus = .confirmed, title: String? = nil, text: String? = nil,
    venue: String? = nil, placement: Placement? = nil, listings: [String] = [],
    weather: OccurrenceWeather? = nil
  ) {
    self.recurrenceID = recurrenceID
    self.start = start
    self.end = end
    self.status = status
    self.title = title
    self.text = text
    self.venue = venue
    placementElsewhere = placement.map(Boxed.init)
    self.listings = listings
    weatherElsewhere = weather.map(Boxed.init)
  }
}

/// A listing that states an event, and why it is thought to.
public struct ListingReference: Hashable, Sendable, Codable {
  public var id: String
  public var source: String
  public var uid: String?
  public var url: String?
  /// 0 ... 1; 1 for the listing that leads.
  public var score: Double
  /// What spoke for the merge, in words such as `same uid` or `title 0.93`.
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
