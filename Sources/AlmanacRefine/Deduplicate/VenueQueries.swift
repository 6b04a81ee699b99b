public import AlmanacModel

/// The venue queries of a listing: its own, and those of instances of its series at other venues.
///
/// `deduplicate` looks up placements by these queries, so that all callers of the geocoder use them.
public struct VenueQueries: Sendable {
  private let strategies: [String: VenueStrategy]
  /// By source, folded venue texts to ids of places.
  private let aliases: [String: [String: String]]

  /// - Parameters:
  ///   - strategies: By source id; `.text` where none is given.
  ///   - aliases: By source id, its own names of places.
  public init(
    strategies: [String: VenueStrategy], aliases: [String: [String: String]] = [:]
  ) {
    self.strategies = strategies
    self.aliases = aliases.mapValues { names in
      Dictionary(names.map { (FoldedText.fold($0.key), $0.value) }, uniquingKeysWith: min)
    }
  }

  /// Of the listing first, then of its overrides in their order; may repeat.
  public func queries(of listing: Listing) -> [VenueQuery] {
    [query(of: listing)]
      + listing.overrides.compactMap { $0.venue.map { query(of: listing, at: $0) } }
  }

  func query(of listing: Listing) -> VenueQuery {
    VenueQuery(
      campus: listing.campus, text: listing.venue, coordinate: listing.coordinate,
      strategy: strategy(of: listing.venue, in: listing.source))
  }

  /// Of one instance that lists its own venue; the listing's coordinate is not that venue's.
  func query(of listing: Listing, at venue: String) -> VenueQuery {
    VenueQuery(
      campus: listing.campus, text: venue, strategy: strategy(of: venue, in: listing.source))
  }

  /// An alias is the whole text, or what precedes its first comma.
  private func strategy(of venue: String?, in source: String) -> VenueStrategy {
    if let venue, let names = aliases[source] {
      let parts = [venue, String(venue.prefix { $0 != "," })]
      if let place = parts.lazy.compactMap({ names[FoldedText.fold($0)] }).first {
        return .place(id: place)
      }
    }
    return strategies[source] ?? .text
  }
}
