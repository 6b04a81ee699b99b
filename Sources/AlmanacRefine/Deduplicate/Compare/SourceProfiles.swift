/// Systematic properties of sources, learned from seed matches: clock offsets and unreliable venues.
struct SourceProfiles: Hashable, Sendable {
  /// Fewer seeds or records than this say nothing about the venues of a source.
  private static let leastSeeds = 6

  /// By the hash of a source's name: how many seconds its starts are later than those of others.
  private(set) var offsets: [UInt64: Int64] = [:]
  /// Venues of sources whose venues mostly differ from those of other sources, such as the organizer's
  /// office or a city. They are no evidence of where an event is. Hashes of source and venue.
  private(set) var unreliableVenues: Set<UInt64> = []
  /// The only venue of a source, which may name the presenter rather than the place. Hashes of source
  /// and venue.
  private(set) var ownVenues: Set<UInt64> = []

  /// Frequent differences of starts after the offsets are removed, such as between doors and start; by
  /// the hash of the source's name, in seconds, ascending.
  private(set) var shifts: [UInt64: [Int64]] = [:]

  init(
    offsets: [UInt64: Int64] = [:], unreliableVenues: Set<UInt64> = [], ownVenues: Set<UInt64> = [],
    shifts: [UInt64: [Int64]] = [:]
  ) {
    self.offsets = offsets
    self.unreliableVenues = unreliableVenues
    self.ownVenues = ownVenues
    self.shifts = shifts
  }

  /// Corrects the source whose offset is the most certain first, then compares the rest with it.
  init(_ seeds: SeedMatches, _ table: RecordTable) {
    let timed = seeds.pairs.map { (table.candidates[$0.left], table.candidates[$0.right]) }
      .filter { !$0.moment.isDay && !$1.moment.isDay }
    /// By source, how often its starts differ from those of others by so many seconds.
    func differences() -> [[Int64: Difference]] {
      var shifts = [[Int64: Difference]](repeating: [:], count: table.sourceHashes.count)
      for (left, right) in timed {
        let (one, other) = (Int(left.source), Int(right.source))
        let shift = left.moment.start - right.moment.start
        let rest =
          shift - (offsets[table.sourceHashes[one]] ?? 0)
          + (offsets[table.sourceHashes[other]] ?? 0)
        let title = table.titleVariants[Int(left.titleVariant)].phrase
        shifts[one][rest, default: Difference(title)].add(title)
        shifts[other][-rest, default: Difference(title)].add(title)
      }
      return shifts
    }
    // Each round corrects one source and recounts, because its offset also shifts all its partners.
    var shifts = differences()
    for _ in shifts.indices {
      guard let (source, shift) = Self.mostCertain(shifts, table) else { break }
      let before = offsets[table.sourceHashes[source]] ?? 0
      offsets[table.sourceHashes[source]] = before + shift
      guard before == 0 else { break }
      shifts = differences()
    }
    offsets = offsets.filter { $0.value != 0 }
    for (source, counts) in shifts.enumerated() {
      let all = counts.values.reduce(0) { $0 + $1.seeds }
      // One class at two hours of a day is no evidence.
      let often = counts.filter {
        $0.key != 0 && $0.value.seeds >= 4 && $0.value.seeds * 12 >= all && $0.value.isManifold
      }
      if !often.isEmpty { self.shifts[table.sourceHashes[source]] = often.keys.sorted() }
    }
  }

  /// The seeds whose starts differ by one number of seconds.
  private struct Difference {
    private(set) var seeds = 0
    private(set) var isManifold = false
    private let title: UInt64

    init(_ title: UInt64) { self.title = title }

    mutating func add(_ title: UInt64) {
      seeds += 1
      if title != self.title { isManifold = true }
    }
  }

  /// The source with the most certain offset: two thirds of its seeds have it, and still a majority if
  /// two further seeds had none. They have two different titles.
  private static func mostCertain(
    _ shifts: [[Int64: Difference]], _ table: RecordTable
  ) -> (source: Int, shift: Int64)? {
    var best: (source: Int, shift: Int64, share: Double, hash: UInt64)?
    for (source, counts) in shifts.enumerated() {
      let all = counts.values.reduce(0) { $0 + $1.seeds }
      let most = counts.max { ($0.value.seeds, $0.key) < ($1.value.seeds, $1.key) }
      guard let (shift, most) = most, shift != 0, most.isManifold, most.seeds * 3 >= all * 2,
        most.seeds * 2 > all + 2
      else { continue }
      // The added seed makes 60 of 60 more certain than 6 of 6.
      let share = Double(most.seeds) / Double(all + 1)
      let hash = table.sourceHashes[source]
      if let best, (best.share, best.hash) >= (share, hash) { continue }
      best = (source, shift, share, hash)
    }
    return best.map { ($0.source, $0.shift) }
  }

  /// Finds the venues that sources list whether or not an event is there.
  mutating func findVenues(_ seeds: SeedMatches, _ table: RecordTable, _ weights: TermWeights) {
    var counts: [UInt64: Int] = [:]
    var totals = [Int](repeating: 0, count: table.sourceHashes.count)
    var last = [Int32](repeating: -1, count: table.venues.count)
    var isShared = [Bool](repeating: false, count: table.venues.count)
    for candidate in table.candidates {
      let venue = Int(candidate.venue)
      guard !table.venues[venue].words.isEmpty else { continue }
      totals[Int(candidate.source)] += 1
      counts[Self.venueKey(candidate, table), default: 0] += 1
      if last[venue] >= 0, last[venue] != candidate.source { isShared[venue] = true }
      last[venue] = candidate.source
    }
    let isElsewhere = sourcesElsewhere(seeds, table, weights)
    for candidate in table.candidates where !table.venues[Int(candidate.venue)].words.isEmpty {
      let key = Self.venueKey(candidate, table)
      let total = totals[Int(candidate.source)]
      if total >= Self.leastSeeds, (counts[key] ?? 0) * 10 >= total * 9 { ownVenues.insert(key) }
      if isElsewhere[Int(candidate.source)], !isShared[Int(candidate.venue)] {
        unreliableVenues.insert(key)
      }
    }
  }

  /// Hash of source and venue.
  static func venueKey(_ candidate: LinkageRecord, _ table: RecordTable) -> UInt64 {
    PhraseHash.combine(
      table.sourceHashes[Int(candidate.source)], table.venues[Int(candidate.venue)].hash)
  }

  /// By source, whether the seeds of most of its titles are at another venue in the other source. A title
  /// counts once, because two houses may have one program each week.
  private func sourcesElsewhere(
    _ seeds: SeedMatches, _ table: RecordTable, _ weights: TermWeights
  ) -> [Bool] {
    /// By source, whether the seeds of each title are at another venue, by the title.
    var titles = [[UInt64: Bool]](repeating: [:], count: table.sourceHashes.count)
    var seedCounts = [Int](repeating: 0, count: table.sourceHashes.count)
    for pair in seeds.pairs {
      let (left, right) = (table.candidates[pair.left], table.candidates[pair.right])
      let (first, second) = (table.venues[Int(left.venue)], table.venues[Int(right.venue)])
      guard !first.words.isEmpty, !second.words.isEmpty else { continue }
      let similarity = VenueSimilarity(first, second, table, weights)
      let title = table.titleVariants[Int(left.titleVariant)].phrase
      for source in [Int(left.source), Int(right.source)] {
        seedCounts[source] += 1
        let isElsewhere = titles[source][title] ?? true
        titles[source][title] = isElsewhere && similarity.share < 0.15
      }
    }
    return zip(seedCounts, titles).map { count, titles in
      let elsewhere = titles.values.count(where: \.self)
      return count >= Self.leastSeeds && elsewhere > 1 && elsewhere * 2 > titles.count
    }
  }
}
