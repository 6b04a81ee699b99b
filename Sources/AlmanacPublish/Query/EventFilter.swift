public import AlmanacModel
public import AlmanacTime

/// The conditions of a query of an edition. An event must meet all conditions that are set; several
/// values of one condition are alternatives.
public struct EventFilter: Hashable, Sendable, Codable {
  /// Words that must all occur in title, description or venue. The last one may be a prefix.
  public var text: String?
  /// The range of time that an occurrence must overlap. A bound that is nil is open.
  public var from: Instant?
  public var to: Instant?
  /// Ids, names or aliases.
  public var categories: [String] = []
  /// Ids or names. Places within a place count as that place.
  public var places: [String] = []
  public var near: Coordinate?
  /// Meters around `near`.
  public var radius = 500.0
  public var kind: EventKind?
  public var isFree = false
  /// The highest price, in the currency of each source.
  public var maxPrice: Double?
  public var tags: [String] = []
  public var sources: [String] = []
  public var organizers: [String] = []
  /// Words of which at least one must occur in the event's audience.
  public var audiences: [String] = []
  /// Whether people must be able to attend online; attending in person may be possible, too.
  public var isOnline = false
  public var limit = 50
  /// One-based.
  public var page = 1

  /// Those of `views.yaml`, which has no times and no pages.
  private enum CodingKeys: String, CodingKey {
    case text, near, radius, kind, maxPrice
    case categories = "category"
    case places = "place"
    case isFree = "free"
    case tags = "tag"
    case sources = "source"
    case organizers = "organizer"
    case audiences = "audience"
    case isOnline = "online"
  }

  public init() {}
}
