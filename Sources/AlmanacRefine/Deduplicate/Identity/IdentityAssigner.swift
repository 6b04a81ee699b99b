import AlmanacModel
import AlmanacTime

/// Gives tonight's events the ids that they had, and new ones to those that had none.
///
/// - An id goes with most of its listings; of two equal parts, with the most trusted of them.
/// - An event that unites several ids keeps the oldest; the others redirect to it.
/// - What was merged and comes apart again takes its former id back.
struct IdentityAssigner: Sendable {
  /// One event of tonight.
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

  private let campus: String
  private let now: Instant
  private let zone: Zone
  private let former: [EventIdentity]
  /// Ids of all of tonight's listings, also of those that give no event.
  private let present: Set<String>

  /// - Parameter former: Last night's identities.
  init(
    campus: String, former: [EventIdentity], present: Set<String>, now: Instant, zone: Zone
  ) {
    self.campus = campus
    self.former = former.sorted { ($0.issued, $0.id) < ($1.issued, $1.id) }
    self.present = present
    self.now = now
    self.zone = zone
  }

  func assign(_ parts: [Part]) -> Result {
    var ledger = Dictionary(former.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let renamed = renamedListings(parts)
    let partOfListing = partsByListing(parts, renamed)
    var ids = claims(partOfListing, &ledger, count: parts.count)
    revive(partOfListing, &ids, &ledger)
    let issued = issue(parts, ids, known: Set(ledger.keys))
    for (index, part) in parts.enumerated() {
      let id = issued[index]
      let before = ledger[id]
      ledger[id] = identity(id, part, before, partOfListing, index)
    }
    prune(&ledger, seen: Set(issued))
    let roots = Dictionary(grouping: ledger.values.filter { $0.mergedInto != nil }) {
      root(of: $0, ledger)
    }
    keepCores(of: Set(roots.keys), &ledger)
    follow(renamed, parts, &ledger)
    return Result(
      ids: issued, aliases: issued.map { (roots[$0] ?? []).map(\.id).sorted() },
      identities: ledger.values.sorted { $0.id < $1.id })
  }

  private func renamedListings(_ parts: [Part]) -> [String: String] {
    let known = Set(former.flatMap(\.listings))
    var vanished: [String: ListingTrace] = [:]
    for trace in former.flatMap(\.traces) where !present.contains(trace.id) {
      vanished[trace.id] = trace
    }
    let all = parts.flatMap(\.listings)
    return ListingReconciler(now: now, zone: zone).renamed(
      vanished: vanished.values.sorted { $0.id < $1.id },
      appeared: all.filter { !known.contains($0.id) },
      staying: all.filter { known.contains($0.id) })
  }

  /// Tonight's part of each listing, under its id and its former one.
  private func partsByListing(_ parts: [Part], _ renamed: [String: String]) -> [String: Int] {
    var found: [String: Int] = [:]
    for (index, part) in parts.enumerated() {
      for listing in part.listings {
        found[listing.id] = index
        if let old = renamed[listing.id] { found[old] = index }
      }
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
      // Where a merge comes apart, what the other id brought along goes back to it.
      let own = identity.listings.filter { !(adopted[identity.id]?.contains($0) ?? false) }
      let choices = [identity.core ?? own, own, identity.listings]
      guard let part = choices.lazy.compactMap({ favorite(of: $0, partOfListing) }).first
      else { continue }
      if let kept = ids[part] {
        ledger[identity.id]?.mergedInto = kept
      } else {
        ids[part] = identity.id
      }
    }
    return ids
  }

  /// Listings that came to an id with ids that were merged into it.
  private func adoptedListings(_ ledger: [String: EventIdentity]) -> [String: Set<String>] {
    var adopted: [String: Set<String>] = [:]
    for identity in former where identity.mergedInto != nil {
      adopted[root(of: identity, ledger), default: []].formUnion(identity.listings)
    }
    return adopted
  }

  /// The part with most of an identity's listings; of equals the one with the most trusted.
  private func favorite(of listings: [String], _ partOfListing: [String: Int]) -> Int? {
    let parts = listings.compactMap { partOfListing[$0] }
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

  private func issue(_ parts: [Part], _ ids: [String?], known: Set<String>) -> [String] {
    var slug = EventSlug(known: known)
    var issued = ids.map { $0 ?? "" }
    let new = parts.indices.filter { ids[$0] == nil }
      .sorted { (parts[$0].listings.first?.id ?? "") < (parts[$1].listings.first?.id ?? "") }
    for index in new {
      issued[index] = slug.issue(
        title: parts[index].title, founding: parts[index].listings.first?.id ?? "")
    }
    return issued
  }

  /// Tonight's listings, then those of before that are nowhere tonight: a listing that is gone for
  /// a night comes back to its event.
  private func identity(
    _ id: String, _ part: Part, _ before: EventIdentity?, _ partOfListing: [String: Int],
    _ index: Int
  ) -> EventIdentity {
    let oldest = now - Self.memory
    let traces = Dictionary(
      (before?.traces ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let absent = (before?.listings ?? []).filter { listing in
      guard partOfListing[listing] == nil else { return false }
      return traces[listing].map { $0.start.instant(in: zone) >= oldest } ?? true
    }
    return EventIdentity(
      id: id, campus: campus, listings: part.listings.map(\.id) + absent,
      traces: part.listings + absent.compactMap { traces[$0] }, issued: before?.issued ?? now)
  }

  /// What an id had before others redirected to it.
  private func keepCores(of roots: Set<String>, _ ledger: inout [String: EventIdentity]) {
    let adopted = adoptedListings(ledger)
    for identity in former {
      guard ledger[identity.id] != nil else { continue }
      let isUnited = roots.contains(identity.id) || ledger[identity.id]?.mergedInto != nil
      let own = identity.listings.filter { !(adopted[identity.id]?.contains($0) ?? false) }
      ledger[identity.id]?.core = isUnited ? identity.core ?? own : nil
    }
  }

  /// What is kept for the day on which a merge comes apart must know its listings by their names of
  /// now.
  private func follow(
    _ renamed: [String: String], _ parts: [Part], _ ledger: inout [String: EventIdentity]
  ) {
    let names = Dictionary(renamed.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })
    let traces = Dictionary(
      parts.flatMap(\.listings).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for identity in ledger.values where identity.mergedInto != nil || identity.core != nil {
      ledger[identity.id]?.core = identity.core?.map { names[$0] ?? $0 }
      guard identity.mergedInto != nil else { continue }
      ledger[identity.id]?.listings = identity.listings.map { names[$0] ?? $0 }
      ledger[identity.id]?.traces = identity.traces.map { traces[names[$0.id] ?? $0.id] ?? $0 }
    }
  }

  private func prune(_ ledger: inout [String: EventIdentity], seen: Set<String>) {
    let oldest = now - Self.memory
    let all = ledger
    ledger = all.filter { id, identity in
      let root = identity.mergedInto == nil ? id : self.root(of: identity, all)
      guard !seen.contains(root) else { return true }
      return (all[root] ?? identity).issued >= oldest || identity.issued >= oldest
    }
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
