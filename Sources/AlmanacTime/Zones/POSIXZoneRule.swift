/// The footer of a TZif file: the rule for times after the last listed transition (POSIX TZ string
/// with the extensions of RFC 9636 3.3.1).
struct POSIXZoneRule: Hashable, Sendable {
  struct Daylight: Hashable, Sendable {
    let type: LocalTimeType
    let start: Moment
    let end: Moment
  }

  /// A day of every year and a time on that day.
  struct Moment: Hashable, Sendable {
    let day: Day
    /// Seconds after midnight: -167…167 hours.
    let time: Int
  }

  enum Day: Hashable, Sendable {
    /// `Jn`: 1…365, 29 February never counted.
    case julian(Int)
    /// `n`: 0…365, 29 February counted.
    case zeroBased(Int)
    /// `Mm.w.d`: week 5 is the last; weekday 0 is Sunday.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  let standard: LocalTimeType
  let daylight: Daylight?

  /// The transitions in a year, in order of time; empty without daylight saving time.
  func changes(in year: Int) -> [(time: Int64, type: LocalTimeType)] {
    guard let daylight else { return [] }
    let starts = (
      time: instant(of: daylight.start, in: year, offset: standard.offset), type: daylight.type
    )
    let ends = (
      time: instant(of: daylight.end, in: year, offset: daylight.type.offset), type: standard
    )
    // At equal instants, daylight time comes last: permanent daylight time is written with an end
    // that coincides with the next start (RFC 9636 3.3.1).
    return ends.time <= starts.time ? [ends, starts] : [starts, ends]
  }

  private func instant(of moment: Moment, in year: Int, offset: Int) -> Int64 {
    Int64(moment.day.dayNumber(in: year)) * 86_400 + Int64(moment.time) - Int64(offset)
  }
}

extension POSIXZoneRule.Day {
  func dayNumber(in year: Int) -> Int {
    switch self {
    case .julian(let day):
      let skipsLeapDay = day >= 60 && CivilDate.isLeap(year)
      return CivilDate.dayNumber(year: year, month: 1, day: 1) + day - (skipsLeapDay ? 0 : 1)
    case .zeroBased(let day):
      return CivilDate.dayNumber(year: year, month: 1, day: 1) + day
    case .weekday(let month, let week, let weekday):
      let first = CivilDate.dayNumber(year: year, month: month, day: 1)
      let firstWeekday = Weekday(dayNumber: first).rawValue % 7
      var day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      if day >= CivilDate.daysInMonth(year: year, month: month) { day -= 7 }
      return first + day
    }
  }
}
