public import AlmanacTime

/// Which event a listing was last night: what keeps ids stable.
public struct EventIdentity: Hashable, Sendable, Codable, Identifiable {
  /// The event's id.
  public var id: String
  public var campus: String
  /// Ids of the listings that stated it when last seen.
  public var listings: [String]
  /// When the id was issued.
  public var issued: Instant
  /// Id of the event that this one became part of.
  public var mergedInto: String?

  public init(
    id: String, campus: String, listings: [String], issued: Instant, mergedInto: String? = nil
  ) {
    self.id = id
    self.campus = campus
    self.listings = listings
    self.issued = issued
    self.mergedInto = mergedInto
  }
}
