/// Clusters the records of a campus into occurrences and groups items into events.
///
/// The stage, the NDJSON filter and the evaluation all use it.
struct RecordClusters: Sendable {
  /// A listing, or the records of one source that share a uid.
  struct Item: Sendable {
    let source: Int
    let isSeries: Bool
    /// Day numbers of a single event of several whole days; nil for all others.
    let days: Range<Int>?

    var hasSeveralDates: Bool { isSeries || days != nil }
  }

  struct Member: Sendable {
    let item: Int
    let candidate: Int
  }

  let clusterer: OccurrenceClusterer
  /// Ordered by their lowest candidate; the candidates of each ascending.
  let occurrences: [[Member]]
  /// Items of one event, ordered by their lowest.
  let groups: [[Int]]
  /// By item, the index of its group.
  let groupOfItem: [Int]
  let runs: DayRuns

  /// Match weight of a pair that only the operator joined.
  private static let decided: Float = 20

  /// - Parameters:
  ///   - same: Sets of items that the operator says are one event.
  ///   - apart: Pairs of items that the operator says are not.
  ///   - line: Fewest bits of the links that the clusterer is asked for.
  init(
    _ comparer: PairComparer, _ items: [Item], same: [[Int]] = [],
    apart: Set<BlockingIndex.Pair> = [], line: Float = 0, workers: Int
  ) async {
    let candidates = comparer.table.candidates
    let clusterer = await OccurrenceClusterer(
      comparer, BlockingIndex(comparer), line: line, workers: workers,
      areApart: { apart.contains(BlockingIndex.Pair($0, $1)) })
    runs = DayRuns(items: items)
    occurrences = clusterer.clusters(
      runs.permitted(clusterer.links(), comparer), forced: Self.forced(same, candidates)
    ).map { cluster in
      cluster.map { Member(item: Int(candidates[$0].item), candidate: $0) }
    }
    // Occurrences first, events second: items are grouped by the occurrences that they share.
    var occurrencesOfItem = [[Int]](repeating: [], count: items.count)
    for (index, occurrence) in occurrences.enumerated() {
      for member in occurrence { occurrencesOfItem[member.item].append(index) }
    }
    groups = await EventGrouper(
      items: items, occurrences: occurrencesOfItem, areApart: clusterer.areApart
    ).groups(
      clusters: occurrences, matchWeight: { clusterer.matchWeight($0, $1) ?? Self.decided },
      forced: same, workers: workers)
    var groupOfItem = [Int](repeating: -1, count: items.count)
    for (index, group) in groups.enumerated() { for item in group { groupOfItem[item] = index } }
    self.groupOfItem = groupOfItem
    self.clusterer = clusterer
  }

  /// Pairs of candidates of items that the operator says are one: of the same start, or, of two
  /// sources, of the same day.
  private static func forced(
    _ sets: [[Int]], _ candidates: [LinkageRecord]
  ) -> [BlockingIndex.Pair] {
    guard !sets.isEmpty else { return [] }
    let byItem = Dictionary(grouping: candidates.indices) { Int(candidates[$0].item) }
    return sets.flatMap { set in
      let members = set.flatMap { byItem[$0] ?? [] }
      return members.enumerated().flatMap { offset, first in
        members.dropFirst(offset + 1).compactMap { second -> BlockingIndex.Pair? in
          let (left, right) = (candidates[first], candidates[second])
          guard left.item != right.item else { return nil }
          let isSame = left.moment.start == right.moment.start
          let isNear = left.source != right.source && left.moment.day == right.moment.day
          return isSame || isNear ? BlockingIndex.Pair(first, second) : nil
        }
      }
    }
  }

  /// By group, its part of each occurrence: one whose items went to several events gives each its
  /// own part.
  var occurrencesOfGroups: [[[Member]]] {
    var parts = [[[Member]]](repeating: [], count: groups.count)
    for occurrence in occurrences {
      let first = groupOfItem[occurrence[0].item]
      guard !occurrence.allSatisfy({ groupOfItem[$0.item] == first }) else {
        parts[first].append(occurrence)
        continue
      }
      for (group, part) in Dictionary(grouping: occurrence, by: { groupOfItem[$0.item] }) {
        parts[group].append(part)
      }
    }
    return parts
  }
}
