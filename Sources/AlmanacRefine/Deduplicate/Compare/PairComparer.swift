/// Compares the candidates of a table.
final class PairComparer: Sendable {
  let table: RecordTable
  let weights: TermWeights
  let linkage: LinkageWeights
  private let aliases: Set<UInt64>
  /// By title variant: how its source uses it.
  private let uses: [TitleUsage.Use]
  /// By title variant: the fewest seconds between two starts of its program on a day.
  private let gaps: [Int64]
  private let titleUses: TitleUsage
  private let unreliableVenues: Set<UInt64>
  private let ownVenues: Set<UInt64>
  private let mirrors: Set<UInt64>
  /// By source: how much later than the others' its starts often are, in seconds.
  private let shifts: [[Int64]]

  /// - Parameter table: With the offsets of its sources removed.
  init(
    _ table: RecordTable, _ statistics: CorpusStatistics, linkage: LinkageWeights = .learned
  ) {
    self.table = table
    self.linkage = linkage
    weights = TermWeights(table, statistics)
    aliases = statistics.aliases
    uses = statistics.titleUses.byTitleVariant(of: table, weights)
    titleUses = statistics.titleUses
    gaps = weights.cores.map { statistics.titleUses.gaps[$0] ?? .max }
    shifts = table.sourceHashes.map { statistics.sources.shifts[$0] ?? [] }
    unreliableVenues = statistics.sources.unreliableVenues
    ownVenues = statistics.sources.ownVenues
    mirrors = statistics.mirrors
  }

  func compare(_ left: Int, _ right: Int) -> ComparisonVector {
    let (first, second) = (table.candidates[left], table.candidates[right])
    let (pair, isExchanged) = compareTitles(first, second)
    return comparePlaces(first, second, pair, isExchanged)
  }

  /// Returns nil for a pair that can't be one occurrence and competes with none: most pairs of a block
  /// share one rare word, and their places and descriptions need no comparison.
  func compareIfHopeful(_ left: Int, _ right: Int) -> ComparisonVector? {
    let (first, second) = (table.candidates[left], table.candidates[right])
    let (pair, isExchanged) = compareTitles(first, second)
    guard !PairScorer.isExcluded(pair), !PairScorer.areSiblings(pair) else { return nil }
    return comparePlaces(first, second, pair, isExchanged)
  }

  /// A vector without places and descriptions, and whether each title is the other's venue. A pair of one
  /// start counts as mirrored if its sources mirror each other.
  private func compareTitles(
    _ first: LinkageRecord, _ second: LinkageRecord
  ) -> (pair: ComparisonVector, isExchanged: Bool) {
    let listed = TitleSimilarity(first, second, table, weights)
    let exchange =
      PairScorer.forbids(listed.conflict)
      ? nil : VenueSimilarity.exchange(first, second, table, weights)
    let time = TimeRelation(first.moment, second.moment)
    let pair = ComparisonVector(
      title: exchange.map(TitleSimilarity.init(exchanged:)) ?? listed, time: time,
      hasSameUID: first.uid != 0 && first.uid == second.uid, link: link(first, second, time),
      hasOtherPage: hasOtherPage(first, second), hasOtherNumber: hasOtherNumber(first, second),
      hasSameAnnouncements: first.announcements == second.announcements,
      isSameSource: first.source == second.source, isUsualShift: isUsualShift(first, second),
      areHoursOfProgram: areHoursOfProgram(first, second),
      isMirrored: areMirrored(first, second, time),
      isDistinguished: isDistinguished(first, second),
      partOfUmbrella: max(
        first.moment.isUmbrella(of: second.moment) ? listed.partOnlyRight : 0,
        second.moment.isUmbrella(of: first.moment) ? listed.partOnlyLeft : 0))
    return (pair, exchange != nil)
  }

  private func comparePlaces(
    _ first: LinkageRecord, _ second: LinkageRecord, _ titles: ComparisonVector,
    _ isExchanged: Bool
  ) -> ComparisonVector {
    var pair = titles
    pair.use = use(first, second)
    pair.place = isExchanged ? .containedText : place(first, second, pair)
    pair.label = label(first, second, pair)
    pair.isMirrored = pair.isMirrored && isSameVenue(pair.place)
    let mayMatch =
      pair.isSameSource ? PairScorer.mayBeRepost(pair) : !PairScorer.isExcluded(pair)
    if mayMatch { pair.text = containment(first, second) }
    return pair
  }

  private func use(
    _ left: LinkageRecord, _ right: LinkageRecord
  ) -> ComparisonVector.Use {
    let (first, second) = (Int(left.titleVariant), Int(right.titleVariant))
    let (one, other) = (uses[first], uses[second])
    return ComparisonVector.Use(
      times: one.union(other).contains(.severalPlaces)
        ? .severalPlaces : one.intersection(other).contains(.repeated) ? .repeated : .once,
      isRare: min(bits(left), bits(right)) >= weights.severalWords)
  }

  /// Whether the titles are no evidence at these places. A program of several branches needs an agreeing
  /// venue, as do weekly meetings and announcements of closed days.
  private func label(
    _ left: LinkageRecord, _ right: LinkageRecord, _ pair: ComparisonVector
  ) -> ComparisonVector.Label {
    guard left.source != right.source else { return .none }
    let both = uses[Int(left.titleVariant)].intersection(uses[Int(right.titleVariant)])
    let isAlike = pair.title.agreement >= 0.75 && pair.title.less < 3
    let isProgram = pair.use.times == .severalPlaces && isAlike
    let isWeekly = pair.use.times == .repeated && isAlike
    switch pair.place {
    case .sameRoom, .samePlace, .nearby, .sameText, .containedText, .knownNames, .bothOnline:
      return .none
    case .similarText, .halfText:
      let needsVenue = isProgram || both.contains(.activity)
      return needsVenue && venues(left, right).haveOwnNames ? .elsewhere : .none
    case .unknown, .otherThanOwnVenue:
      if isProgram { return .unplaced }
      // "Lecture" may be any one, "Lecture: Heat Pumps" with a venue is another one.
      let either = uses[Int(left.titleVariant)].union(uses[Int(right.titleVariant)])
      let isLonger = pair.title.more >= PairScorer.ownBits && hasVenue(left) != hasVenue(right)
      if isLonger, either.contains(.activity) { return .unplaced }
      // Two venue texts with nothing in common, one of which is no place of an event.
      let needsVenue = both.contains(.closing) || both.contains(.activity)
      if needsVenue, hasVenue(left), hasVenue(right), venues(left, right).share < 0.15 {
        return .unplaced
      }
      // A day without a venue: one town has several titles "Open House" and "Garage Sale" a day.
      let isAnyEvent =
        pair.time == .dayAndHours && !pair.use.isRare && hasVenue(left) != hasVenue(right)
      let isClosing =
        both.contains(.closing) && min(bits(left), bits(right)) < TermWeights.rareTitle
      return both.contains(.occupancy) || isAnyEvent || isClosing ? .unplaced : .none
    case .differentRooms, .differentPlace, .distantText, .otherNumbers, .differentText,
      .onlineAndPlace, .otherVenue:
      // The branches of one institution have programs of one title.
      let isLabel =
        isProgram || isWeekly || !both.isDisjoint(with: [.occupancy, .closing, .activity])
        || (pair.place == .otherNumbers && venues(left, right).conflict.contains(.direction))
      return isLabel ? .elsewhere : .none
    }
  }

  private func hasVenue(_ candidate: LinkageRecord) -> Bool {
    !table.venues[Int(candidate.venue)].words.isEmpty
  }

  private func venues(
    _ left: LinkageRecord, _ right: LinkageRecord
  ) -> VenueSimilarity {
    VenueSimilarity(
      table.venues[Int(left.venue)], table.venues[Int(right.venue)], table, weights)
  }

  private func bits(_ candidate: LinkageRecord) -> Float {
    weights.sums[Int(candidate.titleVariant)]
  }

  private func link(
    _ left: LinkageRecord, _ right: LinkageRecord, _ time: TimeRelation
  ) -> ComparisonVector.LinkRelation {
    if left.link == 0 || right.link == 0 { return .unknown }
    if left.link == right.link {
      // The page of all performances of a piece does not say which one is meant.
      let isSeries = left.isPageOfSeries || right.isPageOfSeries
      return isSeries && time > .dayAndHours ? .unknown : .same
    }
    return left.host == right.host ? .otherPage : .otherSite
  }

  private func hasOtherPage(
    _ left: LinkageRecord, _ right: LinkageRecord
  ) -> Bool {
    guard left.link != 0, right.link != 0, left.link != right.link else { return false }
    return left.itemNumber == 0 || left.itemNumber != right.itemNumber
  }

  private func hasOtherNumber(
    _ left: LinkageRecord, _ right: LinkageRecord
  ) -> Bool {
    left.link != 0 && right.link != 0 && left.host == right.host
      && left.itemNumber != right.itemNumber && left.itemNumber != 0 && right.itemNumber != 0
  }

  private func isUsualShift(
    _ left: LinkageRecord, _ right: LinkageRecord
  ) -> Bool {
    let shift = left.moment.start - right.moment.start
    guard shift != 0 else { return false }
    return shifts[Int(left.source)].contains(shift) || shifts[Int(right.source)].contains(-shift)
  }

  private func areHoursOfProgram(_ left: LinkageRecord, _ right: LinkageRecord) -> Bool {
    let (one, other) = (left.moment, right.moment)
    guard one.day == other.day, !one.isDay, !other.isDay else { return false }
    let (first, second) = (Int(left.titleVariant), Int(right.titleVariant))
    let isActivity = uses[first].intersection(uses[second]).contains(.activity)
    let gap = min(gaps[first], gaps[second], isActivity ? 3_600 : .max)
    return (one.start - other.start).magnitude >= gap.magnitude
  }

  private func place(
    _ left: LinkageRecord, _ right: LinkageRecord, _ pair: ComparisonVector
  ) -> PlaceRelation {
    let use = pair.use
    let place = PlaceRelation(
      table.venues[Int(left.venue)], table.venues[Int(right.venue)], table, weights,
      isAlias: { aliases.contains(VenueAliases.pair($0, $1)) })
    // A source knows its own venues: a town and a hall of it are two places.
    guard left.source != right.source else {
      return place == .unknown && hasVenue(left) && hasVenue(right) ? .differentText : place
    }
    switch place {
    case .halfText, .distantText, .otherNumbers, .differentText, .otherVenue:
      // Weekly meetings with a common title ("Flea Market") at two places are two, however careless the sources are.
      let areTwo = use.times == .repeated && !use.isRare
      if !areTwo, isAny(unreliableVenues, left) || isAny(unreliableVenues, right) {
        return .unknown
      }
      // A rare title identifies the event, whatever venue the presenter's source lists. Two presenters
      // with programs of one name are two events, as are two branches.
      guard use.isRare, use.times != .severalPlaces else { break }
      let (one, other) = (isAny(ownVenues, left), isAny(ownVenues, right))
      let mayBeElsewhere =
        one != other || (one && use.times == .once)
        || (pair.title.placesOnly == 0 && isNameAndAddress(left, right))
      if mayBeElsewhere, !venues(left, right).areOfOneKind {
        return one != other && identifies(pair, left, right) ? .unknown : .otherThanOwnVenue
      }
    case .differentPlace:
      // The presenter's own house, and the hall in which another source has the event.
      let isPresenter = isAny(ownVenues, left) != isAny(ownVenues, right)
      return isPresenter && use.times == .once && identifies(pair, left, right) ? .unknown : place
    default: return place
    }
    // "BiblioBus at the community center" is there, whatever the bus's own feed says.
    switch VenueSimilarity.namedVenues(left, right, table, weights) {
    case 2: return .knownNames
    case 1 where place == .otherVenue: return .differentText
    default: return place
    }
  }

  /// Whether one title of several rare words and one start leave no doubt, wherever the event is.
  private func identifies(
    _ pair: ComparisonVector, _ left: LinkageRecord, _ right: LinkageRecord
  ) -> Bool {
    pair.time <= .sameStartOtherEnd && pair.title.agreement >= 0.95
      && min(bits(left), bits(right)) >= 1.5 * weights.severalWords
  }

  /// Whether the record's venue is the only one of its source.
  func hasOwnVenue(_ record: LinkageRecord) -> Bool { isAny(ownVenues, record) }

  /// Whether one venue text is the address of a house and the other a name without one: nothing in them
  /// could agree.
  private func isNameAndAddress(_ left: LinkageRecord, _ right: LinkageRecord) -> Bool {
    func numbers(_ record: LinkageRecord) -> [Bool] {
      table.venueWords[table.venues[Int(record.venue)].words.range].map {
        table.tokens[Int($0)].isNumber
      }
    }
    let (one, other) = (numbers(left), numbers(right))
    return one.first == true && !other.contains(true)
      || other.first == true && !one.contains(true)
  }

  private func areMirrored(
    _ left: LinkageRecord, _ right: LinkageRecord, _ time: TimeRelation
  ) -> Bool {
    guard time <= .sameStart, left.source != right.source, !mirrors.isEmpty else { return false }
    return mirrors.contains(
      VenueAliases.pair(
        table.sourceHashes[Int(left.source)], table.sourceHashes[Int(right.source)]))
  }

  private func isDistinguished(_ left: LinkageRecord, _ right: LinkageRecord) -> Bool {
    let (first, second) = (Int(left.titleVariant), Int(right.titleVariant))
    guard left.source != right.source, weights.cores[first] != weights.cores[second] else {
      return false
    }
    func isListed(_ title: Int, by source: Int32) -> Bool {
      let key = TitleUsage.key(weights.cores[title], table.sourceHashes[Int(source)])
      return titleUses.uses[key]?.contains(.repeated) == true
    }
    return isListed(second, by: left.source) || isListed(first, by: right.source)
  }

  private func isSameVenue(_ place: PlaceRelation) -> Bool {
    switch place {
    case .sameRoom, .samePlace, .sameText, .containedText: true
    default: false
    }
  }

  /// Whether the record's source has its venue among these.
  private func isAny(_ venues: Set<UInt64>, _ candidate: LinkageRecord) -> Bool {
    !venues.isEmpty && venues.contains(SourceProfiles.venueKey(candidate, table))
  }

  private func containment(
    _ left: LinkageRecord, _ right: LinkageRecord
  ) -> Float? {
    let shorter = min(left.shingles.count, right.shingles.count)
    guard shorter >= Self.leastShingles else { return nil }
    let share = Float(common(left.shingles, right.shingles)) / Float(shorter)
    // Two sources that each wrote a sentence of their own are no sign of two events.
    let isOwn = share < 0.35 && shorter < 16 && left.source != right.source
    return isOwn ? nil : share
  }

  /// The number of common shingles.
  private func common(_ left: IndexRange, _ right: IndexRange) -> Int {
    let shingles = table.shingles
    var (index, other) = (left.range.lowerBound, right.range.lowerBound)
    let (end, otherEnd) = (left.range.upperBound, right.range.upperBound)
    var common = 0
    while index < end, other < otherEnd {
      // Without branches: the processor can't predict them.
      var steps = min(16, end &- index, otherEnd &- other)
      while steps > 0 {
        steps &-= 1
        let (one, two) = (shingles[index], shingles[other])
        common &+= one == two ? 1 : 0
        index &+= one <= two ? 1 : 0
        other &+= two <= one ? 1 : 0
      }
    }
    return common
  }

  /// Texts with fewer shingles are not compared.
  private static let leastShingles = 8
}
