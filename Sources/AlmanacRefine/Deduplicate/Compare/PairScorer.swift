import Foundation

/// Weighs what speaks for and against two candidates being statements of one happening.
struct PairScorer: Sendable {
  /// Why two can't be one, whatever else speaks for it.
  enum Veto: UInt8, Sendable {
    case none, sameSource, differentPlace, differentTime, title, numbers, kind, reusedUID
  }

  /// Hours apart, two shows of one piece are as likely as one that a source has wrong.
  private static let hoursDoubt: Float = 3

  struct Verdict: Sendable {
    /// Log-odds, in bits: above 0 the pair is more likely one happening than two.
    var points: Float
    var veto = Veto.none

    /// 0 ... 1.
    var score: Double { 1 / (1 + exp2(-Double(points))) }
  }

  static let certain: Float = 8
  /// A source that lists two things has its reasons: so many bits more must speak for one.
  private static let repostDoubt: Float = 0.5

  static func judge(_ pair: PairComparison) -> Verdict {
    let veto = veto(pair)
    guard veto == .none else { return Verdict(points: -20, veto: veto) }
    let bins = EvidenceBins(pair)
    guard !pair.isSameSource else {
      let points = bins.points(.ofOneSource) - repostDoubt
      return points > 0 ? Verdict(points: points) : Verdict(points: points, veto: .sameSource)
    }
    var points = bins.points(.ofTwoSources)
    if pair.time >= .hoursApart, !pair.isUsualShift, !pair.hasSameLink { points -= hoursDoubt }
    // The publisher's own word: an edit that one source has not seen yet must not part them.
    if pair.hasSameUID, !pair.isSameSource { points = max(points, certain) }
    return Verdict(points: points)
  }

  private static func veto(_ pair: PairComparison) -> Veto {
    if pair.isSameSource { return mayBeRepost(pair) ? .none : .sameSource }
    if pair.hasSameUID {
      // Some generators number their uids from 1: then neither title nor time agrees.
      let agrees = pair.time <= .sameStartOtherEnd || pair.title.agreement >= 0.5
      return agrees ? .none : .reusedUID
    }
    if pair.place == .differentPlace { return .differentPlace }
    if pair.time == .different, !pair.hasSameLink { return .differentTime }
    if hasOtherTitle(pair) { return .title }
    switch pair.title.conflict {
    case .numbers: return .numbers
    case .kind: return .kind
    case .markedOnce, .none: return .none
    }
  }

  /// Each title has words of its own, such as a speaker, and neither description nor link says that
  /// they are one: what one house does at one hour may be two things.
  private static func hasOtherTitle(_ pair: PairComparison) -> Bool {
    pair.title.less >= 5 && pair.title.agreement < 0.6 && (pair.text ?? 0) < 0.5
      && !pair.hasSameLink
  }

  /// Whether a source may have posted one thing twice: nothing that it keeps apart differs.
  static func mayBeRepost(_ pair: PairComparison) -> Bool {
    guard pair.hasSameAnnouncements, pair.title.conflict == .none else { return false }
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
