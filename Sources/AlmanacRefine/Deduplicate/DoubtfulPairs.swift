public import AlmanacModel
import AlmanacTime

/// The doubtful merges and the near misses of a campus among the upcoming events.
struct DoubtfulPairs: Sendable {
  /// How far from 0 bits a pair is doubtful: a score from 0.06 to 0.94.
  static let margin: Float = 4
  /// The most pairs that are listed for review.
  private static let most = 1_000

  /// Closest to 0 bits first, without their events; with the groups of both.
  let pairs: [(pair: DoubtfulPair, groups: [Int])]

  init(
    _ clusters: RecordClusters, _ items: [DatedListing], _ decisions: DecisionIndex,
    _ input: DeduplicateInput
  ) {
    let today = input.zone.startOfDay(input.zone.civil(at: input.now).date).secondsSinceEpoch
    let candidates = clusters.clusterer.comparer.table.candidates
    // Two series are listed once, with the pair of instances of the highest match weight.
    var best: [BlockingIndex.Pair: OccurrenceClusterer.Link] = [:]
    for link in clusters.clusterer.links(above: -Self.margin) {
      let (left, right) = (candidates[Int(link.first)], candidates[Int(link.second)])
      guard left.item != right.item, max(left.moment.start, right.moment.start) >= today
      else { continue }
      let pair = BlockingIndex.Pair(Int(left.item), Int(right.item))
      if let known = best[pair], known.matchWeight >= link.matchWeight { continue }
      best[pair] = link
    }
    let decided = decisions.same.reduce(into: [Int: Int]()) { sets, set in
      for item in set { sets[item] = set.first }
    }
    let doubts = best.filter { pair, link in
      link.matchWeight < Self.margin
        && (decided[pair.first] == nil || decided[pair.first] != decided[pair.second])
    }.map(\.value)
    let closest = doubts.sorted {
      (abs($0.matchWeight), $0.first, $0.second) < (abs($1.matchWeight), $1.first, $1.second)
    }.prefix(Self.most)
    pairs = closest.compactMap { link in
      DoubtfulPair(link, clusters, items, campus: input.campus.id).map { pair in
        (
          pair,
          [link.first, link.second].map { clusters.groupOfItem[Int(candidates[Int($0)].item)] }
        )
      }
    }.sorted { $0.pair.isBefore($1.pair) }
  }

  /// - Parameter events: By group, the id of its event.
  func named(_ events: [String]) -> [DoubtfulPair] {
    pairs.map { pair, groups in
      var pair = pair
      (pair.first.event, pair.second.event) = (events[groups[0]], events[groups[1]])
      return pair
    }
  }
}

extension DoubtfulPair {
  /// Whether the operator's decisions name both.
  public func isDecided(by decisions: Decisions) -> Bool {
    let (left, right) = (DecisionNames.names(of: first), DecisionNames.names(of: second))
    return (decisions.same + decisions.different).contains { set in
      let names = set.reduce(into: Set<String>()) { $0.formUnion(DecisionNames.spellings(of: $1)) }
      return !names.isDisjoint(with: left) && !names.isDisjoint(with: right)
    }
  }

  fileprivate init?(
    _ link: OccurrenceClusterer.Link, _ clusters: RecordClusters, _ items: [DatedListing],
    campus: String
  ) {
    let members = [Int(link.first), Int(link.second)]
    guard let evidence = clusters.clusterer.evidence(members[0], members[1]) else { return nil }
    let candidates = members.map { clusters.clusterer.comparer.table.candidates[$0] }
    let groups = candidates.map { clusters.groupOfItem[Int($0.item)] }
    let isMerged = groups[0] == groups[1]
    var (words, objections) = (evidence.words, evidence.objections)
    if isMerged, link.matchWeight <= 0 { words.append("joined by way of another listing") }
    if !isMerged, link.matchWeight > 0 { objections.append("does not fit the other listings") }
    let records = candidates.map {
      Record(items[Int($0.item)], occurrence: Int($0.occurrence))
    }
    self.init(
      campus: campus, first: records[0], second: records[1],
      start: Instant(
        secondsSinceEpoch: max(candidates[0].moment.start, candidates[1].moment.start)),
      points: (Double(link.matchWeight) * 1_000).rounded() / 1_000,
      score: (evidence.score * 1_000).rounded() / 1_000, isMerged: isMerged, evidence: words,
      objections: objections)
  }
}

extension DoubtfulPair.Record {
  fileprivate init(_ item: DatedListing, occurrence index: Int) {
    let occurrence = item.occurrences[index]
    self.init(
      listing: item.id, source: item.listing.source,
      title: occurrence.title ?? item.listing.title, start: occurrence.start, end: occurrence.end,
      venue: occurrence.venue ?? item.listing.venue, link: item.listing.link,
      uid: item.listing.uid)
  }
}
