public import AlmanacModel
import AlmanacTime

/// The published values of all current listings, by id.
public struct PublishedListings: Sendable {
  private struct Values {
    let uid: String?
    let link: String?
    let title: String
    let venue: String?
    let start: String
    let end: String?
    let status: EventStatus
    let published: String?
    let updated: String?
    let tags: [String]
  }

  private var values: [String: Values] = [:]
  /// Ids of non-public listings.
  private(set) var hidden: Set<String> = []

  public init() {}

  /// If an id occurs more than once, its first listing counts.
  public init(_ listings: some Sequence<Listing>) {
    for listing in listings { add(listing) }
  }

  /// Adds a listing; ignores one whose id is already present.
  ///
  /// - Complexity: O(1) on average.
  public mutating func add(_ listing: Listing) {
    let id = listing.id
    if listing.visibility != .public { hidden.insert(id) }
    guard values[id] == nil else { return }
    values[id] = Values(
      uid: listing.uid, link: listing.link, title: listing.title, venue: listing.venue,
      start: listing.start.publicText, end: listing.end?.publicText, status: listing.status,
      published: listing.published?.publicText, updated: listing.updated?.publicText,
      tags: listing.tags)
  }

  func contains(_ id: String) -> Bool { values[id] != nil }

  func tags(of id: String) -> [String] { values[id]?.tags ?? [] }

  /// The row of table `listing`. For an unknown listing, only the values of the event's reference.
  func row(of reference: ListingReference) -> RowValues {
    let known = values[reference.id]
    return RowValues([
      reference.id, reference.source, known?.uid ?? reference.uid, known?.link ?? reference.url,
      known?.title, known?.venue, known?.start, known?.end, known?.status.rawValue,
      known?.published, known?.updated,
    ])
  }
}
