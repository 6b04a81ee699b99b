import AlmanacModel

/// The operator's decisions, resolved to this run's items.
struct DecisionIndex: Sendable {
  /// Sets of items that are one event; disjoint.
  private(set) var same: [[Int]] = []
  /// Pairs of items that are not.
  private(set) var apart: Set<BlockingIndex.Pair> = []
  private(set) var findings: [Finding] = []

  private var items: [String: [Int]] = [:]

  init(
    _ decisions: Decisions, items: [DatedListing], identities: [EventIdentity],
    _ renames: ListingRenames
  ) {
    // Most campuses have no decisions, and collecting all names takes time.
    guard !decisions.same.isEmpty || !decisions.different.isEmpty else { return }
    for (index, item) in items.enumerated() {
      var names = DecisionNames.names(of: item.listing)
      names.formUnion(renames.formerNames[item.id] ?? [])
      if let former = renames.formerIDs[item.id] { names.insert(former) }
      for name in names { self.items[name, default: []].append(index) }
    }
    addEvents(identities)
    for set in decisions.different { keepApart(set) }
    same = joinable(decisions.same, count: items.count)
  }

  func areApart(_ item: Int, _ other: Int) -> Bool {
    apart.contains(
      BlockingIndex.Pair(item, other))
  }

  private mutating func addEvents(_ identities: [EventIdentity]) {
    let indices = items
    for identity in identities.sorted(by: { $0.id < $1.id }) {
      let found = identity.listings.flatMap { indices[$0] ?? [] }
      if !found.isEmpty { items[identity.id, default: []] += found }
    }
  }

  private func found(_ name: String) -> Set<Int> {
    DecisionNames.spellings(of: name).reduce(into: []) { $0.formUnion(items[$1] ?? []) }
  }

  private mutating func keepApart(_ names: [String]) {
    let sets = names.map(found)
    for (offset, left) in sets.enumerated() {
      for right in sets.dropFirst(offset + 1) {
        for first in left {
          for second in right where first != second {
            apart.insert(
              BlockingIndex.Pair(first, second))
          }
        }
      }
    }
  }

  /// A pair in both `same` and `different` stays apart, because that never publishes a wrong event.
  private mutating func joinable(_ decisions: [[String]], count: Int) -> [[Int]] {
    var sets = DisjointSets(count: count)
    for names in decisions {
      let members = names.reduce(into: Set<Int>()) { $0.formUnion(found($1)) }.sorted()
      guard let first = members.first else { continue }
      for member in members.dropFirst() {
        let crossing = sets.members(of: first).contains { left in
          sets.members(of: member).contains { areApart(left, $0) }
        }
        if crossing {
          findings.append(Self.conflict(names))
        } else {
          sets.unite(first, member)
        }
      }
    }
    return sets.sets.filter { $0.count > 1 }
  }

  private static func conflict(_ names: [String]) -> Finding {
    Finding(
      "W_DECISION_CONFLICT", severity: .warning, subject: names.joined(separator: ", "),
      message: "'same' and 'different' disagree, so the events stay apart; "
        + "remove one of the two from the decisions")
  }
}
