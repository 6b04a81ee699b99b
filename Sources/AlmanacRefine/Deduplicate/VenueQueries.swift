public import AlmanacModel
import Foundation

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

  /// The same for equal questions of a campus, on every night.
  public static func hash(of query: VenueQuery) -> UInt64 {
    var hash = query.text.map { StableHash(composed($0)).value } ?? 0
    if let coordinate = query.coordinate {
      // There are two zeros, and questions are equal with either.
      hash = PhraseHash.step(hash, (coordinate.latitude + 0).bitPattern)
      hash = PhraseHash.step(hash, (coordinate.longitude + 0).bitPattern)
    }
    return PhraseHash.step(hash, StableHash("\(query.strategy)").value)
  }

  /// Questions are also equal where one has "é" as one character and the other as two.
  private static func composed(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }

  func query(of listing: Listing) -> VenueQuery {
    VenueQuery(
      campus: listing.campus, text: listing.venue, coordinate: listing.coordinate,
      strategy: strategies[listing.source] ?? .text)
  }

  /// Of one instance that states its own venue; the listing's coordinate is not that venue's.
  func query(of listing: Listing, at venue: String) -> VenueQuery {
    VenueQuery(
      campus: listing.campus, text: venue, strategy: strategies[listing.source] ?? .text)
  }
}
