import AlmanacModel
public import AlmanacTime

/// Two listings of which it is doubtful whether they state one event.
public struct DoubtfulPair: Hashable, Sendable {
  /// What one of them says of the happening that is in doubt.
  public struct Statement: Hashable, Sendable {
    /// Id of the listing.
    public var listing: String
    public var source: String
    public var title: String
    public var start: CalendarTime
    public var end: CalendarTime?
    public var venue: String?
    public var link: String?
  }

  public var campus: String
  /// By the listings' ids.
  public var first: Statement
  public var second: Statement
  /// Log-odds in bits; 0 is the line, above it the pair is more likely one event than two.
  public var points: Double
  /// The same as a probability, 0 ... 1.
  public var score: Double
  /// They were put together.
  public var isMerged: Bool
  /// In words such as `title 0.93`.
  public var evidence: [String]
  /// What speaks against it, likewise.
  public var objections: [String]
}

extension DoubtfulPair {
  /// How far from the line a pair is still doubtful, in bits: a score from 0.06 to 0.94.
  private static let reach: Float = 4

  /// The doubtful merges and the near misses of a campus among what is to come, closest to the line
  /// first; what the operator has decided is none.
  ///
  /// Nothing is kept of the comparisons of a night: they are made again, from the same input with
  /// the same result.
  ///
  /// - Parameters:
  ///   - zones: Where the zones of series are looked up.
  ///   - workers: How many parts of the comparing are under way at once.
  public static func all(
    in input: DeduplicateInput, zones: ZoneDatabase = .system, workers: Int = 1
  ) async -> [DoubtfulPair] {
    let expander = ListingExpander(window: input.window, zone: input.zone, zones: zones)
    let prepared = await ListingPreparation(input, expander: expander, workers: workers)
    let items = prepared.items
    let renames = ListingRenames(input, items: items, present: prepared.leftOut)
    let decisions = DecisionIndex(
      input.decisions, items: items, identities: input.identities, renames)
    let groups = await EventGroups(
      items, decisions: decisions, input: input, line: -reach, workers: workers)
    let today = input.zone.startOfDay(input.zone.civil(at: input.now).date).secondsSinceEpoch
    let candidates = groups.clusterer.comparer.table.candidates
    // Two series are one question, and their surest instance answers it.
    var best: [CandidatePairs.Pair: HappeningClusterer.Link] = [:]
    for link in groups.clusterer.links(above: -reach) {
      let (left, right) = (candidates[Int(link.first)], candidates[Int(link.second)])
      guard left.item != right.item, max(left.moment.start, right.moment.start) >= today
      else { continue }
      let pair = CandidatePairs.Pair(Int(left.item), Int(right.item))
      if let known = best[pair], known.points >= link.points { continue }
      best[pair] = link
    }
    let decided = decisions.same.reduce(into: [Int: Int]()) { sets, set in
      for item in set { sets[item] = set.first }
    }
    let doubts = best.compactMap { pair, link -> DoubtfulPair? in
      guard link.points < reach,
        decided[pair.first] == nil || decided[pair.first] != decided[pair.second]
      else { return nil }
      return DoubtfulPair(link, items, groups, campus: input.campus.id)
    }
    return doubts.sorted { $0.isBefore($1) }
  }

  private init?(
    _ link: HappeningClusterer.Link, _ items: [DatedListing], _ groups: EventGroups, campus: String
  ) {
    let (left, right) = (Int(link.first), Int(link.second))
    guard let evidence = groups.clusterer.evidence(left, right) else { return nil }
    let candidates = groups.clusterer.comparer.table.candidates
    let members = [left, right].map { Int(candidates[$0].item) }
    self.campus = campus
    points = (Double(link.points) * 1_000).rounded() / 1_000
    score = (evidence.score * 1_000).rounded() / 1_000
    isMerged = groups.areTogether(members[0], members[1])
    self.evidence = evidence.words
    objections = evidence.objections
    if isMerged, link.points <= 0 { self.evidence.append("joined by way of another listing") }
    if !isMerged, link.points > 0 { objections.append("does not fit the other listings") }
    first = Statement(items[members[0]], occurrence: Int(candidates[left].occurrence))
    second = Statement(items[members[1]], occurrence: Int(candidates[right].occurrence))
    if second.listing < first.listing { swap(&first, &second) }
  }

  /// Closest to the line, then by the listings.
  public func isBefore(_ other: DoubtfulPair) -> Bool {
    (abs(points), campus, first.listing, second.listing)
      < (abs(other.points), other.campus, other.first.listing, other.second.listing)
  }
}

extension DoubtfulPair.Statement {
  fileprivate init(_ item: DatedListing, occurrence index: Int) {
    let occurrence = item.occurrences[index]
    self.init(
      listing: item.id, source: item.listing.source,
      title: occurrence.title ?? item.listing.title, start: occurrence.start, end: occurrence.end,
      venue: occurrence.venue ?? item.listing.venue, link: item.listing.link)
  }
}
