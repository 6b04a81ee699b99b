import Foundation

/// The evidence for and against two records being one occurrence.
struct PairEvidence: Sendable {
  /// 0 ... 1.
  let score: Double
  /// Agreements in words such as `same uid` or `title 0.93`, the strongest first.
  let words: [String]
  /// Differences, and agreements that are too weak, likewise.
  let objections: [String]

  /// An agreement or a difference in words, and the kinds of evidence that it sums up.
  private typealias Item = (text: String, kinds: [EvidenceKind])

  private static let titleKinds: [EvidenceKind] = [
    .shared, .less, .more, .agreement, .conflict, .equal,
  ]

  init(
    _ pair: ComparisonVector, matchWeight: Float, _ linkage: LinkageWeights, _ left: Moment,
    _ right: Moment
  ) {
    score = 1 / (1 + exp2(-Double(matchWeight)))
    let weights = linkage.of(oneSource: pair.isSameSource)
    let bins = FeatureBins(pair).places(pair.competing)
    func ordered(_ items: [Item], by sign: Float) -> [String] {
      let weighed = items.enumerated().map { place, item in
        (sign * weights.matchWeight(of: item.kinds, bins), place, item.text)
      }
      return weighed.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
    }
    // A shared identifier has no weight: it decides alone.
    words =
      (pair.hasSameUID ? ["same uid"] : [])
      + ordered(Self.agreements(pair, left, right), by: 1)
      + (pair.isSameSource ? ["listed twice by one source"] : [])
    objections =
      ordered(Self.differences(pair, left, right), by: -1)
      + (pair.isSameSource ? ["one source lists both"] : [])
  }

  private static func agreements(
    _ pair: ComparisonVector, _ left: Moment, _ right: Moment
  ) -> [Item] {
    var found: [Item] = []
    if pair.hasSameLink { found.append(("same link", [.link])) }
    let agreement = Double(pair.title.agreement)
    if agreement >= 0.3 { found.append(("title \(TwoDigits(agreement))", titleKinds)) }
    if let time = pair.time.evidence(left, right) { found.append((time, [.time])) }
    if pair.isUsualShift, pair.time > .sameDay {
      found.append(("a usual time difference of these sources", [.time]))
    }
    if let place = pair.place.evidence { found.append((place, [.place])) }
    if let text = pair.text, text >= 0.3 {
      found.append(("text \(TwoDigits(Double(text)))", [.text]))
    }
    if pair.isMirrored {
      found.append(("both sources list mostly the same events", [.rivalByLess]))
    }
    return found
  }

  private static func differences(
    _ pair: ComparisonVector, _ left: Moment, _ right: Moment
  ) -> [Item] {
    var found: [Item] = []
    let title = pair.title
    switch title.conflict {
    case .numbers: found.append(("other numbers in the titles", [.conflict]))
    case .kind: found.append(("titles differ in level, part or audience", [.conflict]))
    case .markedOnce: found.append(("a number or level in only one title", [.conflict]))
    case .none: break
    }
    if title.agreement < 0.5 {
      found.append(("different titles", [.agreement, .shared]))
    } else if title.less >= 3 {
      found.append(("each title has words that the other lacks", [.less]))
    } else if title.more >= 7 {
      found.append(("one title is longer", [.more]))
    }
    if let time = pair.time.objection(left, right), !pair.isUsualShift {
      found.append((time, [.time]))
    }
    if let place = pair.place.objection { found.append((place, [.place])) }
    if let text = pair.text, text < 0.3 { found.append(("different descriptions", [.text])) }
    if pair.competing.contains(.time) {
      found.append(("a source lists the title at another time, too", [.timeByRival]))
    }
    if pair.competing.contains(.place) {
      found.append(("a source lists the title at another place, too", [.placeByRival]))
    }
    if pair.competing.contains(.title) {
      found.append(("a source lists another title at that time and place", [.rivalByLess]))
    }
    return found
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
