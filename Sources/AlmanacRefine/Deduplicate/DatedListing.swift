import AlmanacModel
import AlmanacTime

/// A listing with its occurrences in the window and its placements, as the later steps need it.
///
/// A class, because every record of an occurrence refers to one.
final class DatedListing: Sendable {
  let id: String
  let listing: Listing
  /// Of the listing's content; 0 if unknown.
  let hash: UInt64
  /// In order of start; never empty.
  let occurrences: [ListingOccurrence]
  let placement: Placement?
  /// Of overrides that are elsewhere, by venue text.
  let placementsByVenue: [String: Placement]
  let isSeries: Bool
  /// Day numbers of a single event of several whole days; nil for all others.
  let days: Range<Int>?

  init(
    id: String, listing: Listing, hash: UInt64, occurrences: [ListingOccurrence],
    placement: Placement?, placementsByVenue: [String: Placement]
  ) {
    self.id = id
    self.listing = listing
    self.hash = hash
    self.occurrences = occurrences
    self.placement = placement
    self.placementsByVenue = placementsByVenue
    isSeries = listing.recurrence != nil
    let only = !isSeries && occurrences.count == 1 ? occurrences.first : nil
    days = only.flatMap { Self.days(from: $0.start, to: $0.end) }
  }

  /// Longer runs are compared by their first day alone.
  private static let longestRun = 31

  /// Day numbers of several whole days; nil for all other times.
  static func days(from start: CalendarTime, to end: CalendarTime?) -> Range<Int>? {
    guard start.isDay, let end, end.isDay else { return nil }
    let first = start.date.dayNumber
    let count = end.date.dayNumber - first
    return (2...longestRun).contains(count) ? first..<first + count : nil
  }

  func placement(of occurrence: ListingOccurrence) -> Placement? {
    guard let venue = occurrence.venue else { return placement }
    return placementsByVenue[venue]
  }
}

/// The prepared listings of a campus, sorted by id.
struct ListingPreparation: Sendable {
  private(set) var items: [DatedListing] = []
  private(set) var findings: [Finding] = []
  /// Ids of listings that give no event: not public, or nothing in the window.
  private(set) var leftOut: [String] = []

  /// - Parameter workers: How many parts are processed at once; the result is the same for any number.
  init(_ input: DeduplicateInput, expander: ListingExpander, workers: Int = 1) async {
    let (listings, hashes) = (input.listings, input.hashes)
    let ids = listings.map(\.id)
    let order = Self.order(listings, ids)
    let queries = VenueQueries(strategies: input.strategies, aliases: input.aliases)
    let placements = input.placements
    let parts = await concurrentMap(order.count, workers: workers) { range in
      var part = Self()
      for index in order[range] {
        part.add(
          listings[index], id: ids[index], hashes.isEmpty ? 0 : hashes[index], expander, queries,
          placements)
      }
      return part
    }
    items.reserveCapacity(order.count)
    for part in parts {
      items += part.items
      findings += part.findings
      leftOut += part.leftOut
    }
  }

  private init() {}

  private mutating func add(
    _ listing: Listing, id: String, _ hash: UInt64, _ expander: ListingExpander,
    _ queries: VenueQueries, _ placements: [VenueQuery: Placement]
  ) {
    guard listing.visibility == .public else {
      leftOut.append(id)
      return
    }
    let expansion = expander.expand(listing)
    if let reason = expansion.reason {
      findings.append(Self.cutShort(listing, id: id, reason: reason))
    }
    guard !expansion.occurrences.isEmpty else {
      leftOut.append(id)
      return
    }
    items.append(
      DatedListing(
        id: id, listing: listing, hash: hash, occurrences: expansion.occurrences,
        placement: placements[queries.query(of: listing)],
        placementsByVenue: Self.placements(of: listing, queries, placements)))
  }

  /// Indices by id; the later revision of two listings with one id, which only a damaged workspace can
  /// contain.
  private static func order(_ listings: [Listing], _ ids: [String]) -> [Int] {
    if zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) { return Array(listings.indices) }
    var byID: [String: Int] = [:]
    for (index, id) in ids.enumerated() {
      if let other = byID[id], isLater(listings[other], than: listings[index]) { continue }
      byID[id] = index
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
