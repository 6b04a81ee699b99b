import AlmanacModel
import AlmanacTime

/// Which listings are one event, which of their occurrences are one happening, and why.
struct EventGroups: Sendable {
  struct Group: Sendable {
    /// Indices of items, most trusted first.
    let members: [Int]
    /// Per happening its statements, most trusted first.
    let happenings: [[EventMerger.Statement]]
    /// By member.
    let references: [ListingReference]
  }

  let groups: [Group]
  /// What was compared, and how.
  let clusterer: HappeningClusterer
  /// For the next run.
  let snapshot: DeduplicateSnapshot
  private let groupOfItem: [Int]

  /// - Parameter line: Bits that the clusterer's links will be asked for at least.
  init(
    _ items: [DatedListing], decisions: DecisionIndex, input: DeduplicateInput, line: Float = 0,
    workers: Int
  ) async {
    let reader = CandidateReader(items: items, zone: input.zone)
    let table = await reader.table(of: items, workers: workers)
    let learned = LearnedStatistics(
      of: table, items: items.map { StableHash($0.id).value }, input)
    let comparer = PairComparer(
      table.subtracting(learned.statistics.sources.offsets), learned.statistics)
    let apart = decisions.apart
    clusterer = await HappeningClusterer(
      comparer, CandidatePairs(comparer, joinsNewWords: true), line: line, workers: workers,
      areApart: { apart.contains(CandidatePairs.Pair($0, $1)) })
    let candidates = comparer.table.candidates
    let runs = DayRuns(items)
    let clusters = clusterer.clusters(
      runs.permitted(clusterer.links(), candidates), forced: Self.forced(decisions.same, candidates)
    ).map { cluster in
      cluster.map { (item: Int(candidates[$0].item), candidate: $0) }
    }
    let sets = await EventGrouper(
      items: Self.items(items, reader, clusters), areApart: clusterer.areApart
    ).groups(
      clusters: clusters,
      points: { [clusterer] in clusterer.evidence($0, $1)?.points ?? Self.decided },
      forced: decisions.same, workers: workers)
    let order = MemberOrder(items, trust: TrustOrder(input.trust), zone: input.zone)
    var groupOfItem = [Int](repeating: -1, count: items.count)
    for (index, set) in sets.enumerated() { for item in set { groupOfItem[item] = index } }
    self.groupOfItem = groupOfItem
    snapshot = DeduplicateSnapshot(statistics: learned.bytes)
    let drafts = Self.drafts(sets, clusters, count: items.count)
    groups = await Stripes.map(drafts.count, workers: workers) { [clusterer] range in
      drafts[range].map { Self.group($0, items, order, runs, clusterer) }
    }.flatMap(\.self)
  }

  private static func group(
    _ draft: Draft, _ items: [DatedListing], _ order: MemberOrder, _ runs: DayRuns,
    _ clusterer: HappeningClusterer
  ) -> Group {
    let members = order.sorted(draft.members)
    let candidates = clusterer.comparer.table.candidates
    return Group(
      members: members,
      happenings: runs.joined(draft.happenings).map { happening in
        order.sorted(happening.map(\.item)).flatMap { item in
          happening.filter { $0.item == item }.map { statement in
            EventMerger.Statement(
              member: items[item], position: Int(candidates[statement.candidate].occurrence))
          }
        }
      },
      references: References(items, clusterer).references(members, draft.happenings))
  }

  /// Items of one event in any order, and what they state by happening.
  private struct Draft: Sendable {
    let members: [Int]
    let happenings: [[(item: Int, candidate: Int)]]
  }

  /// Whether two items are of one event.
  func areTogether(_ item: Int, _ other: Int) -> Bool { groupOfItem[item] == groupOfItem[other] }

  /// Points of a pair that only the operator joined.
  private static let decided: Float = 20

  /// Pairs of candidates of items that the operator says are one: of the same start, or, of two
  /// sources, of the same day.
  private static func forced(
    _ sets: [[Int]], _ candidates: [CandidateTable.Candidate]
  ) -> [CandidatePairs.Pair] {
    guard !sets.isEmpty else { return [] }
    let byItem = Dictionary(grouping: candidates.indices) { Int(candidates[$0].item) }
    return sets.flatMap { set in
      let members = set.flatMap { byItem[$0] ?? [] }
      return members.enumerated().flatMap { offset, first in
        members.dropFirst(offset + 1).compactMap { second -> CandidatePairs.Pair? in
          let (left, right) = (candidates[first], candidates[second])
          guard left.item != right.item else { return nil }
          let isSame = left.moment.start == right.moment.start
          let isNear = left.source != right.source && left.moment.day == right.moment.day
          return isSame || isNear ? CandidatePairs.Pair(first, second) : nil
        }
      }
    }
  }

  private static func items(
    _ items: [DatedListing], _ reader: CandidateReader,
    _ clusters: [[(item: Int, candidate: Int)]]
  ) -> [EventGrouper.Item] {
    var happenings = [[Int]](repeating: [], count: items.count)
    for (index, cluster) in clusters.enumerated() {
      for statement in cluster { happenings[statement.item].append(index) }
    }
    return items.enumerated().map { index, item in
      EventGrouper.Item(
        source: reader.source(of: item), isSeries: item.isSeries || item.days != nil,
        happenings: happenings[index])
    }
  }

  /// A cluster whose items went to several events gives each its own part of it.
  private static func drafts(
    _ sets: [[Int]], _ clusters: [[(item: Int, candidate: Int)]], count: Int
  ) -> [Draft] {
    var group = [Int](repeating: 0, count: count)
    for (index, set) in sets.enumerated() {
      for item in set { group[item] = index }
    }
    var happenings = [[[(item: Int, candidate: Int)]]](repeating: [], count: sets.count)
    for cluster in clusters {
      let first = cluster.first.map { group[$0.item] } ?? 0
      guard !cluster.allSatisfy({ group[$0.item] == first }) else {
        happenings[first].append(cluster)
        continue
      }
      for (index, part) in Dictionary(grouping: cluster, by: { group[$0.item] }) {
        happenings[index].append(part)
      }
    }
    return zip(sets, happenings).map { Draft(members: $0, happenings: $1) }
  }
}

/// Orders the listings of an event: by trust, series before single items, then by time and id.
private struct MemberOrder {
  private let keys: [(rank: Int, source: String, single: Bool, start: Instant, id: String)]

  init(_ items: [DatedListing], trust: TrustOrder, zone: Zone) {
    keys = items.map { item in
      (
        trust.rank(of: item.listing), item.listing.source, !item.isSeries,
        item.listing.start.instant(in: zone), item.id
      )
    }
  }

  func sorted(_ members: [Int]) -> [Int] {
    guard members.count > 1 else { return members }
    var seen: Set<Int> = []
    return members.filter { seen.insert($0).inserted }.sorted { left, right in
      let (first, second) = (keys[left], keys[right])
      if (first.rank, first.source) != (second.rank, second.source) {
        return (first.rank, first.source) < (second.rank, second.source)
      }
      if first.single != second.single { return second.single }
      return (first.start, first.id) < (second.start, second.id)
    }
  }
}

/// Says of each listing of an event why it is there.
private struct References {
  private let items: [DatedListing]
  private let clusterer: HappeningClusterer

  init(_ items: [DatedListing], _ clusterer: HappeningClusterer) {
    self.items = items
    self.clusterer = clusterer
  }

  /// By member: the best evidence that ties it to one that is more trusted, else to any.
  func references(
    _ members: [Int], _ happenings: [[(item: Int, candidate: Int)]]
  ) -> [ListingReference] {
    let ranks = Dictionary(
      zip(members, members.indices), uniquingKeysWith: { first, _ in first })
    return members.enumerated().map { rank, member in
      let item = items[member]
      var reference = ListingReference(
        id: item.id, source: item.listing.source, uid: item.listing.uid, url: item.listing.link)
      guard rank > 0 else { return reference }
      if let best = best(member, happenings, ranks) {
        reference.score = (best.evidence.score * 1_000).rounded() / 1_000
        reference.evidence = best.evidence.words
        if items[best.other].isSeries, !item.isSeries {
          reference.evidence.append("instance of a series")
        }
      } else {
        reference.evidence = ["decision"]
      }
      return reference
    }
  }

  private func best(
    _ member: Int, _ happenings: [[(item: Int, candidate: Int)]], _ ranks: [Int: Int]
  ) -> (other: Int, evidence: PairEvidence)? {
    var best: (other: Int, isBefore: Bool, evidence: PairEvidence)?
    for happening in happenings {
      for statement in happening where statement.item == member {
        for other in happening where other.item != member {
          guard let found = clusterer.evidence(statement.candidate, other.candidate) else {
            continue
          }
          let isBefore = (ranks[other.item] ?? 0) < (ranks[member] ?? 0)
          if let best,
            (best.isBefore ? 1 : 0, best.evidence.points)
              >= (isBefore ? 1 : 0, found.points)
          {
            continue
          }
          best = (other.item, isBefore, found)
        }
      }
    }
    return best.map { ($0.other, $0.evidence) }
  }
}
