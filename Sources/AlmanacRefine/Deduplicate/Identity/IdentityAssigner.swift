import AlmanacModel
import AlmanacTime

/// Assigns event ids: known events keep theirs, new events get new ones.
///
/// - An id goes with most of its listings; of two equal parts, with the most trusted of them.
/// - An event that unites several ids keeps the oldest; the others redirect to it.
/// - If a merge is undone, the separated event gets its former id back.
struct IdentityAssigner: Sendable {
  /// One event of this run.
  struct Part: Sendable {
    /// Most trusted first; the first founds the id where a new one is issued.
    let listings: [ListingTrace]
    /// Of which the id is made.
    let title: String
  }

  struct Result: Sendable {
    /// By part.
    var ids: [String]
    /// By part: former ids that redirect, sorted.
    var aliases: [[String]]
    /// Sorted by id.
    var identities: [EventIdentity]
  }

  /// How long an id is kept for an event that is not seen.
  private static let memory = 400 * 86_400

  /// Older identities are deleted.
  private static func oldest(at now: Instant) -> Instant { now - memory }

  private let campus: String
  private let now: Instant
  private let zone: Zone
  private let former: [EventIdentity]
  /// Ids of new listings to the ids of the vanished listings that they continue.
  private let renamed: [String: String]

  /// - Parameters:
  ///   - former: The last run's identities.
  ///   - renamed: Ids of new listings to ids of the vanished ones that they are.
  init(
    campus: String, former: [EventIdentity], renamed: [String: String], now: Instant, zone: Zone
  ) {
    self.campus = campus
    self.former = former.sorted { ($0.issued, $0.id) < ($1.issued, $1.id) }
    self.renamed = renamed
    self.now = now
    self.zone = zone
  }

  func assign(_ parts: [Part]) -> Result {
    var ledger = Dictionary(former.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var partOfListing = partsByListing(parts)
    for (new, old) in renamed { partOfListing[old] = partOfListing[new] }
    var ids = claims(partOfListing, &ledger, count: parts.count)
    revive(partOfListing, &ids, &ledger)
    let issued = issue(parts, ids, known: ledger)
    for (index, part) in parts.enumerated() {
      let id = issued[index]
      ledger[id] = identity(id, part, before: ledger[id], partOfListing)
    }
    prune(&ledger, seen: Set(issued))
    let roots = Dictionary(grouping: ledger.values.filter { $0.mergedInto != nil }) {
      root(of: $0, ledger)
    }
    keepCores(of: Set(roots.keys), &ledger)
    follow(parts, &ledger)
    return Result(
      ids: issued, aliases: issued.map { (roots[$0] ?? []).map(\.id).sorted() },
      identities: ledger.values.sorted { $0.id < $1.id })
  }

  /// This run's part of each listing.
  private func partsByListing(_ parts: [Part]) -> [String: Int] {
    var found: [String: Int] = [:]
    found.reserveCapacity(parts.reduce(0) { $0 + $1.listings.count })
    for (index, part) in parts.enumerated() {
      for listing in part.listings { found[listing.id] = index }
    }
    return found
  }

  /// Each identity that is in force goes to one part; a part of several keeps the oldest.
  private func claims(
    _ partOfListing: [String: Int], _ ledger: inout [String: EventIdentity], count: Int
  ) -> [String?] {
    var ids = [String?](repeating: nil, count: count)
    let adopted = adoptedListings(ledger)
    // From the oldest on: the first to claim a part is the one that it keeps.
    for identity in former where identity.mergedInto == nil {
      // If a merge is undone, the listings of the other id return to it.
      let own = own(of: identity, adopted)
      guard
        let part = favorite(of: identity.core ?? own, partOfListing)
          ?? favorite(of: own, partOfListing) ?? favorite(of: identity.listings, partOfListing)
      else { continue }
      if let kept = ids[part] {
        ledger[identity.id]?.mergedInto = kept
      } else {
        ids[part] = identity.id
      }
    }
    return ids
  }

  /// Listings that an id gained through ids that were merged into it.
  private func adoptedListings(_ ledger: [String: EventIdentity]) -> [String: Set<String>] {
    var adopted: [String: Set<String>] = [:]
    for identity in former where identity.mergedInto != nil {
      adopted[root(of: identity, ledger), default: []].formUnion(identity.listings)
    }
    return adopted
  }

  /// An identity's listings without those of merged ids.
  private func own(of identity: EventIdentity, _ adopted: [String: Set<String>]) -> [String] {
    guard let others = adopted[identity.id] else { return identity.listings }
    return identity.listings.filter { !others.contains($0) }
  }

  /// The part with most of an identity's listings; of equals the one with the most trusted.
  private func favorite(of listings: [String], _ partOfListing: [String: Int]) -> Int? {
    if listings.count == 1 { return partOfListing[listings[0]] }
    let parts = listings.compactMap { partOfListing[$0] }
    guard let first = parts.first, !parts.allSatisfy({ $0 == first }) else { return parts.first }
    let counts = Dictionary(parts.map { ($0, 1) }, uniquingKeysWith: +)
    guard let most = counts.values.max() else { return nil }
    return parts.first { counts[$0] == most }
  }

  private func revive(
    _ partOfListing: [String: Int], _ ids: inout [String?],
    _ ledger: inout [String: EventIdentity]
  ) {
    for identity in former where identity.mergedInto != nil {
      let own = identity.core ?? identity.listings
      guard let part = favorite(of: own, partOfListing), ids[part] == nil else { continue }
      ids[part] = identity.id
      ledger[identity.id]?.mergedInto = nil
    }
  }

  private func issue(
    _ parts: [Part], _ ids: [String?], known: [String: EventIdentity]
  ) -> [String] {
    var issued = ids.map { $0 ?? "" }
    let new = parts.indices.filter { ids[$0] == nil }
      .sorted { (parts[$0].listings.first?.id ?? "") < (parts[$1].listings.first?.id ?? "") }
    guard !new.isEmpty else { return issued }
    var slug = EventSlug(known: Set(known.keys))
    for index in new {
      issued[index] = slug.issue(
        title: parts[index].title, founding: parts[index].listings.first?.id ?? "")
    }
    return issued
  }

  /// This run's listings, then former ones that no event of this run has: a listing that is missing in
  /// one run returns to its event.
  private func identity(
    _ id: String, _ part: Part, before: EventIdentity?, _ partOfListing: [String: Int]
  ) -> EventIdentity {
    let identity = EventIdentity(
      id: id, campus: campus, listings: part.listings.map(\.id), traces: part.listings,
      issued: before?.issued ?? now)
    // Most events are unchanged. Arrays that share their memory are compared quickly when identities
    // are stored.
    guard let before, before != identity else { return before ?? identity }
    var absent = before.listings.filter { partOfListing[$0] == nil }
    guard !absent.isEmpty else { return identity }
    let oldest = Self.oldest(at: now)
    let traces = Dictionary(
      before.traces.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    absent.removeAll { listing in
      traces[listing].map { $0.start.instant(in: zone) < oldest } ?? false
    }
    return EventIdentity(
      id: id, campus: campus, listings: part.listings.map(\.id) + absent,
      traces: part.listings + absent.compactMap { traces[$0] }, issued: before.issued)
  }

  /// What an id had before others redirected to it.
  private func keepCores(of roots: Set<String>, _ ledger: inout [String: EventIdentity]) {
    let adopted = adoptedListings(ledger)
    for identity in former {
      guard let current = ledger[identity.id] else { continue }
      let isUnited = roots.contains(identity.id) || current.mergedInto != nil
      guard isUnited || current.core != nil else { continue }
      ledger[identity.id]?.core = isUnited ? identity.core ?? own(of: identity, adopted) : nil
    }
  }

  /// Updates the former cores: they restore ids when a merge is undone, and must have current listing
  /// ids.
  private func follow(
    _ parts: [Part], _ ledger: inout [String: EventIdentity]
  ) {
    let united = ledger.values.filter { $0.mergedInto != nil || $0.core != nil }
    guard !united.isEmpty else { return }
    let names = Dictionary(renamed.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
    let traces = Dictionary(
      parts.flatMap(\.listings).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for identity in united {
      ledger[identity.id]?.core = identity.core?.map { names[$0] ?? $0 }
      guard identity.mergedInto != nil else { continue }
      ledger[identity.id]?.listings = identity.listings.map { names[$0] ?? $0 }
      ledger[identity.id]?.traces = identity.traces.map { traces[names[$0.id] ?? $0.id] ?? $0 }
    }
  }

  private func prune(_ ledger: inout [String: EventIdentity], seen: Set<String>) {
    let oldest = Self.oldest(at: now)
    let outdated = ledger.values.filter { identity in
      guard identity.issued < oldest else { return false }
      let root = root(of: identity, ledger)
      return !seen.contains(root) && (ledger[root] ?? identity).issued < oldest
    }
    for identity in outdated { ledger[identity.id] = nil }
  }

  /// Where redirects end; a chain can't be longer than there are identities.
  private func root(of identity: EventIdentity, _ ledger: [String: EventIdentity]) -> String {
    var id = identity.id
    for _ in 0..<ledger.count {
      guard let next = ledger[id]?.mergedInto, next != id else { return id }
      id = next
    }
    return id
  }
}
