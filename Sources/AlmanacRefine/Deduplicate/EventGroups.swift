import AlmanacModel
import AlmanacTime

/// The groups of listings of one event, with their occurrences and the evidence.
struct EventGroups: Sendable {
  struct Group: Sendable {
    /// Indices of items, most trusted first.
    let members: [Int]
    /// Per occurrence its records, most trusted first.
    let occurrences: [[EventMerger.Record]]
    /// By member.
    let references: [ListingReference]
    /// By member, whether its venue is the only one of its source, which may be the presenter's.
    let hasOwnVenue: [Bool]
  }

  let groups: [Group]
  let doubts: DoubtfulPairs
  /// For the next run.
  let snapshot: DeduplicateSnapshot
  /// Findings about sources with wrong times.
  let findings: [Finding]

  init(
    _ items: [DatedListing], decisions: DecisionIndex, input: DeduplicateInput, workers: Int
  ) async {
    let reader = ListingRecords(items: items, zone: input.zone)
    let table = await reader.table(of: items, workers: workers)
    let learned = LearnedStatistics(
      of: table, items, input)
    snapshot = DeduplicateSnapshot(statistics: learned.bytes)
    let clusters = await RecordClusters(
      PairComparer(table.subtracting(learned.statistics.sources.offsets), learned.statistics),
      Self.items(items, table), same: decisions.same, apart: decisions.apart,
      line: -DoubtfulPairs.margin, workers: workers)
    let order = MemberOrder(items, trust: TrustOrder(input.trust), zone: input.zone)
    let occurrences = clusters.occurrencesOfGroups
    let references = References(items, clusters.clusterer)
    groups = await concurrentMap(occurrences.count, workers: workers) { range in
      range.map {
        Self.group(clusters.groups[$0], occurrences[$0], items, order, clusters, references)
      }
    }.flatMap(\.self)
    doubts = DoubtfulPairs(clusters, items, decisions, input)
    var offsets = SourceOffsets(learned.statistics.sources.offsets, trust: input.trust)
    for group in groups { offsets.add(group.members.map { items[$0].listing }) }
    findings = offsets.findings
  }

  private static func items(
    _ items: [DatedListing], _ table: RecordTable
  ) -> [RecordClusters.Item] {
    var sources = [Int](repeating: 0, count: items.count)
    for candidate in table.candidates { sources[Int(candidate.item)] = Int(candidate.source) }
    return zip(items, sources).map {
      RecordClusters.Item(source: $1, isSeries: $0.isSeries, days: $0.days)
    }
  }

  private static func group(
    _ members: [Int], _ occurrences: [[RecordClusters.Member]], _ items: [DatedListing],
    _ order: MemberOrder, _ clusters: RecordClusters, _ references: References
  ) -> Group {
    let members = order.sorted(members)
    let comparer = clusters.clusterer.comparer
    let candidates = comparer.table.candidates
    let presented = Set(
      occurrences.joined().filter { comparer.hasOwnVenue(candidates[$0.candidate]) }.map(\.item))
    return Group(
      members: members,
      occurrences: clusters.runs.joined(occurrences).map { occurrence in
        order.sorted(occurrence.map(\.item)).flatMap { item in
          occurrence.filter { $0.item == item }.map { record in
            EventMerger.Record(
              member: items[item], position: Int(candidates[record.candidate].occurrence))
          }
        }
      },
      references: references.references(members, occurrences),
      hasOwnVenue: members.map(presented.contains))
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

/// Finds the evidence for each listing of an event.
private struct References: Sendable {
  private let items: [DatedListing]
  private let clusterer: OccurrenceClusterer

  init(_ items: [DatedListing], _ clusterer: OccurrenceClusterer) {
    self.items = items
    self.clusterer = clusterer
  }

  /// By member: the best evidence of a match with a more trusted member, else with any.
  func references(
    _ members: [Int], _ occurrences: [[RecordClusters.Member]]
  ) -> [ListingReference] {
    let ranks = Dictionary(
      zip(members, members.indices), uniquingKeysWith: { first, _ in first })
    return members.enumerated().map { rank, member in
      let item = items[member]
      var reference = ListingReference(
        id: item.id, source: item.listing.source, uid: item.listing.uid, url: item.listing.link)
      guard rank > 0 else { return reference }
      if let best = best(member, occurrences, ranks) {
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
    _ member: Int, _ occurrences: [[RecordClusters.Member]], _ ranks: [Int: Int]
  ) -> (other: Int, evidence: PairEvidence)? {
    typealias Pair = (own: Int, other: RecordClusters.Member, isBefore: Bool, matchWeight: Float)
    var best: Pair?
    for occurrence in occurrences {
      for record in occurrence where record.item == member {
        for other in occurrence where other.item != member {
          guard let matchWeight = clusterer.matchWeight(record.candidate, other.candidate) else {
            continue
          }
          let isBefore = (ranks[other.item] ?? 0) < (ranks[member] ?? 0)
          if let best, (best.isBefore ? 1 : 0, best.matchWeight) >= (isBefore ? 1 : 0, matchWeight)
          {
            continue
          }
          best = (record.candidate, other, isBefore, matchWeight)
        }
      }
    }
    return best.flatMap { pair in
      clusterer.evidence(pair.own, pair.other.candidate).map { (pair.other.item, $0) }
    }
  }
}
