/// Groups the items (listings or NDJSON records) of each event by the occurrences they share.
///
/// Items that share an occurrence belong together; a series joins another series, or the single items
/// that list its instances one by one. A group has at most one item of each source, except items that
/// the source posted twice and single items that are different instances of one series.
struct EventGrouper: Sendable {
  /// Two items that share occurrences.
  private struct Link {
    let first: Int
    let second: Int
    let matchWeight: Float
    let occurrences: Int
  }

  let items: [RecordClusters.Item]
  /// By item the clusters of its occurrences, ascending.
  let occurrences: [[Int]]
  let areApart: @Sendable (_ item: Int, _ other: Int) -> Bool

  /// - Parameters:
  ///   - clusters: Per occurrence its records: item and candidate index.
  ///   - matchWeight: The match weight of two candidates of one cluster, in bits.
  ///   - forced: Sets of items that the operator says are one event.
  ///   - workers: How many parts of the clusters are processed at once; the result is the same for any
  ///     number.
  /// - Returns: Groups of items, ordered by their lowest.
  func groups(
    clusters: [[RecordClusters.Member]],
    matchWeight: @escaping @Sendable (_ candidate: Int, _ other: Int) -> Float, forced: [[Int]],
    workers: Int
  ) async -> [[Int]] {
    var sets = DisjointSets(count: items.count)
    for set in forced {
      for item in set.dropFirst() { if let first = set.first { sets.unite(first, item) } }
    }
    for link in await links(clusters, matchWeight, workers: workers)
    where sets.root(of: link.first) != sets.root(of: link.second) {
      let left = sets.members(of: link.first)
      let right = sets.members(of: link.second)
      if isEnough(link), mayJoin(left, right) { sets.unite(link.first, link.second) }
    }
    return sets.sets
  }

  /// Sorted by match weight, then by the number of shared occurrences, highest first.
  private func links(
    _ clusters: [[RecordClusters.Member]],
    _ matchWeight: @escaping @Sendable (Int, Int) -> Float, workers: Int
  ) async -> [Link] {
    let parts = await concurrentMap(clusters.count, workers: workers) { range in
      clusters[range].flatMap { Self.pairs(of: $0, matchWeight) }
    }
    var best: [BlockingIndex.Pair: (matchWeight: Float, occurrences: Int)] = [:]
    best.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for (pair, value) in parts.joined() {
      let before = best[pair] ?? (value, 0)
      best[pair] = (max(before.matchWeight, value), before.occurrences + 1)
    }
    return best.map {
      Link(
        first: $0.key.first, second: $0.key.second, matchWeight: $0.value.matchWeight,
        occurrences: $0.value.occurrences)
    }
    .sorted {
      ($1.matchWeight, $1.occurrences, $0.first, $0.second)
        < ($0.matchWeight, $0.occurrences, $1.first, $1.second)
    }
  }

  /// The pairs of items that share an occurrence, with their match weights.
  private static func pairs(
    of cluster: [RecordClusters.Member], _ matchWeight: (Int, Int) -> Float
  ) -> [(pair: BlockingIndex.Pair, matchWeight: Float)] {
    cluster.enumerated().flatMap { offset, left in
      cluster.dropFirst(offset + 1).filter { $0.item != left.item }.map { right in
        (BlockingIndex.Pair(left.item, right.item), matchWeight(left.candidate, right.candidate))
      }
    }
  }

  /// Two series must share half of the shorter one's occurrences: a weekly and a monthly meeting
  /// that fall on one day are two.
  private func isEnough(_ link: Link) -> Bool {
    let shorter = min(
      occurrences[link.first].count, occurrences[link.second].count)
    return link.occurrences * 2 >= shorter
  }

  private func mayJoin(_ left: [Int], _ right: [Int]) -> Bool {
    let series = (left + right).filter { items[$0].hasSeveralDates }
    for first in left {
      for second in right {
        if areApart(first, second) { return false }
        guard items[first].source == items[second].source else { continue }
        if haveCommonOccurrence(first, second) { continue }
        guard areInstances(first, second, ofOneOf: series) else { return false }
      }
    }
    return true
  }

  private func haveCommonOccurrence(_ first: Int, _ second: Int) -> Bool {
    SortedSets.common(occurrences[first], occurrences[second]) > 0
  }

  private func areInstances(_ first: Int, _ second: Int, ofOneOf series: [Int]) -> Bool {
    guard !items[first].hasSeveralDates, !items[second].hasSeveralDates,
      let one = occurrences[first].first, let other = occurrences[second].first,
      one != other
    else { return false }
    return series.contains { item in
      occurrences[item].contains(one) && occurrences[item].contains(other)
    }
  }
}
