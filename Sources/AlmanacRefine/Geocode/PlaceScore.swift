import AlmanacModel

/// What speaks for one place.
struct PlaceScore: Sendable {
  let place: Int32
  /// 0 ... 1: the share of such answers that are right.
  var value: Float
  var method: Placement.Method
  /// The first mention worth the name.
  var range: Range<Int>
  var room: Int32?
  /// Mentions of other words that agree.
  var agreement = 0
  /// The position of the word that says it is a sibling.
  var against: Int?
  /// Where a name of the place of several words begins that isn't only near the venue; nil without one.
  var named: Int?

  /// A weaker mention doesn't say where in the text the place stands.
  private static let worth: Float = 0.5

  /// Takes what a further mention says.
  mutating func merge(_ other: PlaceScore) {
    if !other.range.overlaps(range) { agreement += 1 }
    if other.value > value {
      value = other.value
      method = other.method
      against = other.against
    }
    if other.range.lowerBound < range.lowerBound, other.value > Self.worth { range = other.range }
    if room == nil { room = other.room }
    named = [named, other.named].compactMap(\.self).min()
  }

  /// Sorts what is mostly few and in order already; equal ones stay in theirs.
  static func sort(_ scores: inout [PlaceScore], _ precedes: (PlaceScore, PlaceScore) -> Bool) {
    guard scores.count <= 16 else {
      scores.sort(by: precedes)
      return
    }
    for position in scores.indices.dropFirst()
    where precedes(scores[position], scores[position - 1]) {
      let score = scores[position]
      var place = position
      repeat {
        scores[place] = scores[place - 1]
        place -= 1
      } while place > 0 && precedes(score, scores[place - 1])
      scores[place] = score
    }
  }

  /// Several independent mentions leave less doubt than the best alone.
  var confidence: Float {
    let doubt = (1 - value) * (agreement > 0 ? 0.6 : 1)
    return max(0, min(0.995, 1 - doubt))
  }
}
