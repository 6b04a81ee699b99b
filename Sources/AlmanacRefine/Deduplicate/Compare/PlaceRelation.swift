import AlmanacModel

/// How the places of two candidates are related.
enum PlaceRelation: UInt8, CaseIterable, Sendable {
  case sameRoom
  /// The same entry of the gazetteer, a room listed by one at most.
  case samePlace
  /// The same building, different rooms of it.
  case differentRooms
  /// Entries of the gazetteer within 100 m of each other, such as a hall and its foyer.
  case nearby
  case differentPlace
  /// The same words; not both placed, as in all that follow.
  case sameText
  /// One text contains at least four fifths of the other's information.
  case containedText
  case similarText, halfText, distantText
  /// Alike, but each has a number or a direction that the other lacks.
  case otherNumbers
  /// The words differ, but both are known names of one place.
  case knownNames
  case differentText
  case onlineAndPlace
  case bothOnline
  /// One has no venue, or its source's venues never say where the event is.
  case unknown
  /// The words differ and both are specific: two places, not two names or parts of one.
  case otherVenue
  /// The words differ, and one names the presenter of the event rather than its place, or is the address of a
  /// house without its name.
  case otherThanOwnVenue

  /// The bits of a specific venue text: a hall's name, or a street with its number, but not a room's
  /// number alone. Among few venues two words have fewer bits.
  private static func much(_ weights: TermWeights) -> Float {
    min(10, weights.mostVenueBits * 1.8)
  }

  init(
    _ left: RecordTable.Venue, _ right: RecordTable.Venue, _ table: RecordTable,
    _ weights: TermWeights, isAlias: (UInt64, UInt64) -> Bool
  ) {
    let first = left.place < 0 ? nil : table.places[Int(left.place)]
    let second = right.place < 0 ? nil : table.places[Int(right.place)]
    let (firstOnline, secondOnline) = (first?.isOnline == true, second?.isOnline == true)
    if let first, let second, first.isConfident, second.isConfident {
      self = Self.compare(first, second)
    } else if firstOnline || secondOnline {
      let isOther = !(firstOnline ? right : left).words.isEmpty
      self = firstOnline && secondOnline ? .bothOnline : isOther ? .onlineAndPlace : .unknown
    } else {
      self = Self.compareText(left, right, table, weights, isAlias)
    }
  }

  private static func compare(
    _ left: RecordTexts.Place, _ right: RecordTexts.Place
  ) -> PlaceRelation {
    if left.entry == right.entry {
      guard left.hasRoom, right.hasRoom else { return .samePlace }
      return left.room == right.room ? .sameRoom : .differentRooms
    }
    guard let first = left.coordinate, let second = right.coordinate,
      first.distance(to: second) <= 100
    else { return .differentPlace }
    return .nearby
  }

  private static func compareText(
    _ left: RecordTable.Venue, _ right: RecordTable.Venue, _ table: RecordTable,
    _ weights: TermWeights, _ isAlias: (UInt64, UInt64) -> Bool
  ) -> PlaceRelation {
    guard !left.words.isEmpty, !right.words.isEmpty else { return .unknown }
    guard left.hash != right.hash else { return .sameText }
    let similarity = VenueSimilarity(left, right, table, weights)
    if similarity.share < 0.6, isAlias(left.hash, right.hash) { return .knownNames }
    if similarity.isVague { return .unknown }
    if !similarity.conflict.isEmpty, similarity.share >= 0.3 { return .otherNumbers }
    if similarity.areOfOneKind { return .otherVenue }
    if similarity.share < 0.4, similarity.ownBits >= much(weights) { return .otherVenue }
    switch similarity.share {
    case 0.999...: return .sameText
    case 0.8...: return .containedText
    case 0.6...: return .similarText
    case 0.4...: return .halfText
    case 0.2...: return .distantText
    default: return .differentText
    }
  }

  /// In words; nil for evidence for a match and for none.
  var objection: String? {
    switch self {
    case .differentRooms: "different rooms"
    case .differentPlace: "different places"
    case .halfText, .distantText, .otherNumbers, .differentText, .otherVenue,
      .otherThanOwnVenue:
      "different venue texts"
    case .onlineAndPlace: "one is online"
    case .sameRoom, .samePlace, .nearby, .sameText, .containedText, .similarText, .knownNames,
      .bothOnline, .unknown:
      nil
    }
  }

  /// In words; nil for evidence against a match and for none.
  var evidence: String? {
    switch self {
    case .sameRoom: "same room"
    case .samePlace: "same place"
    case .nearby: "places within 100 m"
    case .sameText: "same venue text"
    case .containedText, .similarText: "similar venue text"
    case .knownNames: "venue known by both names"
    case .bothOnline: "both online"
    case .differentRooms, .differentPlace, .halfText, .distantText, .otherNumbers,
      .differentText, .onlineAndPlace, .unknown, .otherVenue, .otherThanOwnVenue:
      nil
    }
  }
}
