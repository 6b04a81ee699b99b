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
  /// One text holds the other but for a fifth of its information.
  case heldText
  case similarText, halfText, distantText
  /// Alike, but each has a number that the other lacks.
  case otherNumbers
  /// Unlike in words, but names of one place.
  case knownNames
  case differentText
  case onlineAndPlace
  case bothOnline
  /// One does not say, or never says where the thing itself is.
  case unknown
  /// Unlike in words, and each says much: two places, not two names or parts of one.
  case otherVenue
  /// Unlike in words, and one says who presents the event rather than where it is.
  case otherThanHouse

  /// In bits: a hall's name or a house number with its street, not a room's number alone. Of few venues
  /// two words say less.
  private static func much(_ weights: TermWeights) -> Float {
    min(10, weights.mostVenueBits * 1.8)
  }

  init(
    _ left: RecordTable.Venue, _ right: RecordTable.Venue, _ table: RecordTable,
    _ weights: TermWeights, isAlias: (UInt64, UInt64) -> Bool
  ) {
    let first = left.place < 0 ? nil : table.places[Int(left.place)]
    let second = right.place < 0 ? nil : table.places[Int(right.place)]
    let (firstOnline, secondOnline) = (first?.reason == .online, second?.reason == .online)
    if let first, let second, let place = first.surePlace, let other = second.surePlace {
      self = Self.compare(first, second, isSame: place == other)
    } else if firstOnline || secondOnline {
      let isOther = !(firstOnline ? right : left).words.isEmpty
      self = firstOnline && secondOnline ? .bothOnline : isOther ? .onlineAndPlace : .unknown
    } else {
      self = Self.compareText(left, right, table, weights, isAlias)
    }
  }

  private static func compare(
    _ left: Placement, _ right: Placement, isSame: Bool
  ) -> PlaceRelation {
    if isSame {
      guard let first = left.room, let second = right.room else { return .samePlace }
      return first == second ? .sameRoom : .differentRooms
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
    let likeness = VenueSimilarity(left, right, table, weights)
    if likeness.share < 0.6, isAlias(left.hash, right.hash) { return .knownNames }
    if likeness.isVague { return .unknown }
    if likeness.hasOtherNumbers, likeness.share >= 0.3 { return .otherNumbers }
    if likeness.share < 0.4, likeness.ownBits >= much(weights) { return .otherVenue }
    switch likeness.share {
    case 0.999...: return .sameText
    case 0.8...: return .heldText
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
      .otherThanHouse:
      "different venue texts"
    case .onlineAndPlace: "one is online"
    case .sameRoom, .samePlace, .nearby, .sameText, .heldText, .similarText, .knownNames,
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
    case .heldText, .similarText: "similar venue text"
    case .knownNames: "venue known by both names"
    case .bothOnline: "both online"
    case .differentRooms, .differentPlace, .halfText, .distantText, .otherNumbers,
      .differentText, .onlineAndPlace, .unknown, .otherVenue, .otherThanHouse:
      nil
    }
  }
}

extension Placement {
  /// The place where the geocoder was sure enough to hold it against a merge.
  fileprivate var surePlace: String? {
    confidence >= RecordTexts.sureness && method != .default ? place : nil
  }
}
