public import AlmanacTime

/// What a query asks of an edition. All that are set apply; several values of one are
/// alternatives.
public struct EventFilter: Hashable, Sendable, Codable {
  /// Words, all of which must stand in title, description or venue; the last may be a beginning.
  public var text: String?
  /// Occurrences that touch this stretch of time; a part left nil is open.
  public var from: Instant?
  public var to: Instant?
  /// Ids, names or aliases.
  public var categories: [String] = []
  /// Ids or names; what lies within a place counts too.
  public var places: [String] = []
  public var near: Coordinate?
  /// Meters around `near`.
  public var radius = 500.0
  public var kind: EventKind?
  public var isFree = false
  /// The highest price, in whatever currency the source states.
  public var maxPrice: Double?
  public var tags: [String] = []
  public var sources: [String] = []
  public var organizers: [String] = []
  /// Words of which one must be in what the event says of its audience.
  public var audiences: [String] = []
  /// Only what people can attend online, also where they need not.
  public var isOnline = false
  public var limit = 50
  /// One-based.
  public var page = 1

  public init() {}
}
