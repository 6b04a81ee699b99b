/// Anchor pairs: records of two sources that are almost certainly one occurrence, because they share
/// a rare title that neither source has twice within a day. `SourceProfiles` is learned from them.
struct SeedMatches: Sendable {
  /// Indices of candidates, the one of the lower source first.
  private(set) var pairs: [(left: Int, right: Int)] = []

  /// Farthest shift of a misread zone, in seconds.
  private static let farthest: Int64 = 14 * 3_600

  init(_ table: RecordTable, _ weights: TermWeights) {
    let keys = table.candidates.indices.filter { index in
      let titleVariant = Int(table.candidates[index].titleVariant)
      return weights.sums[titleVariant] >= TermWeights.rareTitle
        && table.titleVariants[titleVariant].words.count > 1
    }.map { index in
      let record = table.candidates[index]
      return (
        core: weights.cores[Int(record.titleVariant)], source: record.source,
        start: record.moment.start, candidate: index, day: record.moment.day
      )
    }.sorted {
      ($0.core, $0.source, $0.start, $0.candidate) < ($1.core, $1.source, $1.start, $1.candidate)
    }
    // A title that its source repeats within a day doesn't identify one event.
    let alone = keys.indices.filter { index in
      let key = keys[index]
      return [index - 1, index + 1].filter(keys.indices.contains).allSatisfy {
        keys[$0].core != key.core || keys[$0].source != key.source
          || abs(keys[$0].day - key.day) > 1
      }
    }.map { keys[$0] }.sorted {
      ($0.core, $0.start, $0.candidate) < ($1.core, $1.start, $1.candidate)
    }
    for (index, key) in alone.enumerated() {
      for other in alone[(index + 1)...] {
        guard other.core == key.core, other.start - key.start <= Self.farthest else { break }
        guard other.source != key.source else { continue }
        let isOrdered = key.source < other.source
        pairs.append(
          isOrdered
            ? (key.candidate, other.candidate) : (other.candidate, key.candidate))
      }
    }
  }

  /// Without titles of programs, which meet at several venues at one hour, and of weekly meetings.
  func withoutPrograms(_ titles: TitleUsage, _ table: RecordTable, _ weights: TermWeights)
    -> SeedMatches
  {
    let uses = titles.byTitleVariant(of: table, weights)
    var seeds = self
    seeds.pairs.removeAll { pair in
      let left = uses[Int(table.candidates[pair.left].titleVariant)]
      let right = uses[Int(table.candidates[pair.right].titleVariant)]
      return !left.union(right).isDisjoint(with: [.severalPlaces, .repeated])
    }
    return seeds
  }
}
