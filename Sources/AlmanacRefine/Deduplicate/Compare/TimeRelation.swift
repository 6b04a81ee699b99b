/// How the times of two candidates stand to each other.
enum TimeRelation: Hashable, Sendable {
  case sameStart
  /// As far apart as the two sources' clocks always are.
  case usualOffset(minutes: Int)
  /// Both whole days, the same.
  case sameDay
  /// One states a whole day, the other hours of it.
  case dayAndHours
  /// Within 90 minutes of each other, on one day: moved, or doors and start.
  case moved(minutes: Int)
  /// Whole hours apart, as where a zone was misread.
  case hoursApart(Int)
  /// The same day, otherwise.
  case sameDate
  case different

  /// - Parameter usualOffset: Seconds that the left source's clocks are ahead of the right one's.
  init(_ left: Moment, _ right: Moment, usualOffset: Int64 = 0) {
    guard !left.isDay, !right.isDay else {
      guard left.day == right.day else {
        self = .different
        return
      }
      self = left.isDay && right.isDay ? .sameDay : .dayAndHours
      return
    }
    let (difference, overflow) = left.start.subtractingReportingOverflow(right.start)
    let seconds = overflow ? UInt64.max : difference.magnitude
    if seconds == 0 {
      self = .sameStart
    } else if difference == usualOffset, !overflow {
      self = .usualOffset(minutes: Int(usualOffset / 60))
    } else if left.day == right.day, seconds <= 5_400 {
      self = .moved(minutes: Int(seconds / 60))
    } else if seconds.isMultiple(of: 3_600), seconds <= 14 * 3_600 {
      self = .hoursApart(Int(seconds / 3_600))
    } else {
      self = left.day == right.day ? .sameDate : .different
    }
  }

  /// In words; nil for what speaks against.
  var evidence: String? {
    switch self {
    case .sameStart: "same start"
    case .usualOffset(let minutes): "start \(abs(minutes)) min apart, as always there"
    case .sameDay: "same day"
    case .dayAndHours: "same day, hours in one"
    case .moved(let minutes): "start \(minutes) min apart"
    case .hoursApart(let hours): "start \(hours) h apart"
    case .sameDate: "same date"
    case .different: nil
    }
  }
}
