/// One configured feed; the definition in `feeds/<id>/feed.yaml`.
public struct Source: Hashable, Sendable, Codable, Identifiable {
  public enum Kind: String, Hashable, Sendable, Codable {
    case events, weather, transit, rides, presence, images

    /// Whether its documents are about persons: their digests, sizes and counts are not published.
    public var isPersonal: Bool { self == .presence }
  }

  public enum Location: Hashable, Sendable, Codable {
    /// An http, https, webcal or webcals URL.
    case url(String)
    /// A file of this machine.
    case file(String)
  }

  /// Whether the source lists everything it knows, or only a part (the newest, the next).
  ///
  /// Only a full source can withdraw an event by no longer listing it.
  public enum Completeness: String, Hashable, Sendable, Codable { case full, window }

  /// How much of a source's text may be published.
  public enum Publishing: String, Hashable, Sendable, Codable {
    /// Titles, times, places and links, no descriptions or pictures.
    case facts
    case full
  }

  public var id: String
  public var name: String
  public var campus: String
  public var kind: Kind
  public var location: Location
  /// Where the document is published, as http or https: what relative links in it are relative to
  /// where it was read from a file, such as a sample. nil: unknown.
  public var address: String?
  /// nil: detected from the content.
  public var format: FeedFormat?
  /// IANA name of the zone for times that state none; nil: the campus's.
  public var timezone: String?
  /// nil: full for iCalendar, window for all others.
  public var completeness: Completeness?
  public var publisherKind: EventKind
  public var language: String?
  public var license: String?
  public var attribution: String?
  public var publishing: Publishing
  /// Seconds between fetches.
  public var cadence: Int
  public var venue: VenueStrategy
  public var venueReading: VenueReading
  /// The source's own words for categories, lower-case, to ids of the taxonomy.
  public var categories: [String: String]
  /// Tags that every listing of this source gets.
  public var tags: [String]
  /// The visibility of listings that state none.
  public var visibility: Visibility
  public var mapping: FeedMapping? {
    get { mappingElsewhere?.value }
    set { mappingElsewhere = newValue.map(Boxed.init) }
  }
  public var weather: WeatherRequest? {
    get { weatherElsewhere?.value }
    set { weatherElsewhere = newValue.map(Boxed.init) }
  }
  /// Of a source of kind `presence`.
  public var presence: PresenceRule? {
    get { presenceElsewhere?.value }
    set { presenceElsewhere = newValue.map(Boxed.init) }
  }
  /// How the other pages of the document are found; nil: the document is all.
  public var pages: PagingRule? {
    get { pagesElsewhere?.value }
    set { pagesElsewhere = newValue.map(Boxed.init) }
  }
  /// What is done with its listings after they are parsed.
  public var steering: Steering {
    get { steeringElsewhere?.value ?? Steering() }
    set { steeringElsewhere = newValue == Steering() ? nil : Boxed(newValue) }
  }
  /// Hosts of a private network that this source may be fetched from.
  public var allowedHosts: [String]
  /// nil: none are needed.
  public var credentials: Credentials?

  // Large, and of few sources: among thousands the others need not have room for them.
  private var mappingElsewhere: Boxed<FeedMapping>?
  private var weatherElsewhere: Boxed<WeatherRequest>?
  private var presenceElsewhere: Boxed<PresenceRule>?
  private var pagesElsewhere: Boxed<PagingRule>?
  private var steeringElsewhere: Boxed<Steering>?

  private enum CodingKeys: String, CodingKey {
    case id, name, campus, kind, location, address, format, timezone, completeness, publisherKind
    case language, license, attribution, publishing, cadence, venue, venueReading, categories, tags
    case visibility, allowedHosts, credentials
    case mappingElsewhere = "mapping"
    case weatherElsewhere = "weather"
    case presenceElsewhere = "presence"
    case pagesElsewhere = "pages"
    case steeringElsewhere = "steering"
  }

  public init(
    id: String, name: String? = nil, campus: String, kind: Kind = .events, location: Location,
    address: String? = nil, format: FeedFormat? = nil, timezone: String? = nil,
    completeness: Completeness? = nil, publisherKind: EventKind = .official,
    language: String? = nil, license: String? = nil, attribution: String? = nil,
    publishing: Publishing = .full, cadence: Int = 86_400, venue: VenueStrategy = .text,
    venueReading: VenueReading = VenueReading(),
    categories: [String: String] = [:], tags: [String] = [], visibility: Visibility = .public,
    mapping: FeedMapping? = nil, weather: WeatherRequest? = nil, allowedHosts: [String] = []
  ) {
    self.id = id
    self.name = name ?? id
    self.campus = campus
    self.kind = kind
    self.location = location
    self.address = address
    self.format = format
    self.timezone = timezone
    self.completeness = completeness
    self.publisherKind = publisherKind
    self.language = language
    self.license = license
    self.attribution = attribution
    self.publishing = publishing
    self.cadence = cadence
    self.venue = venue
    self.venueReading = venueReading
    self.categories = categories
    self.tags = tags
    self.visibility = visibility
    mappingElsewhere = mapping.map(Boxed.init)
    weatherElsewhere = weather.map(Boxed.init)
    self.allowedHosts = allowedHosts
  }

  /// The completeness in force for a document of this format.
  public func completeness(of format: FeedFormat) -> Completeness {
    completeness ?? (format == .icalendar ? .full : .window)
  }
}

extension Source {
  /// Whether `limiting` changes anything of any listing.
  public var isLimiting: Bool { visibility != .public || publishing == .facts }

  /// The listing as far as the definition lets it be published now: what was kept from a document
  /// that is gone knows only the definition of its own night.
  public func limiting(_ listing: Listing) -> Listing {
    var listing = listing
    if visibility != .public, listing.visibility == .public { listing.visibility = visibility }
    if publishing == .facts {
      listing.text = nil
      listing.html = nil
      listing.image = nil
      for index in listing.overrides.indices { listing.overrides[index].text = nil }
    }
    return listing
  }
}
