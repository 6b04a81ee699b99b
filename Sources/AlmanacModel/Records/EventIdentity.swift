public import AlmanacTime

/// The listings that an event had in the previous run, from which the next run derives stable ids.
public struct EventIdentity: Hashable, Sendable, Codable, Identifiable {
  /// The event's id.
  public var id: String
  public var campus: String
  /// Ids of its listings, most trusted first, followed by listings that have disappeared.
  public var listings: [String]
  /// Attributes of its listings, to recognize them if their ids change.
  public var traces: [ListingTrace]
  /// When the id was issued.
  public var issued: Instant
  /// Id of the event that this one was merged into.
  public var mergedInto: String?
  /// The listings that it had before another event was merged into it; nil if none was. If the
  /// events split again, only these listings may keep the id.
  public var core: [String]?

  public init(
    id: String, campus: String, listings: [String], traces: [ListingTrace] = [],
    issued: Instant, mergedInto: String? = nil, core: [String]? = nil
  ) {
    self.id = id
    self.campus = campus
    self.listings = listings
    self.traces = traces
    self.issued = issued
    self.mergedInto = mergedInto
    self.core = core
  }
}

/// Attributes by which a listing is recognized when its id changes: in feeds without ids, an edited
/// item gets a new one.
public struct ListingTrace: Hashable, Sendable, Codable, Identifiable {
  /// The listing's id.
  public var id: String
  public var source: String
  /// Folded, without prefixes such as `CANCELLED:`.
  public var title: String
  public var start: CalendarTime
  public var link: String?
  public var uid: String?
  /// Former ids, uids and links that occur in the operator's decisions; nil for none.
  public var formerNames: [String]?

  public init(
    id: String, source: String, title: String, start: CalendarTime, link: String? = nil,
    uid: String? = nil, formerNames: [String]? = nil
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.start = start
    self.link = link
    self.uid = uid
    self.formerNames = formerNames
  }
}
