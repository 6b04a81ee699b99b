public import AlmanacModel
import AlmanacTime

/// The listings that sources have, by id: of each what is published of it.
public struct StatedListings: Sendable {
  private struct Facts {
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

  private var facts: [String: Facts] = [:]
  /// Ids of listings that are not public.
  private(set) var hidden: Set<String> = []

  public init() {}

  /// Of several listings with one id the first counts.
  public init(_ listings: some Sequence<Listing>) {
    for listing in listings { add(listing) }
  }

  public mutating func add(_ listing: Listing) {
    let id = listing.id
    if listing.visibility != .public { hidden.insert(id) }
    guard facts[id] == nil else { return }
    facts[id] = Facts(
      uid: listing.uid, link: listing.link, title: listing.title, venue: listing.venue,
      start: listing.start.publicText, end: listing.end?.publicText, status: listing.status,
      published: listing.published?.publicText, updated: listing.updated?.publicText,
      tags: listing.tags)
  }

  func contains(_ id: String) -> Bool { facts[id] != nil }

  func tags(of id: String) -> [String] { facts[id]?.tags ?? [] }

  /// The row of `listing`; of an unknown listing only what the event's reference has.
  func row(of reference: ListingReference) -> RowValues {
    let known = facts[reference.id]
    return RowValues([
      reference.id, reference.source, known?.uid ?? reference.uid, known?.link ?? reference.url,
      known?.title, known?.venue, known?.start, known?.end, known?.status.rawValue,
      known?.published, known?.updated,
    ])
  }
}
