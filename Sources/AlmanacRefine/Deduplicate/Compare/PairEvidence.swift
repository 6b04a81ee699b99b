/// The evidence for and against two records being one occurrence.
struct PairEvidence: Sendable {
  /// 0 ... 1.
  let score: Double
  /// In bits.
  let matchWeight: Float
  /// Agreements in words such as `same uid` or `title 0.93`: first what the publisher declares, then title,
  /// time, place and text.
  let words: [String]
  /// Differences, and agreements that are too weak, likewise.
  let objections: [String]

  init(_ pair: ComparisonVector, matchWeight: Float, _ left: Moment, _ right: Moment) {
    objections = Self.objections(pair, left, right)
    score = PairScorer.MatchScore(matchWeight: matchWeight).score
    self.matchWeight = matchWeight
    var words: [String] = []
    if pair.hasSameUID { words.append("same uid") }
    if pair.hasSameLink { words.append("same link") }
    let agreement = Double(pair.title.agreement)
    if agreement >= 0.3 { words.append("title \(TwoDigits(agreement))") }
    if let time = pair.time.evidence(left, right) { words.append(time) }
    if pair.isUsualShift, pair.time > .sameDay {
      words.append("a usual time difference of these sources")
    }
    if let place = pair.place.evidence { words.append(place) }
    if let text = pair.text, text >= 0.3 { words.append("text \(TwoDigits(Double(text)))") }
    if pair.isMirrored { words.append("both sources list mostly the same events") }
    if pair.isSameSource { words.append("listed twice by one source") }
    self.words = words
  }

  private static func objections(
    _ pair: ComparisonVector, _ left: Moment, _ right: Moment
  ) -> [String] {
    var words: [String] = []
    let title = pair.title
    switch title.conflict {
    case .numbers: words.append("other numbers in the titles")
    case .kind: words.append("titles differ in level, part or audience")
    case .markedOnce: words.append("a number or level in only one title")
    case .none: break
    }
    if title.agreement < 0.5 {
      words.append("different titles")
    } else if title.less >= 3 {
      words.append("each title has words that the other lacks")
    } else if title.more >= 7 {
      words.append("one title is longer")
    }
    if let time = pair.time.objection(left, right), !pair.isUsualShift { words.append(time) }
    if let place = pair.place.objection { words.append(place) }
    if let text = pair.text, text < 0.3 { words.append("different descriptions") }
    if pair.competing.contains(.time) {
      words.append("a source lists the title at another time, too")
    }
    if pair.competing.contains(.place) {
      words.append("a source lists the title at another place, too")
    }
    if pair.competing.contains(.title) {
      words.append("a source lists another title at that time and place")
    }
    if pair.isSameSource { words.append("one source lists both") }
    return words
  }
}

/// A share as people read it: `0.93`.
struct TwoDigits: CustomStringConvertible {
  private let hundredths: Int

  init(_ value: Double) {
    hundredths = Int((min(1, max(0, value)) * 100).rounded())
  }

  var description: String {
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
