/// What two candidates have in common and what sets them apart.
struct ComparisonVector: Sendable {
  /// Other items of one of the sources, that day, from which the pair must be told.
  struct CompetingItems: OptionSet, Sendable {
    let rawValue: UInt8
    /// The same title at another time.
    static let time = CompetingItems(rawValue: 1)
    /// The same title at another place.
    static let place = CompetingItems(rawValue: 2)
    /// Another title at the same time and place.
    static let title = CompetingItems(rawValue: 4)
  }

  enum LinkRelation: UInt8, Sendable {
    case unknown, same
    /// On one site, which gives each event a page.
    case otherPage
    case otherSite
  }

  /// Whether the titles are equal and identify nothing.
  enum Label: UInt8, Sendable {
    case none
    /// Nothing else says where the two are.
    case unplaced
    /// Their venues have other names.
    case elsewhere
  }

  let title: TitleSimilarity
  let label: Label
  let time: TimeRelation
  let place: PlaceRelation
  /// Share of the shorter description's sentences that the longer one has; nil where one is too
  /// short to tell, and where nothing depends on it.
  fileprivate(set) var text: Float?
  let hasSameUID: Bool
  let link: ComparisonVector.LinkRelation
  /// Their links lead to two pages, and no number in them says that these are of one item.
  let hasOtherPage: Bool
  /// One site knows them by two numbers.
  let hasOtherNumber: Bool
  let hasSameAnnouncements: Bool
  let isSameSource: Bool
  /// The starts are apart as they often are between these sources.
  let isUsualShift: Bool
  var rivals: CompetingItems = []

  var hasSameLink: Bool { link == .same }
}

/// Compares the candidates of a table.
final class PairComparer: Sendable {
  let table: RecordTable
  let weights: TermWeights
  private let aliases: Set<UInt64>
  /// By title variant: how its source uses it.
  private let uses: [TitleUsage.Use]
  /// By source: its venue is not where the thing itself is.
  private let isLoose: [Bool]
  /// By venue: a source that is not so lists it too.
  private let isShared: [Bool]
  /// By source: how much later than the others' its starts often are, in seconds.
  private let shifts: [[Int64]]

  /// - Parameter table: With the offsets of its sources taken away.
  init(_ table: RecordTable, _ statistics: CorpusStatistics) {
    self.table = table
    weights = TermWeights(table, statistics)
    aliases = statistics.aliases
    uses = statistics.titleUses.byTitleVariant(of: table, weights)
    shifts = table.sourceHashes.map { statistics.sources.shifts[$0] ?? [] }
    isLoose = table.sourceHashes.map { statistics.sources.looseVenues.contains($0) }
    isShared = table.venues.map { statistics.sharedVenues.contains($0.hash) }
  }

  func compare(_ left: Int, _ right: Int) -> ComparisonVector {
    let (first, second) = (table.candidates[left], table.candidates[right])
    return compare(first, second, TitleSimilarity(first, second, table, weights))
  }

  /// nil for two of two sources that can't be one by their times or titles: of the pairs that share
  /// a block a third are so, and their places need no look.
  func compareIfHopeful(_ left: Int, _ right: Int) -> ComparisonVector? {
    let (first, second) = (table.candidates[left], table.candidates[right])
    let hasSameUID = first.uid != 0 && first.uid == second.uid
    let hasSameLink = first.link != 0 && first.link == second.link
    let isFree = first.source == second.source || hasSameUID
    if !isFree, !hasSameLink,
      hasOtherNumber(first, second)
        || TimeRelation(first.moment, second.moment) == .different
    {
      return nil
    }
    let title = TitleSimilarity(first, second, table, weights)
    if !isFree {
      if PairScorer.forbids(title.conflict) { return nil }
      if !hasSameLink, PairScorer.isOther(title), !isHalfContained(first, second) { return nil }
    }
    return compare(first, second, title)
  }

  private func compare(
    _ first: RecordTable.Candidate, _ second: RecordTable.Candidate, _ title: TitleSimilarity
  ) -> ComparisonVector {
    let place = place(first, second)
    var pair = ComparisonVector(
      title: title, label: label(first, second, place),
      time: TimeRelation(first.moment, second.moment), place: place,
      hasSameUID: first.uid != 0 && first.uid == second.uid,
      link: link(first, second), hasOtherPage: hasOtherPage(first, second),
      hasOtherNumber: hasOtherNumber(first, second),
      hasSameAnnouncements: first.announcements == second.announcements,
      isSameSource: first.source == second.source, isUsualShift: isUsualShift(first, second))
    if !PairScorer.isHopeless(pair) { pair.text = containment(first, second) }
    return pair
  }

  private func label(
    _ left: RecordTable.Candidate, _ right: RecordTable.Candidate, _ place: PlaceRelation
  ) -> ComparisonVector.Label {
    guard left.source != right.source,
      weights.cores[Int(left.titleVariant)] == weights.cores[Int(right.titleVariant)]
    else { return .none }
    let (first, second) = (uses[Int(left.titleVariant)], uses[Int(right.titleVariant)])
    let either = first.union(second)
    guard !either.isEmpty else { return .none }
    let both = first.intersection(second)
    switch place {
    case .sameRoom, .samePlace, .nearby, .sameText, .knownNames, .bothOnline: return .none
    case .unknown:
      let isCommon =
        min(weights.sums[Int(left.titleVariant)], weights.sums[Int(right.titleVariant)])
        < TermWeights.rareTitle
      let isLabel = both.contains(.most) || both.contains(.closing)
      return both.contains(.occupancy) || (isLabel && isCommon) ? .unplaced : .none
    case .differentRooms, .differentPlace, .distantText, .otherNumbers, .differentText,
      .onlineAndPlace, .otherVenue:
      let isLabel =
        either.contains(.severalPlaces) || both.contains(.repeated)
        || both.contains(.occupancy) || both.contains(.closing)
      return isLabel ? .elsewhere : .none
    case .heldText, .similarText, .halfText:
      let isLabel =
        both.contains(.repeated) || both.contains(.occupancy) || both.contains(.closing)
      guard isLabel else { return .none }
      let likeness = VenueSimilarity(
        table.venues[Int(left.venue)], table.venues[Int(right.venue)], table, weights)
      // Half a name of its own tells a venue from others.
      return likeness.ownBits * 2 >= weights.mostVenueBits ? .elsewhere : .none
    }
  }

  private func link(
    _ left: RecordTable.Candidate, _ right: RecordTable.Candidate
  ) -> ComparisonVector.LinkRelation {
    if left.link == 0 || right.link == 0 { return .unknown }
    if left.link == right.link { return .same }
    guard left.host == right.host else { return .otherSite }
    // Two pages of one item, of which one may have been renamed: a source that has both tells them apart.
    let isSameNumber = left.itemNumber != 0 && left.itemNumber == right.itemNumber
    return isSameNumber && left.source != right.source ? .unknown : .otherPage
  }

  private func hasOtherPage(
    _ left: RecordTable.Candidate, _ right: RecordTable.Candidate
  ) -> Bool {
    guard left.link != 0, right.link != 0, left.link != right.link else { return false }
    return left.itemNumber == 0 || left.itemNumber != right.itemNumber
  }

  private func hasOtherNumber(
    _ left: RecordTable.Candidate, _ right: RecordTable.Candidate
  ) -> Bool {
    left.link != 0 && right.link != 0 && left.host == right.host
      && left.itemNumber != right.itemNumber && left.itemNumber != 0 && right.itemNumber != 0
  }

  private func isUsualShift(
    _ left: RecordTable.Candidate, _ right: RecordTable.Candidate
  ) -> Bool {
    let shift = left.moment.start - right.moment.start
    guard shift != 0 else { return false }
    return shifts[Int(left.source)].contains(shift) || shifts[Int(right.source)].contains(-shift)
  }

  private func place(
    _ left: RecordTable.Candidate, _ right: RecordTable.Candidate
  ) -> PlaceRelation {
    let place = PlaceRelation(
      table.venues[Int(left.venue)], table.venues[Int(right.venue)], table, weights,
      isAlias: { aliases.contains(VenueAliases.pair($0, $1)) })
    guard left.source != right.source else { return ofOneSource(place, left, right) }
    if isOffice(left) || isOffice(right) {
      switch place {
      case .halfText, .distantText, .otherNumbers, .differentText, .otherVenue: return .unknown
      default: return place
      }
    }
    // "BiblioBus at the community center" is there, whatever the bus's own feed says.
    let isNamed = place == .otherVenue && VenueSimilarity.isNamed(left, right, table, weights)
    return isNamed ? .differentText : place
  }

  /// A source knows its own venues: two texts of it are two places, however little one of them says,
  /// such as "Davis, CA" and "Manoa, Hawaii", or a hall of Davis.
  private func ofOneSource(
    _ place: PlaceRelation, _ left: RecordTable.Candidate, _ right: RecordTable.Candidate
  ) -> PlaceRelation {
    let (first, second) = (table.venues[Int(left.venue)], table.venues[Int(right.venue)])
    guard place == .unknown, !first.words.isEmpty, !second.words.isEmpty else { return place }
    return .differentText
  }

  /// The source lists its own office, or a city, and nobody else does.
  private func isOffice(_ candidate: RecordTable.Candidate) -> Bool {
    isLoose[Int(candidate.source)] && !isShared[Int(candidate.venue)]
  }

  private func containment(
    _ left: RecordTable.Candidate, _ right: RecordTable.Candidate
  ) -> Float? {
    let shorter = min(left.shingles.count, right.shingles.count)
    guard shorter >= Self.leastShingles else { return nil }
    let share = Float(common(left.shingles, right.shingles, least: 0)) / Float(shorter)
    // Two sources that each wrote a sentence of their own are no sign of two events.
    let isOwn = share < 0.35 && shorter < 16 && left.source != right.source
    return isOwn ? nil : share
  }

  /// Whether the containment is known and a half or more.
  private func isHalfContained(
    _ left: RecordTable.Candidate, _ right: RecordTable.Candidate
  ) -> Bool {
    let shorter = Int(min(left.shingles.count, right.shingles.count))
    guard shorter >= Self.leastShingles else { return false }
    return common(left.shingles, right.shingles, least: (shorter + 1) / 2) * 2 >= shorter
  }

  /// How many both have; fewer than there are where they can't be as many as `least`.
  private func common(_ left: IndexRange, _ right: IndexRange, least: Int) -> Int {
    let shingles = table.shingles
    var (index, other) = (left.range.lowerBound, right.range.lowerBound)
    let (end, otherEnd) = (left.range.upperBound, right.range.upperBound)
    var common = 0
    while index < end, other < otherEnd {
      if common &+ min(end &- index, otherEnd &- other) < least { break }
      // Without branches, which nobody could foresee.
      for _ in 0..<min(16, end &- index, otherEnd &- other) {
        let (one, two) = (shingles[index], shingles[other])
        common &+= one == two ? 1 : 0
        index &+= one <= two ? 1 : 0
        other &+= two <= one ? 1 : 0
      }
    }
    return common
  }

  /// Texts of fewer say too little.
  private static let leastShingles = 8
}
