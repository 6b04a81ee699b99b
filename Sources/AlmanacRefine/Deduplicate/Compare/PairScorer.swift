import Foundation

/// What speaks for and against two candidates being statements of one happening.
struct PairEvidence: Sendable {
  /// Why they can't be, whatever else speaks for it.
  enum Veto: Hashable, Sendable {
    case sameSource, decision, differentPlace, differentTime, numbers, kind, reusedUID
  }

  var veto: Veto?
  /// Log-odds, in bits: above 0 the pair is more likely one happening than two.
  var points = -10.0
  var hasSameUID = false
  var hasSameLink = false
  var title = 0.0
  var time = TimeRelation.different
  var place = PlaceRelation.unknown
  var text: Double?

  /// 0 ... 1.
  var score: Double { 1 / (1 + exp2(-points)) }

  /// What speaks for the merge, strongest first, in words such as `same uid` or `title 0.93`.
  var words: [String] {
    var words: [String] = []
    if hasSameUID { words.append("same uid") }
    if hasSameLink { words.append("same link") }
    if title >= 0.3 { words.append("title \(TwoDigits(title))") }
    if let time = time.evidence { words.append(time) }
    if let place = place.evidence { words.append(place) }
    if let text, text >= 0.3 { words.append("text \(TwoDigits(text))") }
    return words
  }
}

/// Scores pairs of candidates.
///
/// The weights are bits of log-odds set by hand on the synthetic corpus, in the manner of Fellegi
/// and Sunter: independent evidence adds up, and the sum starts well below zero because most pairs
/// that share a day and a word are two events.
struct PairScorer: Sendable {
  private let statistics: TitleStatistics
  private let venues: VenueLexicon
  private let habits: SourceHabits

  init(_ statistics: CampusStatistics) {
    self.statistics = statistics.titles
    venues = statistics.venues
    habits = statistics.habits
  }

  func compare(_ left: Candidate, _ right: Candidate) -> PairEvidence {
    var evidence = PairEvidence()
    guard left.source != right.source else {
      evidence.veto = .sameSource
      return evidence
    }
    let title = TitleComparison(left, right, statistics: statistics)
    evidence.title = title.agreement
    evidence.hasSameUID = left.uid != nil && left.uid == right.uid
    evidence.hasSameLink = left.link != nil && left.link == right.link
    evidence.time = TimeRelation(
      left.moment, right.moment, usualOffset: habits.offset(from: left.source, to: right.source))
    evidence.place = place(left, right)
    evidence.text = left.text.containment(in: right.text)
    evidence.veto = veto(evidence, title)
    guard evidence.veto == nil else { return evidence }
    let isRepeated = statistics.isRepeated(left) || statistics.isRepeated(right)
    evidence.points =
      Self.prior + identityPoints(evidence) + titlePoints(title)
      + timePoints(evidence.time, isRepeated: isRepeated)
      + placePoints(evidence.place, isRepeated: isRepeated) + textPoints(evidence.text)
    // The publisher's own word: an edit that one source has not seen yet must not part them.
    if evidence.hasSameUID { evidence.points = max(evidence.points, Self.certain) }
    return evidence
  }

  private func place(_ left: Candidate, _ right: Candidate) -> PlaceRelation {
    let place = PlaceRelation(
      left.venue, right.venue, venues: venues)
    let isLoose = habits.hasLooseVenues(left.source) || habits.hasLooseVenues(right.source)
    return place == .differentText && isLoose ? .unknown : place
  }

  private static let prior = -7.0
  private static let certain = 8.0

  private func veto(_ evidence: PairEvidence, _ title: TitleComparison) -> PairEvidence.Veto? {
    if evidence.hasSameUID {
      // Some generators number their uids from 1: then neither title nor time agrees.
      let agrees = evidence.time == .sameStart || evidence.title >= 0.5
      return agrees ? nil : .reusedUID
    }
    if evidence.place == .differentPlace { return .differentPlace }
    if evidence.time == .different, !evidence.hasSameLink { return .differentTime }
    switch title.conflict {
    case .numbers: return .numbers
    case .kind: return .kind
    case nil: return nil
    }
  }

  private func identityPoints(_ evidence: PairEvidence) -> Double {
    (evidence.hasSameUID ? 16 : 0) + (evidence.hasSameLink ? 6 : 0)
  }

  /// A title of common words says little even where it is equal.
  private func titlePoints(_ title: TitleComparison) -> Double {
    let strength = min(1.2, max(0.2, title.shared / 12))
    let points = Self.interpolate(
      title.agreement,
      [(0, -9), (0.3, -5), (0.5, -1), (0.7, 1.5), (0.85, 3.2), (1, 5)])
    let conflict = min(6, min(title.onlyLeft, title.onlyRight) * 0.5)
    return (points > 0 ? points * strength : points) - conflict - (title.isMarkedOnce ? 2 : 0)
  }

  private func timePoints(_ time: TimeRelation, isRepeated: Bool) -> Double {
    switch time {
    case .sameStart: 3
    case .usualOffset: 2.5
    case .sameDay: 2.5
    case .dayAndHours: isRepeated ? -3 : 1.2
    case .moved: isRepeated ? -8 : -1.5
    case .hoursApart: isRepeated ? -10 : -8
    case .sameDate: -10
    case .different: -10
    }
  }

  private func placePoints(_ place: PlaceRelation, isRepeated: Bool) -> Double {
    switch place {
    case .sameRoom: 4
    case .samePlace: 3
    case .bothOnline: 1
    case .nearby: 0.5
    case .differentRooms: -3
    case .similarText(let share):
      Self.interpolate(share, [(0.15, -8), (0.35, -3), (0.5, 1), (0.8, 2.5), (1, 3)])
    case .knownNames: 2
    case .differentText: -8
    case .onlineAndPlace: -1
    case .unknown: isRepeated ? -2 : 0
    case .differentPlace: -20
    }
  }

  private func textPoints(_ containment: Double?) -> Double {
    guard let containment else { return 0 }
    return Self.interpolate(containment, [(0, -1.5), (0.1, 0), (0.4, 2), (0.7, 4), (1, 5)])
  }

  /// The broken line through these points, level beyond its ends.
  private static func interpolate(_ x: Double, _ points: [(Double, Double)]) -> Double {
    guard let first = points.first else { return 0 }
    var previous = first
    for point in points {
      if x <= point.0 {
        let span = point.0 - previous.0
        return span > 0
          ? previous.1 + (point.1 - previous.1) * (x - previous.0) / span : point.1
      }
      previous = point
    }
    return previous.1
  }
}
