/// How the times of two candidates are related, after the offsets of their sources are removed.
enum TimeRelation: UInt8, CaseIterable, Sendable {
  /// And the same end.
  case sameStartAndEnd
  /// At least one has no end.
  case sameStart
  case sameStartOtherEnd
  /// Both whole days, the same.
  case sameDay
  /// One lists a whole day, or most of one, the other hours of it.
  case dayAndHours
  /// Within 30, 60, 90 minutes of each other, on one day: moved, or doors and start.
  case movedHalfHour, movedHour, movedLonger
  /// Whole hours apart, as where a zone was misread.
  case hoursApart
  /// The same day, otherwise.
  case sameDate
  case different
  /// The same but for the year, which one of them leaves open.
  case otherYear

  init(_ left: Moment, _ right: Moment) {
    guard !left.isOfOtherYear(than: right) else {
      self = .otherYear
      return
    }
    guard !left.isDay, !right.isDay else {
      self =
        left.day != right.day ? .different : left.isDay && right.isDay ? .sameDay : .dayAndHours
      return
    }
    let (difference, overflow) = left.start.subtractingReportingOverflow(right.start)
    let seconds = overflow ? UInt64.max : difference.magnitude
    if seconds == 0 {
      self = Self.ofSameStart(left.end, right.end)
    } else if left.day == right.day, seconds <= 5_400 {
      self = seconds <= 1_800 ? .movedHalfHour : seconds <= 3_600 ? .movedHour : .movedLonger
    } else if Self.isOpen(left, at: right) || Self.isOpen(right, at: left) {
      self = .dayAndHours
    } else if seconds.isMultiple(of: 3_600), seconds <= 14 * 3_600 {
      self = .hoursApart
    } else {
      self = left.day == right.day ? .sameDate : .different
    }
  }

  private static func ofSameStart(_ left: Int64?, _ right: Int64?) -> TimeRelation {
    guard let left, let right else { return .sameStart }
    return left == right ? .sameStartAndEnd : .sameStartOtherEnd
  }

  /// Some calendars list the opening hours of the building, or the days of a run, for one evening.
  private static func isOpen(_ long: Moment, at short: Moment) -> Bool {
    guard let end = long.end, end - long.start >= 10 * 3_600, long.day == short.day else {
      return false
    }
    return long.start <= short.start && short.start < end
  }

  /// In words; nil for evidence against a match.
  func evidence(_ left: Moment, _ right: Moment) -> String? {
    let minutes = (left.start - right.start).magnitude / 60
    switch self {
    case .sameStartAndEnd: return "same start and end"
    case .sameStart, .sameStartOtherEnd: return "same start"
    case .sameDay: return "same day"
    case .dayAndHours: return "same day (hours in one)"
    case .movedHalfHour, .movedHour, .movedLonger: return "start \(minutes) min apart"
    case .hoursApart: return "start \(minutes / 60) h apart"
    case .sameDate: return "same date"
    case .otherYear: return "same date, its year guessed in one"
    case .different: return nil
    }
  }

  /// In words; nil for evidence for a match.
  func objection(_ left: Moment, _ right: Moment) -> String? {
    switch self {
    case .sameStartAndEnd, .sameStart, .sameStartOtherEnd, .sameDay, .dayAndHours, .otherYear: nil
    case .movedHalfHour, .movedHour, .movedLonger, .hoursApart, .sameDate: "other start"
    case .different: left.day == right.day ? "other start" : "other day"
    }
  }
}
