import AlmanacModel
import AlmanacTime

/// A listing with its occurrences in the window and its placements: what the later steps work on.
///
/// A class, because every statement of a happening refers to one.
final class DatedListing: Sendable {
  let id: String
  let listing: Listing
  /// In order of start; never empty.
  let occurrences: [ListingOccurrence]
  let placement: Placement?
  /// Of overrides that are elsewhere, by venue text.
  let placementsByVenue: [String: Placement]

  init(
    id: String, listing: Listing, occurrences: [ListingOccurrence], placement: Placement?,
    placementsByVenue: [String: Placement]
  ) {
    self.id = id
    self.listing = listing
    self.occurrences = occurrences
    self.placement = placement
    self.placementsByVenue = placementsByVenue
  }

  var isSeries: Bool { listing.recurrence != nil }

  func placement(of occurrence: ListingOccurrence) -> Placement? {
    guard let venue = occurrence.venue else { return placement }
    return placementsByVenue[venue]
  }
}

/// The listings of a campus made ready, in the order of their ids.
struct ListingPreparation: Sendable {
  private(set) var items: [DatedListing] = []
  private(set) var findings: [Finding] = []
  /// Listings that give no event: not public, or nothing in the window.
  private(set) var leftOut = 0

  init(_ input: DeduplicateInput, expander: ListingExpander) {
    let queries = VenueQueries(strategies: input.strategies)
    for listing in Self.ordered(input.listings) {
      let id = listing.id
      guard listing.visibility == .public else {
        leftOut += 1
        continue
      }
      let expansion = expander.expand(listing)
      if let reason = expansion.reason {
        findings.append(Self.cutShort(listing, id: id, reason: reason))
      }
      guard !expansion.occurrences.isEmpty else {
        leftOut += 1
        continue
      }
      items.append(
        DatedListing(
          id: id, listing: listing, occurrences: expansion.occurrences,
          placement: input.placements[queries.query(of: listing)],
          placementsByVenue: Self.placements(of: listing, queries, input.placements)))
    }
  }

  /// By id; of two listings with one id, which only a damaged workspace could hold, the later
  /// revision.
  private static func ordered(_ listings: [Listing]) -> [Listing] {
    if zip(listings, listings.dropFirst()).allSatisfy({ $0.id < $1.id }) { return listings }
    var byID: [String: Listing] = [:]
    for listing in listings {
      let id = listing.id
      if let other = byID[id], isLater(other, than: listing) { continue }
      byID[id] = listing
    }
    return byID.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func isLater(_ left: Listing, than right: Listing) -> Bool {
    func order(_ listing: Listing) -> (Int, String, String, String) {
      (
        listing.sequence, listing.updated?.description ?? "", listing.title,
        listing.start.description
      )
    }
    return order(left) > order(right)
  }

  private static func placements(
    of listing: Listing, _ queries: VenueQueries, _ placements: [VenueQuery: Placement]
  ) -> [String: Placement] {
    var found: [String: Placement] = [:]
    for venue in listing.overrides.compactMap(\.venue) {
      found[venue] = placements[queries.query(of: listing, at: venue)]
    }
    return found
  }

  private static func cutShort(_ listing: Listing, id: String, reason: String) -> Finding {
    Finding(
      "W_SERIES_LIMIT", severity: .warning, source: listing.source, subject: id,
      message: "the series is published in part: \(reason); see its rule at the source",
      line: listing.line)
  }
}
