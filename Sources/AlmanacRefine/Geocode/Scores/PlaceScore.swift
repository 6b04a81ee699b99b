import AlmanacModel

/// The evidence for one place.
struct PlaceScore: Sendable {
  let place: Int32
  /// 0 ... 1: the share of such answers that are right.
  var value: Float
  var method: Placement.Method
  /// The first mention.
  var range: Range<Int>
  var room: Int32?
  /// Mentions of other words that agree.
  var agreement = 0
  /// The position of the word that names a sibling instead.
  var against: Int?
  /// Where a name of the place begins that isn't only near the venue; nil without one.
  var named: Int?
  /// Whether the words are the grounds of the place, such as a parking lot, or may be those of another.
  var isOfGrounds = false
  /// Whether the words are a code with a room's number, and a whole part of the text.
  var isRoomCode = false
  /// Whether the words are an organization's in the place: a tenant's, a school's.
  var isOrganization = false

  init(
    place: Int32, value: Float, method: Placement.Method, range: Range<Int>, room: Int32? = nil
  ) {
    self.place = place
    self.value = value
    self.method = method
    self.range = range
    self.room = room
  }

  /// The score of a target: of the place that replaced its place, which has no rooms of the former one.
  init(
    _ target: PhraseIndex.Target, value: Float, method: Placement.Method, range: Range<Int>,
    _ index: GazetteerIndex
  ) {
    let place = index.successor(of: target.place)
    self.init(
      place: place, value: value, method: method, range: range,
      room: place == target.place ? target.room : nil)
  }

  /// Adds the evidence of a further mention.
  mutating func merge(_ other: PlaceScore) {
    if !other.range.overlaps(range) { agreement += 1 }
    if other.value > value {
      value = other.value
      method = other.method
      against = other.against
    }
    if room == nil { room = other.room }
    isOfGrounds = isOfGrounds && other.isOfGrounds
    isRoomCode = isRoomCode || other.isRoomCode
    isOrganization = isOrganization && other.isOrganization
    named = [named, other.named].compactMap(\.self).min()
  }

  /// Higher than the best value if independent mentions agree.
  var confidence: Float {
    let doubt = (1 - value) * (agreement > 0 ? PlacementWeights.agreeingDoubt : 1)
    return max(0, min(PlacementWeights.mostSure, 1 - doubt))
  }
}
