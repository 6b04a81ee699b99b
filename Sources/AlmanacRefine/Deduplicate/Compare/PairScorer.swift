/// Weighs the evidence for and against two records being one occurrence.
enum PairScorer {
  static let certain: Float = 8
  /// Bits of words that make a title that of another event: a word that one of 32 titles has.
  static let ownBits: Float = 5
  /// More bits than a word of a kind of event has, such as "concert".
  private static let leastDistinctBits: Float = 3.5
  /// Two records of one source are one event only with so many bits more: a source that lists both
  /// usually means two.
  private static let repostPenalty: Float = 0.5

  /// The match weight of a pair without the items that compete with it: they are known only after
  /// all pairs have been compared.
  struct PartialScore: Sendable {
    private let fixed: Float
    private let competition: FeatureBins.CompetitionBins
    private let isSameSource: Bool
    private let hasSameUID: Bool

    fileprivate init(_ pair: ComparisonVector, _ weights: LinkageWeights) {
      let bins = FeatureBins(pair)
      (isSameSource, hasSameUID) = (pair.isSameSource, pair.hasSameUID)
      fixed =
        weights.of(oneSource: isSameSource).matchWeight(bins) - (isSameSource ? repostPenalty : 0)
      competition = bins.competition
    }

    /// In bits; nil for two records of one source that are more likely two occurrences.
    func matchWeight(
      _ competing: ComparisonVector.CompetingItems, _ weights: LinkageWeights
    ) -> Float? {
      let matchWeight =
        fixed + weights.of(oneSource: isSameSource).matchWeight(competing, competition)
      if isSameSource { return matchWeight > 0 ? matchWeight : nil }
      // The publisher's identifier decides: an edit that one source lacks must not separate them.
      return hasSameUID ? max(matchWeight, PairScorer.certain) : matchWeight
    }

    /// In bits: an upper bound over all competing items.
    func highestMatchWeight(_ weights: LinkageWeights) -> Float {
      hasSameUID ? .infinity : fixed + weights.of(oneSource: isSameSource).mostOfCompetition
    }
  }

  /// Returns nil for a pair that can't be one occurrence, whatever the other evidence is.
  static func partialScore(_ pair: ComparisonVector, _ weights: LinkageWeights) -> PartialScore? {
    areSiblings(pair) || isForbidden(pair) ? nil : PartialScore(pair, weights)
  }

  /// Whether a pair can't be one occurrence. Siblings are not forbidden here: their evidence is an
  /// example for the weights like any other.
  static func isForbidden(_ pair: ComparisonVector) -> Bool {
    if pair.isSameSource { return !mayBeRepost(pair) }
    if pair.hasSameUID {
      // Some generators number their uids from 1: then neither title nor time agrees.
      return pair.time > .sameStartOtherEnd && pair.title.agreement < 0.5
    }
    return isExcluded(pair) || hasOtherTitle(pair) || isPart(pair) || isLabelOnly(pair)
      || isOtherHour(pair) || isDistinguished(pair)
  }

  /// Whether the starts are whole hours apart, as of a matinee and an evening, and no venue, text or link says
  /// that one is a misread zone.
  private static func isOtherHour(_ pair: ComparisonVector) -> Bool {
    pair.time == .hoursApart && FeatureBins.placeClass(pair.place) > 1
      && (pair.text ?? 0) < 0.5 && !pair.hasSameLink
  }

  /// Whether one difference of two sources excludes that a pair is one occurrence, whatever the
  /// descriptions are.
  static func isExcluded(_ pair: ComparisonVector) -> Bool {
    guard !pair.isSameSource, !pair.hasSameUID else { return false }
    return pair.hasOtherNumber || pair.place == .differentPlace
      || (pair.time == .different && !pair.hasSameLink) || forbids(pair.title.conflict)
  }

  static func forbids(_ conflict: TitleSimilarity.Conflict) -> Bool {
    conflict == .numbers || conflict == .kind
  }

  /// Whether the pair is of two events that belong together, and no link connects them: two speakers of a
  /// series, a lecture and the lab after it, two tours or story times of a day. Their descriptions often
  /// agree.
  static func areSiblings(_ pair: ComparisonVector) -> Bool {
    guard !pair.hasSameLink, !pair.hasSameUID, !pair.isSameSource else { return false }
    if pair.title.less >= ownBits, !isEdited(pair), !hasOneSubject(pair) { return true }
    guard !pair.isUsualShift else { return false }
    if pair.areHoursOfProgram { return true }
    // The name of the host is no such word: many titles of the campus have it.
    return pair.time >= .movedHour && pair.time <= .sameDate
      && (pair.title.rarestOwn >= ownBits || pair.title.areSessions || pair.use.times != .once)
  }

  /// Whether each title has words of its own, such as a speaker, and neither description nor link
  /// connects them: one venue may have two events at one hour.
  private static func hasOtherTitle(_ pair: ComparisonVector) -> Bool {
    guard pair.title.less >= ownBits || !pair.title.isRelated, !pair.hasSameLink, !isEdited(pair)
    else { return false }
    if hasOneSubject(pair) { return FeatureBins.placeClass(pair.place) > 1 }
    return pair.title.agreement < 0.6 && (pair.text ?? 0) < 0.5
  }

  /// Whether one source has both titles for events of its own, such as "Public Skate" and "Family Skate". A
  /// title with a part more is often the same: "Recital: Mira Dorn".
  private static func isDistinguished(_ pair: ComparisonVector) -> Bool {
    let isLonger = pair.title.less == 0 && pair.title.hasOwnPart
    return pair.isDistinguished && pair.title.more >= leastDistinctBits && !isLonger
      && !pair.hasSameLink && !isEdited(pair) && (pair.text ?? 0) < 0.5
  }

  /// Whether the titles name one subject at one start, with other words for the kind of event or the series.
  private static func hasOneSubject(_ pair: ComparisonVector) -> Bool {
    pair.title.subject >= 2 * ownBits && pair.time <= .sameStartOtherEnd
  }

  /// Whether one is a part of the other, such as a concert of a festival or the tour of an exhibition.
  private static func isPart(_ pair: ComparisonVector) -> Bool {
    pair.partOfUmbrella >= ownBits && !pair.hasSameLink && (pair.text ?? 0) < 0.5
  }

  /// Whether the equal titles are only labels: "Busy" of two rooms, a story time of two branches.
  private static func isLabelOnly(_ pair: ComparisonVector) -> Bool {
    guard !pair.hasSameLink else { return false }
    switch pair.label {
    case .none: return false
    case .unplaced: return (pair.text ?? 0) < 0.5
    case .elsewhere: return true
    }
  }

  /// Whether the title is edited in one of two mirrored sources; a third of the words must agree.
  private static func isEdited(_ pair: ComparisonVector) -> Bool {
    pair.isMirrored && pair.title.agreement >= 0.35
  }

  /// Whether a source lists "CANCELLED: Gala" and "Gala" with one start and place: some calendars keep
  /// the first announcement.
  private static func isReannounced(_ pair: ComparisonVector) -> Bool {
    guard pair.time <= .sameStartOtherEnd, pair.title.more < 1 else { return false }
    switch pair.place {
    case .sameRoom, .sameText, .containedText, .unknown: return true
    default: return false
    }
  }

  /// Whether a source may have posted one event twice: title, place and time agree. Items with pages
  /// of their own are two: two sections, or two rooms that the feed does not name.
  static func mayBeRepost(_ pair: ComparisonVector) -> Bool {
    guard pair.title.conflict == .none else { return false }
    if pair.hasSameAnnouncements {
      guard !pair.hasOtherPage else { return false }
    } else {
      guard isReannounced(pair) else { return false }
    }
    switch pair.place {
    case .sameRoom, .samePlace, .sameText, .containedText, .similarText, .bothOnline, .unknown:
      return pair.time <= .sameStartOtherEnd || pair.time == .sameDay || pair.hasSameLink
    default: return false
    }
  }
}

extension TimeRelation: Comparable {
  static func < (left: TimeRelation, right: TimeRelation) -> Bool { left.rawValue < right.rawValue }
}
