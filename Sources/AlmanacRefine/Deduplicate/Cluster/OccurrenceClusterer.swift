/// Clusters the records of each occurrence: best pair first, and only if the cluster stays consistent.
///
/// A pair is joined if no member of one cluster contradicts a member of the other and the mean match
/// weight over all their pairs is positive, so that no chain forms through a weak link. Two items that
/// one source lists separately are never joined (cannot-link constraint); no other rule contributes as
/// much to precision.
struct OccurrenceClusterer: Sendable {
  /// A pair whose match weight exceeds the threshold.
  struct Link: Sendable {
    let first: Int32
    let second: Int32
    let matchWeight: Float
  }

  /// A possible match: no veto, and a match weight that may exceed the threshold.
  private struct OpenPair: Sendable {
    let first: Int32
    let second: Int32
    let partialScore: PairScorer.PartialScore
  }

  /// A pair of one source that is evidence about other pairs.
  private struct CompetingPair: Sendable {
    let first: Int32
    let second: Int32
    let competing: ComparisonVector.CompetingItems
  }

  let comparer: PairComparer
  /// By candidate: the competing items of its own source.
  private let competing: [ComparisonVector.CompetingItems]
  /// In order of both.
  private let open: [OpenPair]
  /// By candidate, the first pair in `open` that begins with it.
  private let firstOpen: [Int32]
  /// Whether the operator keeps these two items apart.
  let areApart: @Sendable (_ item: Int, _ other: Int) -> Bool

  /// A pair across two clusters below this weight forbids joining them.
  private static let weakestLink: Float = -5

  /// The result of one worker for a range of candidates.
  private struct Part: Sendable {
    var competing: [CompetingPair] = []
    var open: [OpenPair] = []
  }

  /// - Parameters:
  ///   - line: The lowest threshold, in bits, that `links(above:)` will be called with.
  ///   - workers: How many parts of the candidates are compared at once; the result is the same for
  ///     any number.
  init(
    _ comparer: PairComparer, _ pairs: BlockingIndex, line: Float = 0, workers: Int,
    areApart: @escaping @Sendable (_ item: Int, _ other: Int) -> Bool = { _, _ in false }
  ) async {
    self.comparer = comparer
    self.areApart = areApart
    let count = comparer.table.candidates.count
    let parts = await concurrentMap(count, workers: workers) {
      Self.compare($0, comparer, pairs, line)
    }
    competing = Self.competing(parts.flatMap(\.competing), count: count)
    var open: [OpenPair] = []
    open.reserveCapacity(parts.reduce(0) { $0 + $1.open.count })
    for part in parts { open += part.open }
    self.open = open
    firstOpen = Self.firsts(of: open, count: count)
  }

  private static func competing(
    _ pairs: [CompetingPair], count: Int
  ) -> [ComparisonVector.CompetingItems] {
    var competing = [ComparisonVector.CompetingItems](repeating: [], count: count)
    for pair in pairs {
      competing[Int(pair.first)].formUnion(pair.competing)
      competing[Int(pair.second)].formUnion(pair.competing)
    }
    return competing
  }

  private static func firsts(of open: [OpenPair], count: Int) -> [Int32] {
    var firsts = [Int32](repeating: 0, count: count + 1)
    for pair in open { firsts[Int(pair.first) + 1] += 1 }
    for index in 0..<count { firsts[index + 1] += firsts[index] }
    return firsts
  }

  private static func compare(
    _ range: Range<Int>, _ comparer: PairComparer, _ pairs: BlockingIndex, _ line: Float
  ) -> Part {
    var part = Part()
    var memory = BlockingIndex.Memory(pairs)
    var found: [Int32] = []
    for index in range {
      pairs.neighbors(of: index, &memory, into: &found)
      for other in found {
        guard let pair = comparer.compareIfHopeful(index, Int(other)) else { continue }
        let partialScore = PairScorer.partialScore(pair, comparer.linkage)
        let isRival =
          pair.isSameSource && partialScore?.matchWeight([], comparer.linkage) == nil
        let competing = isRival ? rival(pair) : []
        if !competing.isEmpty {
          part.competing.append(
            CompetingPair(first: Int32(index), second: other, competing: competing))
        }
        if let partialScore, partialScore.highestMatchWeight(comparer.linkage) > line {
          part.open.append(OpenPair(first: Int32(index), second: other, partialScore: partialScore))
        }
      }
    }
    return part
  }

  /// What two records of one source that are two occurrences compete in.
  private static func rival(_ pair: ComparisonVector) -> ComparisonVector.CompetingItems {
    let isSamePlace = pair.place == .sameText || pair.place == .sameRoom
    guard !PairScorer.forbids(pair.title.conflict), pair.title.agreement >= 0.75,
      pair.title.less < 3
    else { return isSamePlace && pair.time <= .sameDay ? .title : [] }
    if pair.time > .sameDay { return .time }
    return isSamePlace ? [] : .place
  }

  func compare(_ left: Int, _ right: Int) -> ComparisonVector {
    var pair = comparer.compare(left, right)
    pair.competing = competing[left].union(competing[right])
    return pair
  }

  /// The evidence that two candidates are one occurrence; nil if they can't be.
  func evidence(_ left: Int, _ right: Int) -> PairEvidence? {
    guard let matchWeight = matchWeight(left, right) else { return nil }
    let candidates = comparer.table.candidates
    return PairEvidence(
      compare(left, right), matchWeight: matchWeight, comparer.linkage, candidates[left].moment,
      candidates[right].moment)
  }

  /// The match weight of two candidates in bits; nil if they can't be one occurrence.
  func matchWeight(_ left: Int, _ right: Int) -> Float? {
    guard !isApart(left, right) else { return nil }
    let (first, second) = (min(left, right), max(left, right))
    for index in Int(firstOpen[first])..<Int(firstOpen[first + 1])
    where open[index].second == Int32(second) {
      return matchWeight(open[index])
    }
    let pair = compare(first, second)
    return PairScorer.partialScore(pair, comparer.linkage)?
      .matchWeight(pair.competing, comparer.linkage)
  }

  private func matchWeight(_ pair: OpenPair) -> Float? {
    pair.partialScore.matchWeight(
      competing[Int(pair.first)].union(competing[Int(pair.second)]), comparer.linkage)
  }

  /// - Parameter line: The threshold in bits; at 0 a match is as likely as none.
  /// - Returns: In order of the candidates.
  func links(above line: Float = 0) -> [Link] {
    open.compactMap { pair in
      guard let matchWeight = matchWeight(pair), matchWeight > line,
        !isApart(Int(pair.first), Int(pair.second))
      else { return nil }
      return Link(first: pair.first, second: pair.second, matchWeight: matchWeight)
    }
  }

  private func isApart(_ left: Int, _ right: Int) -> Bool {
    areApart(
      Int(comparer.table.candidates[left].item), Int(comparer.table.candidates[right].item))
  }

  /// - Parameter forced: Pairs that the operator says are one, joined before all others.
  /// - Returns: Indices of candidates, ordered by their lowest.
  func clusters(_ links: [Link], forced: [BlockingIndex.Pair] = []) -> [[Int]] {
    var sets = DisjointSets(count: comparer.table.candidates.count)
    for pair in forced { sets.unite(pair.first, pair.second) }
    let decided =
      forced.isEmpty ? nil : comparer.table.candidates.indices.map { sets.root(of: $0) }
    let ranked = links.sorted {
      ($1.matchWeight, $0.first, $0.second) < ($0.matchWeight, $1.first, $1.second)
    }
    for link in ranked {
      let (first, second) = (Int(link.first), Int(link.second))
      guard sets.root(of: first) != sets.root(of: second) else { continue }
      let isSimple = sets.isAlone(first) && sets.isAlone(second)
      if isSimple || agree(sets.members(of: first), sets.members(of: second), decided) {
        sets.unite(first, second)
      }
    }
    return sets.sets
  }

  /// Records that the operator joined count as one, with the best weight of their pairs: their
  /// differences are known.
  private func agree(_ left: [Int], _ right: [Int], _ decided: [Int]?) -> Bool {
    var best: [BlockingIndex.Pair: Float] = [:]
    let candidates = comparer.table.candidates
    for first in left {
      for second in right {
        let matchWeight = matchWeight(first, second)
        if matchWeight == nil,
          isApart(first, second) || candidates[first].source == candidates[second].source
        {
          return false
        }
        let pair = BlockingIndex.Pair(decided?[first] ?? first, decided?[second] ?? second)
        best[pair] = max(best[pair] ?? -.infinity, matchWeight ?? -.infinity)
      }
    }
    return Self.isConsistent(Array(best.values))
  }

  /// Whether the pairs of two clusters support joining them.
  ///
  /// - Parameter weights: Match weights of the pairs in bits, in any order; -∞ for a pair that is forbidden.
  static func isConsistent(_ weights: [Float]) -> Bool {
    guard weights.allSatisfy({ $0 > weakestLink }) else { return false }
    // One certain pair must not outvote two doubtful ones. Summed in a fixed order, because the
    // sum of floating-point numbers depends on it.
    return weights.map { min($0, PairScorer.certain) }.sorted().reduce(0, +) > 0
  }
}
