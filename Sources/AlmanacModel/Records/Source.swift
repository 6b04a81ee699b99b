/// One configured feed; the definition in `feeds/<id>/feed.yaml`.
public struct Source: Hashable, Sendable, Codable, Identifiable {
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case events, weather, transit, rides, submissions, presence, images

    /// Whether its documents contain events.
    public var hasEvents: Bool { self == .events || self == .submissions }
    /// Whether its documents are about people. Their digests, sizes and counts are not published.
    public var isPersonal: Bool { self == .presence }
  }

  public enum Location: Hashable, Sendable, Codable {
    /// An http, https, webcal or webcals URL.
    case url(String)
    /// A local file.
    case file(String)
  }

  /// Whether the source lists all of its events or only some of them, such as the next ten.
  ///
  /// Only a full source can withdraw an event by no longer listing it.
  public enum Completeness: String, Hashable, Sendable, Codable { case full, window }

  /// How much of a source's text may be published.
  public enum Publishing: String, Hashable, Sendable, Codable {
    /// Titles, times, places and links, but no descriptions or pictures.
    case facts
    case full
  }

  public var id: String
  /// Its id before its folder was renamed.
  public var formerly: String?
  public var name: String
  public var campus: String
  public var kind: Kind
  public var location: Location
  /// The http or https URL at which the document is published: the base of its relative links if it
  /// was read from a file. nil: unknown.
  public var address: String?
  /// nil: detected from the content.
  public var format: FeedFormat?
  /// IANA name of the zone for times without a zone; nil: the campus's.
  public var timezone: String?
  /// nil: full for iCalendar, window for all others.
  public var completeness: Completeness?
  public var publisherKind: EventKind
  public var language: String?
  public var license: String?
  public var attribution: String?
  public var publishing = Publishing.full
  /// Seconds between fetches.
  public var cadence = 86_400
  public var venue = VenueStrategy.text
  public var venueReading = VenueReading()
  /// The source's own words for categories, lower-case, to ids of the taxonomy.
  public var categories: [String: String] = [:]
  /// Tags that every listing of this source gets.
  public var tags: [String] = []
  /// The visibility of listings that have none of their own.
  public var visibility = Visibility.public
  public var mapping: FeedMapping?
  public var weather: WeatherRequest?
  /// The published form of a log of kind `presence`.
  public var presence: PresenceRule?
  /// The rule for finding further pages of the document; nil: the document has one page.
  public var pages: PagingRule?
  /// The rules for reading a log of kind `submissions`.
  public var submissions: SubmissionRules?
  /// The rules applied to its listings after parsing.
  public var steering = Steering()
  /// Hosts in a private network that this source may be fetched from.
  public var allowedHosts: [String] = []
  /// nil: no credentials are needed.
  public var credentials: Credentials?

  /// Those of `feed.yaml`, where it has the value.
  private enum CodingKeys: String, CodingKey {
    case id, name, campus, kind, location, address, format, timezone, completeness, publisherKind
    case language, license, attribution, venue, venueReading, categories, tags, visibility, mapping
    case weather, presence, pages, submissions, steering, formerly
    case publishing = "publish"
    case cadence = "every"
    case allowedHosts = "allow"
    case credentials = "auth"
  }

  public init(
    id: String, name: String? = nil, campus: String, kind: Kind = .events, location: Location,
    publisherKind: EventKind = .official, license: String? = nil, attribution: String? = nil,
    weather: WeatherRequest? = nil
  ) {
    self.id = id
    self.name = name ?? id
    self.campus = campus
    self.kind = kind
    self.location = location
    self.publisherKind = publisherKind
    self.license = license
    self.attribution = attribution
    self.weather = weather
  }

  /// The configured completeness, or the default for the document's format.
  public func completeness(of format: FeedFormat) -> Completeness {
    completeness ?? (format == .icalendar || kind == .submissions ? .full : .window)
  }
}

extension Source {
  /// Whether `limiting` can change a listing.
  public var isLimiting: Bool { visibility != .public || publishing == .facts }

  /// Applies the current `visibility` and `publishing` to a listing, which may have been stored by
  /// an earlier run with another definition.
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
