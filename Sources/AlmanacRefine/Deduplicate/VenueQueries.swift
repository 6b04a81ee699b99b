public import AlmanacModel

/// The questions to the geocoder that a listing asks: of itself, and of the instances of its series
/// that are elsewhere.
///
/// `deduplicate` looks answers up under exactly these, so that whoever asks the geocoder for it
/// takes them from here.
public struct VenueQueries: Sendable {
  private let strategies: [String: VenueStrategy]

  /// - Parameter strategies: By source id; `.text` where none is given.
  public init(strategies: [String: VenueStrategy]) {
    self.strategies = strategies
  }

  /// Of the listing first, then of its overrides in their order; may repeat.
  public func queries(of listing: Listing) -> [VenueQuery] {
    [query(of: listing)]
      + listing.overrides.compactMap { $0.venue.map { query(of: listing, at: $0) } }
  }

  func query(of listing: Listing) -> VenueQuery {
    VenueQuery(
      campus: listing.campus, text: listing.venue, coordinate: listing.coordinate,
      strategy: strategies[listing.source] ?? .text)
  }

  /// Of one instance that lists its own venue; the listing's coordinate is not that venue's.
  func query(of listing: Listing, at venue: String) -> VenueQuery {
    VenueQuery(
      campus: listing.campus, text: venue, strategy: strategies[listing.source] ?? .text)
  }
}
