/// Venue texts without common words that are names of one place, such as a hall's name and its
/// street address: a third text has both, or seeds say so again and again.
struct VenueAliases: Sendable {
  /// Hashes of pairs.
  private(set) var hashes: Set<UInt64> = []

  private struct Count {
    var together = 0
    var core: UInt64 = 0
    var isManifold = false
    var venues: (Int, Int)
  }

  init(
    _ table: RecordTable, _ seeds: SeedMatches, _ weights: TermWeights, _ profiles: SourceProfiles
  ) {
    var counts: [UInt64: Count] = [:]
    var each = [Int](repeating: 0, count: table.venues.count)
    for pair in seeds.pairs {
      let (left, right) = (table.candidates[pair.left], table.candidates[pair.right])
      let leftStart = left.moment.start - (profiles.offsets[hash(left, table)] ?? 0)
      let rightStart = right.moment.start - (profiles.offsets[hash(right, table)] ?? 0)
      let (first, second) = (Int(left.venue), Int(right.venue))
      guard leftStart == rightStart, first != second, !table.venues[first].words.isEmpty,
        !table.venues[second].words.isEmpty
      else { continue }
      each[first] += 1
      each[second] += 1
      let key = Self.pair(table.venues[first].hash, table.venues[second].hash)
      let core = weights.cores[Int(left.titleVariant)]
      var count = counts[key] ?? Count(core: core, venues: (first, second))
      count.together += 1
      if count.core != core { count.isManifold = true }
      counts[key] = count
    }
    // Two different titles are needed: one series with two venue texts is no evidence.
    for (key, count) in counts where count.isManifold {
      let fewer = min(each[count.venues.0], each[count.venues.1])
      if count.together >= 2, count.together * 2 > fewer { hashes.insert(key) }
    }
    VenueParts(table, weights).forEachPair {
      hashes.insert(Self.pair(table.venues[$0].hash, table.venues[$1].hash))
    }
  }

  private func hash(_ candidate: LinkageRecord, _ table: RecordTable) -> UInt64 {
    table.sourceHashes[Int(candidate.source)]
  }

  /// The same for both orders.
  static func pair(_ left: UInt64, _ right: UInt64) -> UInt64 {
    PhraseHash.combine(min(left, right), max(left, right))
  }
}
