import AlmanacModel

/// The evidence for one place.
struct PlaceScore: Sendable {
  let place: Int32
  /// 0 ... 1: the share of such answers that are right.
  var value: Float
  var method: Placement.Method
  /// The first mention above `mentionWorth`.
  var range: Range<Int>
  var room: Int32?
  /// Mentions of other words that agree.
  var agreement = 0
  /// The position of the word that names a sibling instead.
  var against: Int?
  /// Where a name of the place of several words begins that isn't only near the venue; nil without one.
  var named: Int?

  /// A weaker mention doesn't say where in the text the place is.
  private static let worth = PlacementWeights.mentionWorth

  /// Adds the evidence of a further mention.
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

  /// Higher than the best value if independent mentions agree.
  var confidence: Float {
    let doubt = (1 - value) * (agreement > 0 ? PlacementWeights.agreeingDoubt : 1)
    return max(0, min(PlacementWeights.mostSure, 1 - doubt))
  }
}
