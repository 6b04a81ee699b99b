/// Why two records were taken for one occurrence.
struct PairEvidence: Sendable {
  /// 0 ... 1.
  let score: Double
  /// In bits.
  let points: Float
  /// What speaks for it, strongest first, in words such as `same uid` or `title 0.93`.
  let words: [String]
  /// What speaks against it, or too little for it, likewise.
  let objections: [String]

  init(_ pair: ComparisonVector, points: Float, _ left: Moment, _ right: Moment) {
    objections = Self.objections(pair, left, right)
    score = PairScorer.Verdict(points: points).score
    self.points = points
    var words: [String] = []
    if pair.hasSameUID { words.append("same uid") }
    if pair.hasSameLink { words.append("same link") }
    let agreement = Double(pair.title.agreement)
    if agreement >= 0.3 { words.append("title \(TwoDigits(agreement))") }
    if let time = pair.time.evidence(left, right) { words.append(time) }
    if pair.isUsualShift, pair.time > .sameDay { words.append("as often between these sources") }
    if let place = pair.place.evidence { words.append(place) }
    if let text = pair.text, text >= 0.3 { words.append("text \(TwoDigits(Double(text)))") }
    if pair.isSameSource { words.append("posted twice") }
    self.words = words
  }

  private static func objections(
    _ pair: ComparisonVector, _ left: Moment, _ right: Moment
  ) -> [String] {
    var words: [String] = []
    let title = pair.title
    switch title.conflict {
    case .numbers: words.append("other numbers in the titles")
    case .kind: words.append("titles of siblings")
    case .markedOnce: words.append("a number or level in one title only")
    case .none: break
    }
    if title.agreement < 0.5 {
      words.append("other title")
    } else if title.less >= 3 {
      words.append("each title has words of its own")
    } else if title.more >= 7 {
      words.append("one title says more")
    }
    if let time = pair.time.objection(left, right), !pair.isUsualShift { words.append(time) }
    if let place = pair.place.objection { words.append(place) }
    if let text = pair.text, text < 0.3 { words.append("other text") }
    if pair.rivals.contains(.time) { words.append("the title stands there at another time too") }
    if pair.rivals.contains(.place) { words.append("the title stands there at another place too") }
    if pair.rivals.contains(.title) { words.append("another title stands there at that time too") }
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
