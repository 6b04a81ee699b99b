import Foundation

/// Weighs the evidence for and against two candidates being records of one occurrence.
struct PairScorer: Sendable {
  /// Why two can't be one, whatever the other evidence is.
  enum Veto: UInt8, Sendable {
    case none, sameSource, differentPlace, differentTime, title, numbers, kind, reusedUID,
      otherNumber, label
  }

  struct Verdict: Sendable {
    /// Log-odds, in bits: above 0 the pair is more likely one occurrence than two.
    var points: Float
    var veto = Veto.none

    /// 0 ... 1.
    var score: Double { 1 / (1 + exp2(-Double(points))) }
  }

  static let certain: Float = 8
  /// A source that lists two things has its reasons: one needs so many bits more.
  private static let repostDoubt: Float = 0.5

  /// All that is known of a pair but its rivals, which are known once all pairs were compared.
  struct Draft: Sendable {
    let fixed: Float
    fileprivate let rivals: FeatureBins.CompetitionBins
    fileprivate let isSameSource: Bool
    fileprivate let hasSameUID: Bool

    /// In bits.
    func points(
      _ rivals: ComparisonVector.CompetingItems, _ weights: LinkageWeights
    ) -> Float {
      let points = fixed + weights.of(oneSource: isSameSource).points(rivals, self.rivals)
      // The publisher's own word: an edit that one source has not seen yet must not part them.
      return hasSameUID && !isSameSource ? max(points, PairScorer.certain) : points
    }

    func verdict(
      _ rivals: ComparisonVector.CompetingItems, _ weights: LinkageWeights
    ) -> Verdict {
      let points = points(rivals, weights)
      return Verdict(points: points, veto: isSameSource && points <= 0 ? .sameSource : .none)
    }

    /// In bits: more it can't be, whatever the rivals are.
    func mostPoints(_ weights: LinkageWeights) -> Float {
      hasSameUID ? .infinity : fixed + weights.of(oneSource: isSameSource).mostOfRivals
    }
  }

  static func judge(_ pair: ComparisonVector, _ weights: LinkageWeights) -> Verdict {
    let veto = veto(pair)
    guard veto == .none else { return Verdict(points: -20, veto: veto) }
    return draft(pair, weights).verdict(pair.rivals, weights)
  }

  /// nil where something forbids the pair.
  static func permittedDraft(_ pair: ComparisonVector, _ weights: LinkageWeights) -> Draft? {
    veto(pair) == .none ? draft(pair, weights) : nil
  }

  private static func draft(_ pair: ComparisonVector, _ weights: LinkageWeights) -> Draft {
    let bins = FeatureBins(pair)
    var fixed = weights.of(oneSource: pair.isSameSource).points(bins)
    if pair.isSameSource { fixed -= repostDoubt }
    return Draft(
      fixed: fixed, rivals: bins.rivals, isSameSource: pair.isSameSource,
      hasSameUID: pair.hasSameUID)
  }

  private static func veto(_ pair: ComparisonVector) -> Veto {
    if pair.isSameSource { return mayBeRepost(pair) ? .none : .sameSource }
    if pair.hasSameUID {
      // Some generators number their uids from 1: then neither title nor time agrees.
      let agrees = pair.time <= .sameStartOtherEnd || pair.title.agreement >= 0.5
      return agrees ? .none : .reusedUID
    }
    if pair.hasOtherNumber { return .otherNumber }
    if pair.place == .differentPlace { return .differentPlace }
    if pair.time == .different, !pair.hasSameLink { return .differentTime }
    if hasOtherTitle(pair) { return .title }
    if isLabelOnly(pair) { return .label }
    switch pair.title.conflict {
    case .numbers: return .numbers
    case .kind: return .kind
    case .markedOnce, .none: return .none
    }
  }

  static func forbids(_ conflict: TitleSimilarity.Conflict) -> Bool {
    conflict == .numbers || conflict == .kind
  }

  /// Each title has words of its own, such as a speaker, and neither description nor link says that
  /// they are one: what one house does at one hour may be two things.
  private static func hasOtherTitle(_ pair: ComparisonVector) -> Bool {
    isOther(pair.title) && (pair.text ?? 0) < 0.5 && !pair.hasSameLink && !isEdited(pair)
  }

  /// The titles are equal, but only labels: "Busy" of two rooms, a story time of two branches.
  private static func isLabelOnly(_ pair: ComparisonVector) -> Bool {
    guard !pair.hasSameLink else { return false }
    switch pair.label {
    case .none: return false
    case .unplaced: return (pair.text ?? 0) < 0.5
    case .elsewhere: return true
    }
  }

  /// Whether one of two sources that list the same has an edited title: a third of both is left.
  private static func isEdited(_ pair: ComparisonVector) -> Bool {
    pair.isMirrored && pair.title.agreement >= 0.35
  }

  static func isOther(_ title: TitleSimilarity) -> Bool {
    title.less >= 5 && title.agreement < 0.6
  }

  /// Whether a pair is forbidden whatever the descriptions say, so that they need no look.
  static func isHopeless(_ pair: ComparisonVector) -> Bool {
    if pair.isSameSource { return !mayBeRepost(pair) }
    guard !pair.hasSameUID else { return false }
    return pair.hasOtherNumber || pair.place == .differentPlace
      || (pair.time == .different && !pair.hasSameLink)
      || forbids(pair.title.conflict)
  }

  /// Whether a source says "CANCELLED: Gala" beside "Gala", of one start and place: calendars keep
  /// what they announced before.
  private static func isStatedAgain(_ pair: ComparisonVector) -> Bool {
    guard pair.time <= .sameStartOtherEnd, pair.title.more < 1 else { return false }
    switch pair.place {
    case .sameRoom, .sameText, .heldText, .unknown: return true
    default: return false
    }
  }

  /// Whether a source may have posted one thing twice: nothing that it keeps apart differs. What has
  /// a page of its own does: two sections, two rooms that the feed does not name.
  static func mayBeRepost(_ pair: ComparisonVector) -> Bool {
    guard pair.title.conflict == .none else { return false }
    if pair.hasSameAnnouncements {
      guard !pair.hasOtherPage else { return false }
    } else {
      guard isStatedAgain(pair) else { return false }
    }
    switch pair.place {
    case .sameRoom, .samePlace, .sameText, .heldText, .similarText, .bothOnline, .unknown:
      return pair.time <= .sameStartOtherEnd || pair.time == .sameDay || pair.hasSameLink
    default: return false
    }
  }
}

extension TimeRelation: Comparable {
  static func < (left: TimeRelation, right: TimeRelation) -> Bool { left.rawValue < right.rawValue }
}
