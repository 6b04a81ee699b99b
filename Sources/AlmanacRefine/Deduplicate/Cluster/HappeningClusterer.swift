/// Puts statements of one happening together: best pair first, and only where the cluster is
/// consistent as a whole.
///
/// A pair is joined if no member of one cluster contradicts a member of the other and the evidence
/// over all their pairs is for it on average, so that there is no chain through a weak link. Two
/// items that one source keeps apart stay apart (source cannot-link): of all measures the one that
/// does most for precision.
struct HappeningClusterer: Sendable {
  private let candidates: [Candidate]
  private let scorer: PairScorer
  /// Whether the operator keeps these two items apart.
  private let areApart: @Sendable (_ item: Int, _ other: Int) -> Bool

  init(
    candidates: [Candidate], scorer: PairScorer,
    areApart: @escaping @Sendable (_ item: Int, _ other: Int) -> Bool
  ) {
    self.candidates = candidates
    self.scorer = scorer
    self.areApart = areApart
  }

  /// A cross pair below this keeps two clusters apart whatever the others say.
  private static let weakestLink = -5.0

  struct Result: Sendable {
    /// Indices of candidates, ordered by their lowest.
    var clusters: [[Int]]
    /// Evidence of every pair that was compared.
    var evidence: [CandidatePairs.Pair: PairEvidence]
  }

  /// - Parameter forced: Pairs that the operator says are one, joined before all others.
  func clusters(
    pairs: [CandidatePairs.Pair], forced: [CandidatePairs.Pair]
  ) -> Result {
    var evidence: [CandidatePairs.Pair: PairEvidence] = [:]
    for pair in pairs { evidence[pair] = judge(pair) }
    var sets = DisjointSets(count: candidates.count)
    for pair in forced { sets.unite(pair.first, pair.second) }
    let decided = candidates.indices.map { sets.root(of: $0) }
    let ranked = pairs.compactMap { pair -> (pair: CandidatePairs.Pair, points: Double)? in
      guard let found = evidence[pair], found.veto == nil, found.points > 0 else { return nil }
      return (pair, found.points)
    }
    .sorted {
      ($1.points, $0.pair.first, $0.pair.second) < ($0.points, $1.pair.first, $1.pair.second)
    }
    for (pair, _) in ranked where sets.root(of: pair.first) != sets.root(of: pair.second) {
      let left = sets.members(of: pair.first)
      let right = sets.members(of: pair.second)
      if agree(left, right, decided, &evidence) { sets.unite(pair.first, pair.second) }
    }
    return Result(clusters: sets.sets, evidence: evidence)
  }

  private func judge(_ pair: CandidatePairs.Pair) -> PairEvidence {
    let (left, right) = (candidates[pair.first], candidates[pair.second])
    var evidence = scorer.compare(left, right)
    if areApart(left.item, right.item) { evidence.veto = .decision }
    return evidence
  }

  /// Statements that the operator joined speak with one voice, the one that fits best: that they
  /// differ is known.
  private func agree(
    _ left: [Int], _ right: [Int], _ decided: [Int],
    _ evidence: inout [CandidatePairs.Pair: PairEvidence]
  ) -> Bool {
    var voices: [CandidatePairs.Pair: Double] = [:]
    for first in left {
      for second in right {
        let pair = CandidatePairs.Pair(first, second)
        let found = evidence[pair] ?? judge(pair)
        evidence[pair] = found
        if found.veto == .sameSource || found.veto == .decision { return false }
        let voice = CandidatePairs.Pair(decided[first], decided[second])
        let points = found.veto == nil ? found.points : -Double.infinity
        voices[voice] = max(voices[voice] ?? -Double.infinity, points)
      }
    }
    guard voices.values.allSatisfy({ $0 > Self.weakestLink }) else { return false }
    // One certain pair must not outvote two doubtful ones. Summed in a fixed order, because the
    // sum of floating-point numbers depends on it.
    return voices.values.map { min($0, 8) }.sorted().reduce(0, +) > 0
  }
}
