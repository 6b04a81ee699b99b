import AlmanacModel
import AlmanacTime

/// How far a night's changes reach, found of outlines: as `ChangeReach` has it, or a little further.
struct OutlineReach: Sendable {
  /// By listing of tonight; only of those that state something.
  let listings: [Bool]
  /// Numbers of last night's identities, ascending.
  let identities: [Int]
  /// Hashes of the names of sources that list something that no identity knows.
  let newcomers: Set<UInt64>
  /// Tonight's listings that state something, by the hashes of their ids.
  let items: HashNumbers

  /// - Parameters:
  ///   - marked: By listing of tonight, whether anything of it or of its pairs is not what it was.
  ///   - open: Tonight's, all of them.
  ///   - sources: By listing of tonight, hash of its source's name.
  ///   - changed: Hashes of the ids of listings that are others or gone.
  ///   - named: Hashes of what the operator names.
  init(
    _ night: NightListings, _ statements: NightStatements, _ outline: IdentityOutline,
    marked: [Bool], open: [KeptComparisons.OpenPair], sources: [UInt64], changed: HashNumbers,
    named: HashNumbers, oldest: Instant
  ) {
    let count = night.ids.count
    var sets = DisjointSets(count: count + outline.ids.count)
    var isMarked = marked + [Bool](repeating: false, count: outline.ids.count)
    for pair in open {
      let first = statements.listings[Int(pair.first)]
      let second = statements.listings[Int(pair.second)]
      if first != second { sets.unite(Int(first), Int(second)) }
    }
    var numbers = HashNumbers(capacity: count)
    for listing in 0..<count where statements.isItem(listing) {
      _ = numbers.number(of: night.hashes[listing], else: Int32(listing))
    }
    var isKnown = [Bool](repeating: false, count: count)
    let hasNames = named.count > 0
    for identity in outline.ids.indices {
      var isConcerned = outline.issued[identity] < oldest.secondsSinceEpoch
      for hash in outline.listings(of: identity) {
        let listing = numbers.number(of: hash)
        if listing >= 0 {
          isKnown[Int(listing)] = true
          sets.unite(Int(listing), count + identity)
        } else if changed.contains(hash) {
          isConcerned = true
        }
      }
      for hash in outline.cores(of: identity) {
        let listing = numbers.number(of: hash)
        if listing >= 0 { sets.unite(Int(listing), count + identity) }
      }
      if hasNames, named.contains(outline.ids[identity]) { isConcerned = true }
      if isConcerned { isMarked[count + identity] = true }
    }
    Self.uniteMerged(outline, &sets, from: count)
    var newcomers: Set<UInt64> = []
    for listing in 0..<count where statements.isItem(listing) && !isKnown[listing] {
      isMarked[listing] = true
      newcomers.insert(sources[listing])
    }
    for absence in outline.absences where numbers.number(of: absence.listing) < 0 {
      if newcomers.contains(absence.source) || absence.start < oldest.secondsSinceEpoch {
        isMarked[count + Int(absence.identity)] = true
      }
    }
    var isReached = [Bool](repeating: false, count: isMarked.count)
    for (member, isMarked) in isMarked.enumerated() where isMarked {
      isReached[sets.root(of: member)] = true
    }
    let reached = isReached.indices.map { isReached[sets.root(of: $0)] }
    listings = (0..<count).map { reached[$0] && statements.isItem($0) }
    identities = outline.ids.indices.filter { reached[count + $0] }
    self.newcomers = newcomers
    items = numbers
  }

  private static func uniteMerged(
    _ outline: IdentityOutline, _ sets: inout DisjointSets, from first: Int
  ) {
    guard outline.targets.contains(where: { $0 != 0 }) else { return }
    let numbers = HashNumbers(outline.ids)
    for (identity, target) in outline.targets.enumerated() where target != 0 {
      let root = numbers.number(of: target)
      if root >= 0 { sets.unite(first + identity, first + Int(root)) }
    }
  }
}
