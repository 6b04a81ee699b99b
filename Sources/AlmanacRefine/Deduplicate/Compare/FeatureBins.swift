/// The kinds of evidence, each divided into bins (comparison levels). A comparison is in one bin of
/// each kind.
enum EvidenceKind: String, CaseIterable, Sendable {
  case time, place, text, shared, less, more, agreement, conflict, equal, link
  // Kinds that depend on each other, crossed.
  case placeByText, agreementByText, agreementByPlace, timeByAgreement, sharedByPlace, sharedByTime
  case useByPlace, useByTime
  // Evidence of competing items; these come last.
  case timeByRival, placeByRival, rivalByLess

  /// How many bins there are.
  var count: Int {
    switch self {
    case .time: 13
    case .place: PlaceRelation.allCases.count
    case .text, .agreement, .timeByRival: 10
    case .shared: 9
    case .less, .more, .placeByRival: 8
    case .conflict, .link: 4
    case .equal: 2
    case .rivalByLess: 12
    case .placeByText, .agreementByText, .agreementByPlace, .sharedByPlace: 16
    case .useByPlace: 24
    case .useByTime: 30
    case .timeByAgreement, .sharedByTime: 20
    }
  }

  /// By kind, the place of its first bin among the bins of all kinds; the last is how many there are.
  static let starts: [Int] = allCases.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
}

/// A comparison reduced to one bin of each kind of evidence.
struct FeatureBins: Sendable {
  /// By kind of evidence but those of competing items, its bin.
  let bins: InlineArray<18, Int>
  let competition: CompetitionBins

  init(_ pair: ComparisonVector) {
    let title = pair.title
    let place = Int(pair.place.rawValue)
    let text =
      pair.text.map { Self.bin($0, [0, 0.02, 0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.92]) } ?? 0
    let agreement = Self.bin(
      title.agreement, [0.2, 0.35, 0.5, 0.62, 0.72, 0.8, 0.87, 0.93, 0.98])
    let timeClass = Self.timeClass(pair.time)
    let placeClass = Self.placeClass(pair.place)
    let textClass = text == 0 ? 0 : text <= 3 ? 1 : text <= 6 ? 2 : 3
    let agreementClass = agreement <= 2 ? 0 : agreement <= 5 ? 1 : agreement <= 7 ? 2 : 3
    let sharedClass = Self.bin(title.shared, [8, 14, 22])
    bins = [
      Self.time(pair), place, text, Self.bin(title.shared, [4, 7, 10, 13, 17, 22, 28, 36]),
      Self.bin(title.less, [0.25, 1.5, 3, 5, 8, 12, 17]),
      Self.bin(title.more, [0.5, 2, 4, 7, 11, 16, 24]), agreement, Int(title.conflict.rawValue),
      title.isEqual ? 1 : 0, Int(pair.link.rawValue),
      placeClass * 4 + textClass, agreementClass * 4 + textClass, agreementClass * 4 + placeClass,
      timeClass * 4 + agreementClass, sharedClass * 4 + placeClass, sharedClass * 5 + timeClass,
      pair.use.bin * 4 + placeClass, pair.use.bin * 5 + timeClass,
    ]
    competition = CompetitionBins(
      time: UInt8(timeClass), place: UInt8(placeClass),
      less: (title.less < 1.5 ? 0 : title.less < 6 ? 1 : 2) + (pair.isMirrored ? 6 : 0))
  }

  /// What the weights of competing items depend on.
  struct CompetitionBins: Sendable {
    let time: UInt8
    let place: UInt8
    /// How much both titles have of their own, and whether the sources mirror each other.
    let less: UInt8

    /// By kind of evidence of competing items, its bin.
    func bins(_ competing: ComparisonVector.CompetingItems) -> InlineArray<3, Int> {
      [
        Int(time) * 2 + (competing.contains(.time) ? 1 : 0),
        Int(place) * 2 + (competing.contains(.place) ? 1 : 0),
        (competing.contains(.title) ? 3 : 0) + Int(less),
      ]
    }
  }

  /// By kind of evidence, the place of its bin among the bins of all kinds.
  func places(_ competing: ComparisonVector.CompetingItems) -> [Int] {
    let rest = competition.bins(competing)
    let all = bins.indices.map { bins[$0] } + rest.indices.map { rest[$0] }
    return zip(EvidenceKind.starts, all).map(+)
  }

  /// The relation, with two bins more for the shifts that are usual between the sources.
  private static func time(_ pair: ComparisonVector) -> Int {
    // A misread zone is off by whole hours, so that other hours are no more likely one occurrence.
    guard pair.time != .sameDate else { return Int(TimeRelation.hoursApart.rawValue) }
    // The day agrees and the rest of the time is unknown.
    guard pair.time != .otherYear else { return Int(TimeRelation.dayAndHours.rawValue) }
    guard pair.isUsualShift, pair.time >= .movedHalfHour, pair.time <= .hoursApart else {
      return Int(pair.time.rawValue)
    }
    return pair.time == .hoursApart ? 12 : 11
  }

  private static func timeClass(_ time: TimeRelation) -> Int {
    switch time {
    case .sameStartAndEnd, .sameStart, .sameStartOtherEnd: 0
    case .sameDay: 1
    case .dayAndHours, .otherYear: 2
    case .movedHalfHour, .movedHour, .movedLonger: 3
    case .hoursApart, .sameDate, .different: 4
    }
  }

  static func placeClass(_ place: PlaceRelation) -> Int {
    switch place {
    case .sameRoom, .samePlace, .sameText, .containedText: 0
    case .similarText, .knownNames, .bothOnline, .nearby: 1
    case .unknown, .otherThanOwnVenue: 2
    case .differentRooms, .differentPlace, .halfText, .distantText, .otherNumbers, .differentText,
      .onlineAndPlace, .otherVenue:
      3
    }
  }

  /// How many of the ascending bounds the value reaches.
  private static func bin<let count: Int>(_ value: Float, _ bounds: InlineArray<count, Float>)
    -> Int
  {
    var bin = 0
    for index in bounds.indices where value >= bounds[index] { bin += 1 }
    return bin
  }
}
