/// Why two statements were taken for one happening.
struct PairEvidence: Sendable {
  /// 0 ... 1.
  let score: Double
  /// In bits.
  let points: Float
  /// What speaks for it, strongest first, in words such as `same uid` or `title 0.93`.
  let words: [String]

  init(_ pair: PairComparison, points: Float, _ left: Moment, _ right: Moment) {
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
