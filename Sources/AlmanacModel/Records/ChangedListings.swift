/// What differs from the listings and placements that a campus's stored events were made of.
public struct ChangedListings: Hashable, Sendable {
  /// Ids of listings that say something else now, or are gone. Those that came need not be among them.
  public var listings: Set<String>
  /// Questions to the geocoder that have another answer now.
  public var queries: Set<VenueQuery>

  public init(listings: Set<String> = [], queries: Set<VenueQuery> = []) {
    self.listings = listings
    self.queries = queries
  }
}
