public import AlmanacModel

/// What differs from the listings and placements that the stored events were made of, where nothing else
/// does: neither settings nor window nor code.
public struct ChangedListings: Hashable, Sendable {
  /// Ids of listings that say something else now, or are gone. Those that came need not be among them.
  public var listings: Set<String>
  /// Questions to the geocoder that have another answer now.
  public var queries: Set<VenueQuery>

  public init(listings: Set<String> = [], queries: Set<VenueQuery> = []) {
    self.listings = listings
    self.queries = queries
  }

  /// Whether a listing, or where it takes place, is not what it was.
  func affect(_ listing: Listing, id: String, _ queries: VenueQueries) -> Bool {
    if listings.contains(id) { return true }
    return !self.queries.isEmpty
      && queries.queries(of: listing).contains(where: self.queries.contains)
  }
}
