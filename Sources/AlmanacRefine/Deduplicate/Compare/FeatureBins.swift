/// A comparison brought to the bins that the weights are for.
struct FeatureBins: Sendable {
  private let pair: ComparisonVector
  private let text: Int
  private let agreement: Int
  private let timeClass: Int
  private let placeClass: Int
  private let textClass: Int
  private let agreementClass: Int
  private let sharedClass: Int

  init(_ pair: ComparisonVector) {
    self.pair = pair
    text = pair.text.map { Self.bin($0, [0, 0.02, 0.08, 0.2, 0.35, 0.5, 0.65, 0.8, 0.92]) } ?? 0
    agreement = Self.bin(
      pair.title.agreement, [0.2, 0.35, 0.5, 0.62, 0.72, 0.8, 0.87, 0.93, 0.98])
    timeClass = Self.timeClass(pair.time)
    placeClass = Self.placeClass(pair.place)
    textClass = text == 0 ? 0 : text <= 3 ? 1 : text <= 6 ? 2 : 3
    agreementClass = agreement <= 2 ? 0 : agreement <= 5 ? 1 : agreement <= 7 ? 2 : 3
    sharedClass = Self.bin(pair.title.shared, [8, 14, 22])
  }

  /// What the weights of rivals depend on.
  struct CompetitionBins: Sendable {
    let time: UInt8
    let place: UInt8
    let less: UInt8

    /// In bits, what it says that the sources list others beside the two.
    func points(_ rivals: ComparisonVector.CompetingItems, _ learned: PairWeights) -> Float {
      learned.timeByRival[Int(time) * 2 + (rivals.contains(.time) ? 1 : 0)]
        + learned.placeByRival[Int(place) * 2 + (rivals.contains(.place) ? 1 : 0)]
        + learned.rivalByLess[(rivals.contains(.title) ? 3 : 0) + Int(less)]
    }
  }

  var rivalBins: CompetitionBins {
    let less = pair.title.less < 1.5 ? 0 : pair.title.less < 6 ? 1 : 2
    return CompetitionBins(time: UInt8(timeClass), place: UInt8(placeClass), less: UInt8(less))
  }

  /// The sum of the weights in bits, without those of rivals.
  func points(_ learned: PairWeights) -> Float {
    let title = pair.title
    var points = learned.bias
    points += learned.time[time] + learned.place[Int(pair.place.rawValue)]
    points += learned.text[text] + learned.agreement[agreement]
    points += learned.shared[Self.bin(title.shared, [4, 7, 10, 13, 17, 22, 28, 36])]
    points += learned.less[Self.bin(title.less, [0.25, 1.5, 3, 5, 8, 12, 17])]
    points += learned.more[Self.bin(title.more, [0.5, 2, 4, 7, 11, 16, 24])]
    points += learned.conflict[Int(title.conflict.rawValue)]
    points +=
      learned.equal[title.isEqual ? 1 : 0] + learned.link[Int(pair.link.rawValue)]
    return points + crossed(learned)
  }

  /// Of kinds of evidence that depend on each other.
  private func crossed(_ learned: PairWeights) -> Float {
    var points = learned.placeByText[placeClass * 4 + textClass]
    points += learned.agreementByText[agreementClass * 4 + textClass]
    points += learned.agreementByPlace[agreementClass * 4 + placeClass]
    points += learned.timeByAgreement[timeClass * 4 + agreementClass]
    points += learned.sharedByPlace[sharedClass * 4 + placeClass]
    return points + learned.sharedByTime[sharedClass * 5 + timeClass]
  }

  /// The relation, with two bins more for the shifts that are usual between the sources.
  private var time: Int {
    guard pair.isUsualShift, pair.time >= .movedHalfHour, pair.time <= .hoursApart else {
      return Int(pair.time.rawValue)
    }
    return pair.time == .hoursApart ? 12 : 11
  }

  private static func timeClass(_ time: TimeRelation) -> Int {
    switch time {
    case .sameStartAndEnd, .sameStart, .sameStartOtherEnd: 0
    case .sameDay: 1
    case .dayAndHours: 2
    case .movedHalfHour, .movedHour, .movedLonger: 3
    case .hoursApart, .sameDate, .different: 4
    }
  }

  private static func placeClass(_ place: PlaceRelation) -> Int {
    switch place {
    case .sameRoom, .samePlace, .sameText, .heldText: 0
    case .similarText, .knownNames, .bothOnline, .nearby: 1
    case .unknown: 2
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
