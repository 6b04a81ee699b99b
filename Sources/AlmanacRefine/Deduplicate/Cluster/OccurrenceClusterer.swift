/// Puts records of one occurrence together: best pair first, and only where the cluster is
/// consistent as a whole.
///
/// A pair is joined if no member of one cluster contradicts a member of the other and the evidence
/// over all their pairs is for it on average, so that there is no chain through a weak link. Two
/// items that one source keeps apart stay apart (source cannot-link): of all measures the one that
/// does most for precision.
struct OccurrenceClusterer: Sendable {
  /// A pair on the right side of the line.
  struct Link: Sendable {
    let first: Int32
    let second: Int32
    let points: Float
  }

  /// A pair that nothing forbids and that may be on the right side of the line.
  private struct OpenPair: Sendable {
    let first: Int32
    let second: Int32
    let draft: PairScorer.Draft
  }

  /// A pair of one source that is evidence about other pairs.
  private struct CompetingPair: Sendable {
    let first: Int32
    let second: Int32
    let rivals: ComparisonVector.CompetingItems
  }

  let comparer: PairComparer
  /// By candidate: what its own source lists beside it.
  private let rivals: [ComparisonVector.CompetingItems]
  /// In order of both.
  private let open: [OpenPair]
  /// By candidate, where those begin in which it is the first.
  private let firstOpen: [Int32]
  /// Whether the operator keeps these two items apart.
  let areApart: @Sendable (_ item: Int, _ other: Int) -> Bool

  /// A cross pair below this keeps two clusters apart whatever the others say.
  private static let weakestLink: Float = -5

  /// What one worker finds out of a part of the candidates.
  private struct Part: Sendable {
    var rivals: [CompetingPair] = []
    var open: [OpenPair] = []
  }

  /// - Parameters:
  ///   - line: Bits that `links(above:)` will be asked for at least.
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
    rivals = Self.rivals(parts.flatMap(\.rivals), count: count)
    var open: [OpenPair] = []
    open.reserveCapacity(parts.reduce(0) { $0 + $1.open.count })
    for part in parts { open += part.open }
    self.open = open
    firstOpen = Self.firsts(of: open, count: count)
  }

  private static func rivals(
    _ pairs: [CompetingPair], count: Int
  ) -> [ComparisonVector.CompetingItems] {
    var rivals = [ComparisonVector.CompetingItems](repeating: [], count: count)
    for pair in pairs {
      rivals[Int(pair.first)].formUnion(pair.rivals)
      rivals[Int(pair.second)].formUnion(pair.rivals)
    }
    return rivals
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
        let draft = PairScorer.permittedDraft(pair, comparer.linkage)
        let rivals =
          pair.isSameSource ? rival(pair, points: draft?.points([], comparer.linkage) ?? -20) : []
        if !rivals.isEmpty {
          part.rivals.append(CompetingPair(first: Int32(index), second: other, rivals: rivals))
        }
        if let draft, draft.mostPoints(comparer.linkage) > line {
          part.open.append(OpenPair(first: Int32(index), second: other, draft: draft))
        }
      }
    }
    return part
  }

  private static func rival(_ pair: ComparisonVector, points: Float)
    -> ComparisonVector.CompetingItems
  {
    guard points <= 0 else { return [] }
    let isSamePlace = pair.place == .sameText || pair.place == .sameRoom
    guard pair.title.conflict != .numbers, pair.title.conflict != .kind,
      pair.title.agreement >= 0.75, pair.title.less < 3
    else { return isSamePlace && pair.time <= .sameDay ? .title : [] }
    if pair.time > .sameDay { return .time }
    return isSamePlace ? [] : .place
  }

  func compare(_ left: Int, _ right: Int) -> ComparisonVector {
    var pair = comparer.compare(left, right)
    pair.rivals = rivals[left].union(rivals[right])
    return pair
  }

  /// Why two candidates are one occurrence; nil where something forbids it.
  func evidence(_ left: Int, _ right: Int) -> PairEvidence? {
    let pair = compare(left, right)
    let verdict = PairScorer.judge(pair, comparer.linkage)
    guard verdict.veto == .none, !isApart(left, right) else { return nil }
    let candidates = comparer.table.candidates
    return PairEvidence(
      pair, points: verdict.points, comparer.linkage, candidates[left].moment,
      candidates[right].moment)
  }

  /// The match weight of two candidates in bits; nil where something forbids that they are one.
  func points(_ left: Int, _ right: Int) -> Float? {
    let verdict = judge(left, right)
    return verdict.veto == .none && !isApart(left, right) ? verdict.points : nil
  }

  func judge(_ left: Int, _ right: Int) -> PairScorer.Verdict {
    let (first, second) = (min(left, right), max(left, right))
    for index in Int(firstOpen[first])..<Int(firstOpen[first + 1])
    where open[index].second == Int32(second) {
      return open[index].draft.verdict(rivals[first].union(rivals[second]), comparer.linkage)
    }
    return PairScorer.judge(compare(first, second), comparer.linkage)
  }

  /// - Parameter line: Bits that a pair must have more of; 0 is where it is neither one occurrence nor
  ///   two.
  /// - Returns: In order of the candidates.
  func links(above line: Float = 0) -> [Link] {
    open.compactMap { pair in
      let (first, second) = (Int(pair.first), Int(pair.second))
      let points = pair.draft.points(
        rivals[first].union(rivals[second]), comparer.linkage)
      guard points > line, !isApart(first, second) else { return nil }
      return Link(first: pair.first, second: pair.second, points: points)
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
      ($1.points, $0.first, $0.second) < ($0.points, $1.first, $1.second)
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

  /// Records that the operator joined count as one, the one that fits best: that they
  /// differ is known.
  private func agree(_ left: [Int], _ right: [Int], _ decided: [Int]?) -> Bool {
    var voices: [(pair: BlockingIndex.Pair, points: Float)] = []
    voices.reserveCapacity(left.count * right.count)
    for first in left {
      for second in right {
        if isApart(first, second) { return false }
        let verdict = judge(first, second)
        if verdict.veto == .sameSource { return false }
        let points = verdict.veto == .none ? verdict.points : -Float.infinity
        guard let decided else {
          guard points > Self.weakestLink else { return false }
          voices.append((BlockingIndex.Pair(first, second), points))
          continue
        }
        let pair = BlockingIndex.Pair(decided[first], decided[second])
        if let known = voices.firstIndex(where: { $0.pair == pair }) {
          voices[known].points = max(voices[known].points, points)
        } else {
          voices.append((pair, points))
        }
      }
    }
    return Self.isConsistent(voices.map(\.points))
  }

  /// Whether the pairs of two clusters say together that both are one occurrence.
  ///
  /// - Parameter points: Bits of each pair, in any order; no pair that is forbidden.
  static func isConsistent(_ points: [Float]) -> Bool {
    guard points.allSatisfy({ $0 > weakestLink }) else { return false }
    // One certain pair must not outvote two doubtful ones. Summed in a fixed order, because the
    // sum of floating-point numbers depends on it.
    return points.map { min($0, PairScorer.certain) }.sorted().reduce(0, +) > 0
  }
}
