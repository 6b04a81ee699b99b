import AlmanacModel
import AlmanacTime

/// How far a night's changes reach: the items and identities of which anything may come out otherwise than
/// the night before.
///
/// A change reaches whatever hangs together with it: items that may be one happening, as far as their pairs
/// go, and the identities that know any of their listings. What is out of reach has the same statements, pairs
/// and listings as the night before, and so the same events.
struct ChangeReach: Sendable {
  /// By item.
  let items: [Bool]
  /// Last night's.
  let identities: [EventIdentity]
  /// Items out of reach, of the sources that list something new.
  private let bystanders: [Int]

  /// - Parameters:
  ///   - comparison: of all items; of one that could take nothing from the night before nothing is
  ///     known, and the reach is nil.
  ///   - decisions: of all items.
  init?(
    _ prepared: ListingPreparation, _ comparison: NightComparison, _ decisions: DecisionIndex,
    _ input: DeduplicateInput
  ) {
    guard let changes = input.changes, let changed = comparison.changes else { return nil }
    let items = prepared.items
    let clusterer = comparison.clusterer
    var ties = Ties(items, input.identities)
    let candidates = clusterer.comparer.table.candidates
    for pair in clusterer.open {
      ties.tie(candidates[Int(pair.first)].item, candidates[Int(pair.second)].item)
    }
    for (candidate, isChanged) in zip(candidates, changed) where isChanged {
      ties.mark(Int(candidate.item))
    }
    for (item, isChanged) in prepared.changed.enumerated() where isChanged { ties.mark(item) }
    ties.mark(decisions, hidden: input.decisions.hide)
    ties.markIdentities(changes, now: input.now, zone: input.zone)
    let (reached, identities) = ties.reach()
    let newcomers = ties.newcomers
    self.items = reached
    self.identities = identities.map { input.identities[$0] }
    bystanders =
      newcomers.isEmpty
      ? [] : items.indices.filter { !reached[$0] && newcomers.contains(items[$0].listing.source) }
  }

  /// Items out of reach of these sources, each of which lists something new.
  func bystanders(of sources: Set<String>, among items: [DatedListing]) -> [DatedListing] {
    bystanders.map { items[$0] }.filter { sources.contains($0.listing.source) }
  }
}

/// What hangs together, and what of it is marked.
private struct Ties {
  private let items: [DatedListing]
  private let former: [EventIdentity]
  /// Of items, then of identities.
  private var sets: DisjointSets
  private var isMarked: [Bool]
  /// Items by the hashes of their ids.
  private let numbers: HashNumbers
  /// Sources that list something that no identity knows.
  private(set) var newcomers: Set<String> = []

  init(_ items: [DatedListing], _ former: [EventIdentity]) {
    self.items = items
    self.former = former
    sets = DisjointSets(count: items.count + former.count)
    isMarked = Array(repeating: false, count: items.count + former.count)
    numbers = HashNumbers(items.map { StableHash($0.id).value })
    tieIdentities()
  }

  private func item(_ listing: String) -> Int? {
    let number = numbers.number(of: StableHash(listing).value)
    return number < 0 ? nil : Int(number)
  }

  /// Ties each identity to its listings and to the one that it became part of; what none of them knows is
  /// new.
  private mutating func tieIdentities() {
    var isKnown = [Bool](repeating: false, count: items.count)
    for (number, identity) in former.enumerated() {
      for listing in identity.listings {
        guard let item = item(listing) else { continue }
        isKnown[item] = true
        sets.unite(item, items.count + number)
      }
      for listing in identity.core ?? [] {
        if let item = item(listing) { sets.unite(item, items.count + number) }
      }
    }
    let merged = former.indices.filter { former[$0].mergedInto != nil }
    if !merged.isEmpty {
      let byID = Dictionary(
        zip(former.map(\.id), former.indices), uniquingKeysWith: { first, _ in first })
      for number in merged {
        guard let root = former[number].mergedInto.flatMap({ byID[$0] }) else { continue }
        sets.unite(items.count + number, items.count + root)
      }
    }
    for (item, isKnown) in isKnown.enumerated() where !isKnown {
      mark(item)
      newcomers.insert(items[item].listing.source)
    }
  }

  mutating func tie(_ item: Int32, _ other: Int32) {
    if item != other { sets.unite(Int(item), Int(other)) }
  }

  mutating func mark(_ item: Int) { isMarked[item] = true }

  /// What the operator speaks of is looked at every night: names may come to mean something else.
  mutating func mark(_ decisions: DecisionIndex, hidden: [String]) {
    for set in decisions.same { for item in set { mark(item) } }
    for pair in decisions.apart {
      mark(pair.first)
      mark(pair.second)
    }
    guard !hidden.isEmpty else { return }
    let names = hidden.reduce(into: Set<String>()) {
      $0.formUnion(DecisionNames.spellings(of: $1))
    }
    for (number, item) in items.enumerated()
    where !DecisionNames.names(of: item).isDisjoint(with: names) {
      mark(number)
    }
    for (number, identity) in former.enumerated() where names.contains(identity.id) {
      mark(items.count + number)
    }
  }

  /// Marks those that lost a listing, may know one again under another id, or have one, or are themselves,
  /// old enough to be forgotten.
  mutating func markIdentities(_ changes: ChangedListings, now: Instant, zone: Zone) {
    let oldest = IdentityAssigner.oldest(at: now)
    for (number, identity) in former.enumerated() {
      if identity.issued < oldest
        || identity.listings.contains(where: { changes.listings.contains($0) && item($0) == nil })
      {
        mark(items.count + number)
        continue
      }
      for trace in identity.traces where item(trace.id) == nil {
        guard newcomers.contains(trace.source) || trace.start.instant(in: zone) < oldest else {
          continue
        }
        mark(items.count + number)
        break
      }
    }
  }

  /// - Returns: By item whether it is in reach, and the numbers of the identities that are.
  mutating func reach() -> (items: [Bool], identities: [Int]) {
    var isReached = [Bool](repeating: false, count: isMarked.count)
    for (member, isMarked) in isMarked.enumerated() where isMarked {
      isReached[sets.root(of: member)] = true
    }
    let reached = isMarked.indices.map { isReached[sets.root(of: $0)] }
    return (
      Array(reached[..<items.count]), former.indices.filter { reached[items.count + $0] }
    )
  }
}
