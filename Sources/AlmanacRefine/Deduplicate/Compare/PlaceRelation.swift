import AlmanacModel

/// How the places of two candidates stand to each other.
enum PlaceRelation: Hashable, Sendable {
  case sameRoom
  /// The same entry of the gazetteer, a room stated by one at most.
  case samePlace
  /// The same building, different rooms of it.
  case differentRooms
  /// Entries of the gazetteer within 100 m of each other, such as a hall and its foyer.
  case nearby
  case differentPlace
  /// Alike in words, by the share of information; not both placed.
  case similarText(Double)
  /// Unlike in words, but a third text holds both.
  case knownNames
  case differentText
  case onlineAndPlace
  case bothOnline
  /// One does not say.
  case unknown

  init(
    _ left: CandidateVenue, _ right: CandidateVenue, venues: VenueLexicon
  ) {
    if let first = left.place, let second = right.place {
      self = Self.compare(left, right, isSame: first == second)
    } else if left.isOnline || right.isOnline {
      let isOther = !(left.isOnline ? right : left).words.isEmpty
      self =
        left.isOnline && right.isOnline ? .bothOnline : isOther ? .onlineAndPlace : .unknown
    } else {
      self = Self.compareText(left, right, venues: venues)
    }
  }

  private static func compare(
    _ left: CandidateVenue, _ right: CandidateVenue, isSame: Bool
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
    _ left: CandidateVenue, _ right: CandidateVenue, venues: VenueLexicon
  ) -> PlaceRelation {
    guard !left.words.isEmpty, !right.words.isEmpty else { return .unknown }
    let leftWeight = left.words.reduce(0) { $0 + venues.weight(of: $1) }
    let rightWeight = right.words.reduce(0) { $0 + venues.weight(of: $1) }
    let shared = left.words.reduce(0) {
      $0 + (SortedSets.contains(right.words, $1) ? venues.weight(of: $1) : 0)
    }
    let share = shared / max(0.001, min(leftWeight, rightWeight))
    if share < 0.5, venues.areNamesOfOne(left.words, right.words) { return .knownNames }
    return share < 0.15 ? .differentText : .similarText(share)
  }

  /// In words; nil for what speaks against or says nothing.
  var evidence: String? {
    switch self {
    case .sameRoom: "same room"
    case .samePlace: "same place"
    case .nearby: "places within 100 m"
    case .similarText(let share): "venue \(TwoDigits(share))"
    case .knownNames: "venue known by both names"
    case .bothOnline: "both online"
    case .differentRooms, .differentPlace, .differentText, .onlineAndPlace, .unknown: nil
    }
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
