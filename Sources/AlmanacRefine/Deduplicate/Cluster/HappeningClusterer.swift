/// Puts statements of one happening together: best pair first, and only where the cluster is
/// consistent as a whole.
///
/// A pair is joined if no member of one cluster contradicts a member of the other and the evidence
/// over all their pairs is for it on average, so that there is no chain through a weak link. Two
/// items that one source keeps apart stay apart (source cannot-link): of all measures the one that
/// does most for precision.
struct HappeningClusterer: Sendable {
  /// A pair on the right side of the line.
  struct Link: Sendable {
    let first: Int32
    let second: Int32
    let points: Float
  }

  let comparer: PairComparer
  /// By candidate: what its own source lists beside it.
  private(set) var rivals: [PairComparison.Rivals]
  /// Whether the operator keeps these two items apart.
  private let areApart: @Sendable (_ item: Int, _ other: Int) -> Bool

  /// A cross pair below this keeps two clusters apart whatever the others say.
  private static let weakestLink: Float = -5

  init(
    _ comparer: PairComparer, _ pairs: CandidatePairs,
    areApart: @escaping @Sendable (_ item: Int, _ other: Int) -> Bool = { _, _ in false }
  ) {
    self.comparer = comparer
    self.areApart = areApart
    let candidates = comparer.table.candidates
    rivals = [PairComparison.Rivals](repeating: [], count: candidates.count)
    var seen = [Int32](repeating: -1, count: candidates.count)
    var found: [Int32] = []
    for index in candidates.indices {
      pairs.neighbors(of: index, &seen, into: &found)
      for other in found where candidates[index].source == candidates[Int(other)].source {
        let rival = Self.rival(comparer.compare(index, Int(other)))
        rivals[index].formUnion(rival)
        rivals[Int(other)].formUnion(rival)
      }
    }
  }

  private static func rival(_ pair: PairComparison) -> PairComparison.Rivals {
    guard PairScorer.judge(pair).points <= 0 else { return [] }
    let isSamePlace = pair.place == .sameText || pair.place == .sameRoom
    guard pair.title.conflict != .numbers, pair.title.conflict != .kind,
      pair.title.agreement >= 0.75, pair.title.less < 3
    else { return isSamePlace && pair.time <= .sameDay ? .title : [] }
    if pair.time > .sameDay { return .time }
    return isSamePlace ? [] : .place
  }

  func compare(_ left: Int, _ right: Int) -> PairComparison {
    var pair = comparer.compare(left, right)
    pair.rivals = rivals[left].union(rivals[right])
    return pair
  }

  /// Why two candidates are one happening; nil where something forbids it.
  func evidence(_ left: Int, _ right: Int) -> PairEvidence? {
    let pair = compare(left, right)
    let verdict = PairScorer.judge(pair)
    guard verdict.veto == .none, !isApart(left, right) else { return nil }
    let candidates = comparer.table.candidates
    return PairEvidence(
      pair, points: verdict.points, candidates[left].moment, candidates[right].moment)
  }

  func judge(_ left: Int, _ right: Int) -> PairScorer.Verdict {
    PairScorer.judge(compare(left, right))
  }

  /// - Parameter line: Bits that a pair must have more of; 0 is where it is neither one happening nor
  ///   two.
  /// - Returns: In order of the candidates.
  func links(_ pairs: CandidatePairs, above line: Float = 0) -> [Link] {
    let candidates = comparer.table.candidates
    var links: [Link] = []
    var seen = [Int32](repeating: -1, count: candidates.count)
    var found: [Int32] = []
    for index in candidates.indices {
      pairs.neighbors(of: index, &seen, into: &found)
      for other in found {
        let verdict = judge(index, Int(other))
        guard verdict.points > line, !isApart(index, Int(other)) else { continue }
        links.append(Link(first: Int32(index), second: other, points: verdict.points))
      }
    }
    return links
  }

  private func isApart(_ left: Int, _ right: Int) -> Bool {
    areApart(
      Int(comparer.table.candidates[left].item), Int(comparer.table.candidates[right].item))
  }

  /// - Parameter forced: Pairs that the operator says are one, joined before all others.
  /// - Returns: Indices of candidates, ordered by their lowest.
  func clusters(_ links: [Link], forced: [CandidatePairs.Pair] = []) -> [[Int]] {
    var sets = DisjointSets(count: comparer.table.candidates.count)
    for pair in forced { sets.unite(pair.first, pair.second) }
    let decided = comparer.table.candidates.indices.map { sets.root(of: $0) }
    let ranked = links.sorted {
      ($1.points, $0.first, $0.second) < ($0.points, $1.first, $1.second)
    }
    for link in ranked {
      let (first, second) = (Int(link.first), Int(link.second))
      guard sets.root(of: first) != sets.root(of: second) else { continue }
      let left = sets.members(of: first)
      let right = sets.members(of: second)
      let isSimple = left.count == 1 && right.count == 1
      if isSimple || agree(left, right, decided) { sets.unite(first, second) }
    }
    return sets.sets
  }

  /// Statements that the operator joined speak with one voice, the one that fits best: that they
  /// differ is known.
  private func agree(_ left: [Int], _ right: [Int], _ decided: [Int]) -> Bool {
    var voices: [CandidatePairs.Pair: Float] = [:]
    for first in left {
      for second in right {
        if isApart(first, second) { return false }
        let verdict = judge(first, second)
        if verdict.veto == .sameSource { return false }
        let voice = CandidatePairs.Pair(decided[first], decided[second])
        let points = verdict.veto == .none ? verdict.points : -Float.infinity
        voices[voice] = max(voices[voice] ?? -Float.infinity, points)
      }
    }
    guard voices.values.allSatisfy({ $0 > Self.weakestLink }) else { return false }
    // One certain pair must not outvote two doubtful ones. Summed in a fixed order, because the
    // sum of floating-point numbers depends on it.
    return voices.values.map { min($0, PairScorer.certain) }.sorted().reduce(0, +) > 0
  }
}
