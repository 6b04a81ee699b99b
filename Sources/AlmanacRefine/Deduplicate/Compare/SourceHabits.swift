/// What sources do to every item, learned from twins: items of two sources with one rare title,
/// which neither source has twice within a day.
struct SourceHabits: Sendable {
  private struct SourceDay: Hashable {
    let source: Int
    let day: Int
  }

  private struct Twin {
    let left: Candidate
    let right: Candidate
  }

  /// Fewer twins than this teach nothing.
  private static let leastTwins = 8
  /// Farthest shift of a misread zone, in seconds.
  private static let farthest: Int64 = 14 * 3_600

  /// Start of the first source less start of the second, in seconds; the lower source first.
  private let offsets: [CandidatePairs.Pair: Int64]
  /// Where two sources have too few twins: start of the source less start of all others.
  private let offsetsOfSources: [Int: Int64]
  /// Sources whose venue is mostly not that of others: the organizer's office, a city.
  private let looseVenues: Set<Int>

  init(
    _ candidates: [Candidate], statistics: TitleStatistics, venues: VenueLexicon
  ) {
    let twins = Self.twins(candidates, statistics)
    let timed = twins.filter { !$0.left.moment.isDay && !$0.right.moment.isDay }
    offsets = Self.usual(
      timed.map {
        (
          CandidatePairs.Pair($0.left.source, $0.right.source),
          $0.left.moment.start - $0.right.moment.start
        )
      })
    offsetsOfSources = Self.usual(
      timed.flatMap { twin in
        let offset = twin.left.moment.start - twin.right.moment.start
        return [(twin.left.source, offset), (twin.right.source, -offset)]
      })
    looseVenues = Self.looseVenues(twins, statistics, venues)
  }

  /// How many seconds later the first source's clocks are than the second's, as a rule.
  func offset(from source: Int, to other: Int) -> Int64 {
    if let offset = offsets[CandidatePairs.Pair(source, other)] {
      return source < other ? offset : -offset
    }
    return (offsetsOfSources[source] ?? 0) - (offsetsOfSources[other] ?? 0)
  }

  /// All shifts of the source against others.
  func offsets(of source: Int) -> [Int64] {
    guard !offsets.isEmpty || !offsetsOfSources.isEmpty else { return [] }
    let found = offsets.compactMap { pair, offset in
      pair.first == source ? offset : pair.second == source ? -offset : nil
    }
    return Set(found + [offsetsOfSources[source]].compactMap { $0 }).sorted()
  }

  func hasLooseVenues(_ source: Int) -> Bool { looseVenues.contains(source) }

  private static func twins(
    _ candidates: [Candidate], _ statistics: TitleStatistics
  ) -> [Twin] {
    var twins: [Twin] = []
    let groups = Dictionary(grouping: candidates.indices) { candidates[$0].title.key }
    for (_, members) in groups.sorted(by: { $0.key < $1.key })
    where members.count > 1 && isTelling(candidates[members[0]], statistics) {
      let group = members.map { candidates[$0] }
        .sorted { ($0.moment.start, $0.item) < ($1.moment.start, $1.item) }
      let counts = Dictionary(
        group.map { (SourceDay(source: $0.source, day: $0.moment.day), 1) }, uniquingKeysWith: +)
      for (offset, left) in group.enumerated() {
        for right in group[(offset + 1)...] {
          guard right.moment.start - left.moment.start <= farthest else { break }
          guard left.source != right.source, isAlone(left, counts), isAlone(right, counts)
          else { continue }
          let isOrdered = left.source < right.source
          twins.append(Twin(left: isOrdered ? left : right, right: isOrdered ? right : left))
        }
      }
    }
    return twins
  }

  private static func isTelling(_ candidate: Candidate, _ statistics: TitleStatistics) -> Bool {
    candidate.title.words.count > 1
      && candidate.title.sortedHashes.reduce(0) { $0 + statistics.weight(of: $1) } >= 12
  }

  private static func isAlone(_ candidate: Candidate, _ counts: [SourceDay: Int]) -> Bool {
    (-1...1).reduce(0) { sum, days in
      let day = SourceDay(source: candidate.source, day: candidate.moment.day + days)
      return sum + (counts[day] ?? 0)
    } == 1
  }

  /// The shift that two thirds of the twins have, where it is one.
  private static func usual<Key: Hashable>(_ shifts: [(Key, Int64)]) -> [Key: Int64] {
    var counts: [Key: [Int64: Int]] = [:]
    for (key, shift) in shifts { counts[key, default: [:]][shift, default: 0] += 1 }
    return counts.compactMapValues { shifts in
      let all = shifts.values.reduce(0, +)
      guard let most = shifts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), most.key != 0,
        all >= leastTwins, most.value * 3 >= all * 2
      else { return nil }
      return most.key
    }
  }

  private static func looseVenues(
    _ twins: [Twin], _ statistics: TitleStatistics, _ venues: VenueLexicon
  ) -> Set<Int> {
    var counts: [Int: (different: Int, all: Int)] = [:]
    for twin in twins where !twin.left.venue.words.isEmpty && !twin.right.venue.words.isEmpty {
      let relation = PlaceRelation(
        twin.left.venue, twin.right.venue, venues: venues)
      let isDifferent = relation == .differentText || relation == .differentPlace
      for source in [twin.left.source, twin.right.source] {
        let before = counts[source] ?? (0, 0)
        counts[source] = (before.different + (isDifferent ? 1 : 0), before.all + 1)
      }
    }
    return Set(
      counts.filter { $0.value.all >= leastTwins && $0.value.different * 2 > $0.value.all }.keys)
  }
}
