import AlmanacModel

/// The order of sources if listings disagree: the operator's order, then official sources before
/// community ones.
struct TrustOrder: Sendable {
  private let ranks: [String: Int]

  /// - Parameter sources: Ids, most trusted first; a source that is not among them comes after.
  init(_ sources: [String]) {
    ranks = Dictionary(
      zip(sources, sources.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Lower is more trusted; equal only for sources that are not listed.
  func rank(of listing: Listing) -> Int {
    ranks[listing.source] ?? (listing.kind == .official ? .max - 1 : .max)
  }
}
