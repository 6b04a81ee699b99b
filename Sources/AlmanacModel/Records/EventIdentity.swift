public import AlmanacTime

/// Which event a listing was last night: what keeps ids stable.
public struct EventIdentity: Hashable, Sendable, Codable, Identifiable {
  /// The event's id.
  public var id: String
  public var campus: String
  /// Ids of the listings that stated it when last seen, most trusted first, then those that are
  /// gone for now.
  public var listings: [String]
  /// What is remembered of them, to know them again where their ids change.
  public var traces: [ListingTrace]
  /// When the id was issued.
  public var issued: Instant
  /// Id of the event that this one became part of.
  public var mergedInto: String?
  /// The listings that it had before it took in another event; nil where it has taken in none. What
  /// came later may be either's, and must not take the id along where they come apart.
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

/// What is remembered of a listing to know it again when its id changes: feeds without ids give an
/// edited item a new one.
public struct ListingTrace: Hashable, Sendable, Codable, Identifiable {
  /// The listing's id.
  public var id: String
  public var source: String
  /// Folded, without announcements such as `CANCELLED:`.
  public var title: String
  public var start: CalendarTime
  public var link: String?
  public var uid: String?
  /// Ids, uids and links that it had before and that the operator's decisions name; nil for none.
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
