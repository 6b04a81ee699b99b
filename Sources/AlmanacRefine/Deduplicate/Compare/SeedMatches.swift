/// Anchor pairs: records of two sources that are almost certainly one occurrence, because they share
/// a rare title that neither source has twice within a day. `SourceProfiles` is learned from them.
struct SeedMatches: Sendable {
  /// Indices of candidates, the one of the lower source first.
  private(set) var pairs: [(left: Int, right: Int)] = []

  /// Farthest shift of a misread zone, in seconds.
  private static let farthest: Int64 = 14 * 3_600

  private struct Key: Comparable {
    let core: UInt64
    let source: Int32
    let start: Int64
    let day: Int32
    let candidate: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.core, left.source, left.start, left.candidate)
        < (right.core, right.source, right.start, right.candidate)
    }
  }

  init(_ table: RecordTable, _ weights: TermWeights) {
    var keys: [Key] = []
    for (index, candidate) in table.candidates.enumerated() {
      let titleVariant = Int(candidate.titleVariant)
      guard weights.sums[titleVariant] >= TermWeights.rareTitle,
        table.titleVariants[titleVariant].words.count > 1
      else { continue }
      keys.append(
        Key(
          core: weights.cores[titleVariant], source: candidate.source,
          start: candidate.moment.start,
          day: candidate.moment.day, candidate: index))
    }
    keys.sort()
    // A title that its source repeats within a day doesn't identify one event.
    var alone: [Key] = []
    for index in keys.indices {
      let key = keys[index]
      func isNear(_ other: Int) -> Bool {
        keys.indices.contains(other) && keys[other].core == key.core
          && keys[other].source == key.source && abs(keys[other].day - key.day) <= 1
      }
      if !isNear(index - 1), !isNear(index + 1) { alone.append(key) }
    }
    alone.sort { ($0.core, $0.start, $0.candidate) < ($1.core, $1.start, $1.candidate) }
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
