/// What sources do to every item, learned from seeds.
struct SourceProfiles: Hashable, Sendable {
  /// Fewer seeds or records than this say nothing about the venues of a source.
  private static let leastSeeds = 6

  /// How many seconds later than the others' a source's clocks are; by the hash of its name.
  private(set) var offsets: [UInt64: Int64] = [:]
  /// Venues of sources whose venues are mostly not those of others: the organizer's office, a city. They
  /// say nothing of where an event is. Hashes of source and venue, as in `houses`.
  private(set) var offices: Set<UInt64> = []
  /// The only venue of a source, which may say who presents an event rather than where it is.
  private(set) var houses: Set<UInt64> = []

  /// Differences of the starts that are left then, and that come often, such as of doors and start;
  /// by the hash of the source's name, in seconds, ascending.
  private(set) var shifts: [UInt64: [Int64]] = [:]

  init(
    offsets: [UInt64: Int64] = [:], offices: Set<UInt64> = [], houses: Set<UInt64> = [],
    shifts: [UInt64: [Int64]] = [:]
  ) {
    self.offsets = offsets
    self.offices = offices
    self.houses = houses
    self.shifts = shifts
  }

  /// The source that is off the most surely is set right first, and the rest compared with it so.
  init(_ seeds: SeedMatches, _ table: RecordTable) {
    var shifts = [[Int64: Int]](repeating: [:], count: table.sourceHashes.count)
    let timed = seeds.pairs.compactMap { pair -> (left: Int, right: Int, shift: Int64)? in
      let (left, right) = (table.candidates[pair.left], table.candidates[pair.right])
      guard !left.moment.isDay, !right.moment.isDay else { return nil }
      return (Int(left.source), Int(right.source), left.moment.start - right.moment.start)
    }
    for seed in timed {
      shifts[seed.left][seed.shift, default: 0] += 1
      shifts[seed.right][-seed.shift, default: 0] += 1
    }
    for _ in shifts.indices {
      guard let (source, shift) = Self.surest(shifts, table) else { break }
      let before = offsets[table.sourceHashes[source]] ?? 0
      offsets[table.sourceHashes[source]] = before + shift
      guard before == 0 else { break }
      for index in shifts.indices { shifts[index] = [:] }
      for seed in timed {
        let left = seed.shift - (offsets[table.sourceHashes[seed.left]] ?? 0)
        let rest = left + (offsets[table.sourceHashes[seed.right]] ?? 0)
        shifts[seed.left][rest, default: 0] += 1
        shifts[seed.right][-rest, default: 0] += 1
      }
    }
    offsets = offsets.filter { $0.value != 0 }
    for (source, counts) in shifts.enumerated() {
      let all = counts.values.reduce(0, +)
      let often = counts.filter { $0.key != 0 && $0.value >= 4 && $0.value * 12 >= all }
      if !often.isEmpty { self.shifts[table.sourceHashes[source]] = often.keys.sorted() }
    }
  }

  /// The source whose seeds are the most surely off by one shift: two thirds of them are, and most
  /// would be even if two more were not.
  private static func surest(
    _ shifts: [[Int64: Int]], _ table: RecordTable
  ) -> (source: Int, shift: Int64)? {
    var best: (source: Int, shift: Int64, share: Double, hash: UInt64)?
    for (source, counts) in shifts.enumerated() {
      let all = counts.values.reduce(0, +)
      guard let most = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most.key != 0,
        most.value * 3 >= all * 2, most.value * 2 > all + 2
      else { continue }
      // One seed more to each counts for certainty: 60 of 60 is surer than 6 of 6.
      let share = Double(most.value) / Double(all + 1)
      let hash = table.sourceHashes[source]
      if let best, (best.share, best.hash) >= (share, hash) { continue }
      best = (source, most.key, share, hash)
    }
    return best.map { ($0.source, $0.shift) }
  }

  /// Finds the venues that sources list whether or not an event is there.
  mutating func findHouses(_ seeds: SeedMatches, _ table: RecordTable, _ weights: TermWeights) {
    var counts: [UInt64: Int] = [:]
    var totals = [Int](repeating: 0, count: table.sourceHashes.count)
    var last = [Int32](repeating: -1, count: table.venues.count)
    var isShared = [Bool](repeating: false, count: table.venues.count)
    for candidate in table.candidates {
      let venue = Int(candidate.venue)
      guard !table.venues[venue].words.isEmpty else { continue }
      totals[Int(candidate.source)] += 1
      counts[Self.house(candidate, table), default: 0] += 1
      if last[venue] >= 0, last[venue] != candidate.source { isShared[venue] = true }
      last[venue] = candidate.source
    }
    let isElsewhere = sourcesElsewhere(seeds, table, weights)
    for candidate in table.candidates where !table.venues[Int(candidate.venue)].words.isEmpty {
      let key = Self.house(candidate, table)
      let total = totals[Int(candidate.source)]
      if total >= Self.leastSeeds, (counts[key] ?? 0) * 10 >= total * 9 { houses.insert(key) }
      if isElsewhere[Int(candidate.source)], !isShared[Int(candidate.venue)] {
        offices.insert(key)
      }
    }
  }

  /// Hash of source and venue.
  static func house(_ candidate: RecordTable.Candidate, _ table: RecordTable) -> UInt64 {
    PhraseHash.step(
      table.sourceHashes[Int(candidate.source)], table.venues[Int(candidate.venue)].hash)
  }

  /// By source, whether most of its seeds are at another venue in the other source.
  private func sourcesElsewhere(
    _ seeds: SeedMatches, _ table: RecordTable, _ weights: TermWeights
  ) -> [Bool] {
    var counts = [(different: Int, all: Int)](repeating: (0, 0), count: table.sourceHashes.count)
    for pair in seeds.pairs {
      let (left, right) = (table.candidates[pair.left], table.candidates[pair.right])
      let (first, second) = (table.venues[Int(left.venue)], table.venues[Int(right.venue)])
      guard !first.words.isEmpty, !second.words.isEmpty else { continue }
      let likeness = VenueSimilarity(first, second, table, weights)
      for source in [Int(left.source), Int(right.source)] {
        counts[source].all += 1
        if likeness.share < 0.15 { counts[source].different += 1 }
      }
    }
    return counts.map { $0.all >= Self.leastSeeds && $0.different * 2 > $0.all }
  }
}
