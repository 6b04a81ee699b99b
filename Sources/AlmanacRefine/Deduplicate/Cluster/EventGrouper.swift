/// Puts items (listings, records) that list occurrences of one event together.
///
/// Items that share an occurrence belong together; a series joins another series, or the single
/// items that state its instances one by one. Within a group no two items of one source are side
/// by side, except what the source posted twice, and single items that state different instances of
/// one series there.
struct EventGrouper: Sendable {
  struct Item: Sendable {
    let source: Int
    let isSeries: Bool
    /// Clusters of its occurrences, ascending.
    let occurrences: [Int]
  }

  /// Two items that share occurrences.
  private struct Link {
    let first: Int
    let second: Int
    let points: Float
    let occurrences: Int
  }

  private let items: [Item]
  private let areApart: @Sendable (_ item: Int, _ other: Int) -> Bool

  init(
    items: [Item], areApart: @escaping @Sendable (_ item: Int, _ other: Int) -> Bool
  ) {
    self.items = items
    self.areApart = areApart
  }

  /// - Parameters:
  ///   - clusters: Per occurrence its records: item and candidate index.
  ///   - points: Points of two candidates of one cluster.
  ///   - forced: Sets of items that the operator says are one event.
  ///   - workers: How many parts of the clusters are looked at once; the result is the same for any
  ///     number.
  /// - Returns: Groups of items, ordered by their lowest.
  func groups(
    clusters: [[RecordClusters.Member]],
    points: @escaping @Sendable (_ candidate: Int, _ other: Int) -> Float, forced: [[Int]],
    workers: Int
  ) async -> [[Int]] {
    var sets = DisjointSets(count: items.count)
    for set in forced {
      for item in set.dropFirst() { if let first = set.first { sets.unite(first, item) } }
    }
    for link in await links(clusters, points, workers: workers)
    where sets.root(of: link.first) != sets.root(of: link.second) {
      let left = sets.members(of: link.first)
      let right = sets.members(of: link.second)
      if isEnough(link), mayJoin(left, right) { sets.unite(link.first, link.second) }
    }
    return sets.sets
  }

  /// Best first: of the most points, then of the most shared occurrences.
  private func links(
    _ clusters: [[RecordClusters.Member]],
    _ points: @escaping @Sendable (Int, Int) -> Float, workers: Int
  ) async -> [Link] {
    let parts = await concurrentMap(clusters.count, workers: workers) { range in
      clusters[range].flatMap { Self.pairs(of: $0, points) }
    }
    var best: [BlockingIndex.Pair: (points: Float, occurrences: Int)] = [:]
    best.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for (pair, value) in parts.joined() {
      let before = best[pair] ?? (value, 0)
      best[pair] = (max(before.points, value), before.occurrences + 1)
    }
    return best.map {
      Link(
        first: $0.key.first, second: $0.key.second, points: $0.value.points,
        occurrences: $0.value.occurrences)
    }
    .sorted {
      ($1.points, $1.occurrences, $0.first, $0.second)
        < ($0.points, $0.occurrences, $1.first, $1.second)
    }
  }

  /// The pairs of items that list an occurrence, with their points.
  private static func pairs(
    of cluster: [RecordClusters.Member], _ points: (Int, Int) -> Float
  ) -> [(pair: BlockingIndex.Pair, points: Float)] {
    cluster.enumerated().flatMap { offset, left in
      cluster.dropFirst(offset + 1).filter { $0.item != left.item }.map { right in
        (BlockingIndex.Pair(left.item, right.item), points(left.candidate, right.candidate))
      }
    }
  }

  /// Two series must share half of the shorter one's occurrences: a weekly and a monthly meeting
  /// that fall on one day are two.
  private func isEnough(_ link: Link) -> Bool {
    let shorter = min(
      items[link.first].occurrences.count, items[link.second].occurrences.count)
    return link.occurrences * 2 >= shorter
  }

  private func mayJoin(_ left: [Int], _ right: [Int]) -> Bool {
    let series = (left + right).filter { items[$0].isSeries }
    for first in left {
      for second in right {
        if areApart(first, second) { return false }
        guard items[first].source == items[second].source else { continue }
        if haveCommonHappening(first, second) { continue }
        guard areInstances(first, second, ofOneOf: series) else { return false }
      }
    }
    return true
  }

  private func haveCommonHappening(_ first: Int, _ second: Int) -> Bool {
    SortedSets.common(items[first].occurrences, items[second].occurrences) > 0
  }

  private func areInstances(_ first: Int, _ second: Int, ofOneOf series: [Int]) -> Bool {
    guard !items[first].isSeries, !items[second].isSeries,
      let one = items[first].occurrences.first, let other = items[second].occurrences.first,
      one != other
    else { return false }
    return series.contains { item in
      items[item].occurrences.contains(one) && items[item].occurrences.contains(other)
    }
  }
}
