/// Tests whether a day passes all parts of a rule that concern days.
///
/// The table of RFC 5545 3.3.10 defines whether a part expands or limits a period. Both are
/// equivalent to filtering the period's days, after missing parts were completed from the start.
/// Parts that the table forbids for a frequency filter, too, except ordinals of BYDAY, which are
/// ignored.
struct RecurrenceDayFilter {
  /// Bits 1…12; all set without BYMONTH.
  let months: UInt16
  /// Bits 1…31, counted from the first and from the last day of the month.
  private var monthDays: UInt32 = 0
  private var monthDaysFromEnd: UInt32 = 0
  private var yearDays: Set<Int> = []
  private var weeks: Set<Int> = []
  /// Bits 1…7.
  private var weekdays: UInt8 = 0
  private var ordinals: [RecurrenceWeekday] = []
  /// Whether ordinals count weekdays of the year instead of the month.
  private let ordinalsCountInYear: Bool
  private let weekStart: Weekday
  private let skip: RecurrenceRule.Skip

  /// Whether every day passes.
  let isOpen: Bool
  /// The number of days per week that pass, if only the weekday matters; otherwise nil.
  let weekdayCount: Int?

  init(_ rule: RecurrenceRule, start: CivilDate) {
    let frequency = rule.frequency
    var byMonth = rule.byMonth
    var byMonthDay = rule.byMonthDay
    var byDay = rule.byDay
    // Complete missing parts from the start. BYWEEKNO alone gets the start's weekday, as in
    // libical, not the whole week, as in dateutil.
    let choosesDays = !byDay.isEmpty || !byMonthDay.isEmpty || !rule.byYearDay.isEmpty
    if !choosesDays, frequency >= .weekly {
      if frequency == .weekly || !rule.byWeekNo.isEmpty {
        byDay = [RecurrenceWeekday(weekday: start.weekday)]
      } else {
        byMonthDay = [start.day]
        if frequency == .yearly, byMonth.isEmpty { byMonth = [start.month] }
      }
    }
    months = byMonth.isEmpty ? 0x1FFE : byMonth.reduce(0) { $0 | 1 << UInt16($1) }
    ordinalsCountInYear = frequency == .yearly && rule.byMonth.isEmpty
    weekStart = rule.weekStart
    // Periods shorter than a month only filter days, which all exist.
    skip = frequency >= .monthly ? rule.skip : .omit
    yearDays = Set(rule.byYearDay)
    weeks = Set(rule.byWeekNo)
    let usesOrdinals =
      frequency == .monthly || (frequency == .yearly && rule.byWeekNo.isEmpty)
    for day in byMonthDay {
      if day > 0 { monthDays |= 1 << UInt32(day) } else { monthDaysFromEnd |= 1 << UInt32(-day) }
    }
    for day in byDay {
      if usesOrdinals, day.ordinal != nil {
        ordinals.append(day)
      } else {
        weekdays |= 1 << UInt8(day.weekday.rawValue)
      }
    }
    let isWeekdayOnly =
      byMonth.isEmpty && byMonthDay.isEmpty && yearDays.isEmpty && weeks.isEmpty
      && ordinals.isEmpty
    isOpen = isWeekdayOnly && byDay.isEmpty
    weekdayCount = isWeekdayOnly ? (weekdays == 0 ? 7 : weekdays.nonzeroBitCount) : nil
  }

  /// The days of a month that pass BYMONTH and BYMONTHDAY, as bits 1…31.
  func candidates(year: Int, month: Int) -> UInt32 {
    guard months & 1 << UInt16(month) != 0 else { return 0 }
    let length = CivilDate.daysInMonth(year: year, month: month)
    let all = UInt32.max >> UInt32(31 - length) & ~1
    guard monthDays | monthDaysFromEnd != 0 else { return all }
    var days = monthDays
    var fromEnd = monthDaysFromEnd
    while fromEnd != 0 {
      let day = length + 1 - fromEnd.trailingZeroBitCount
      if day > 0 { days |= 1 << UInt32(day) }
      fromEnd &= fromEnd - 1
    }
    if skip == .backward, days & ~all != 0 { days |= 1 << UInt32(length) }
    return days & all
  }

  /// Whether a period may contain the first day of the next one.
  var usesNextMonth: Bool { skip == .forward && monthDays >> 29 != 0 }

  /// Whether the month selects the first day of the next one in place of a day that it lacks.
  func movesForward(year: Int, month: Int) -> Bool {
    skip == .forward && months & 1 << UInt16(month) != 0
      && monthDays >> UInt32(CivilDate.daysInMonth(year: year, month: month)) > 1
  }

  /// Whether a day of `candidates` passes the other parts, too.
  func passes(_ date: CivilDate, number: Int) -> Bool {
    if weekdays != 0 || !ordinals.isEmpty {
      guard passesWeekdays(date, Weekday(dayNumber: number)) else { return false }
    }
    if !yearDays.isEmpty {
      let day = date.dayOfYear
      guard yearDays.contains(day) || yearDays.contains(day - CivilDate.daysInYear(date.year) - 1)
      else { return false }
    }
    return weeks.isEmpty || passesWeeks(date, number)
  }

  /// Whether a day passes all parts.
  func passes(number: Int) -> Bool {
    if isOpen { return true }
    let date = CivilDate(dayNumber: number)
    return candidates(year: date.year, month: date.month) & 1 << UInt32(date.day) != 0
      && passes(date, number: number)
  }

  private func passesWeekdays(_ date: CivilDate, _ weekday: Weekday) -> Bool {
    if weekdays & 1 << UInt8(weekday.rawValue) != 0 { return true }
    guard ordinals.contains(where: { $0.weekday == weekday }) else { return false }
    let position = ordinalsCountInYear ? date.dayOfYear : date.day
    let length =
      ordinalsCountInYear
      ? CivilDate.daysInYear(date.year)
      : CivilDate.daysInMonth(year: date.year, month: date.month)
    let fromStart = (position - 1) / 7 + 1
    let fromEnd = -((length - position) / 7 + 1)
    return ordinals.contains {
      $0.weekday == weekday && ($0.ordinal == fromStart || $0.ordinal == fromEnd)
    }
  }

  /// Weeks count in the year with most of their days, which may be a neighbor of the day's year.
  private func passesWeeks(_ date: CivilDate, _ number: Int) -> Bool {
    var year = date.year
    var first = CivilDate.firstWeek(ofYear: year, startingOn: weekStart)
    var next = CivilDate.firstWeek(ofYear: year + 1, startingOn: weekStart)
    if number < first {
      year -= 1
      next = first
      first = CivilDate.firstWeek(ofYear: year, startingOn: weekStart)
    } else if number >= next {
      first = next
      next = CivilDate.firstWeek(ofYear: year + 2, startingOn: weekStart)
    }
    let week = (number - first) / 7 + 1
    return weeks.contains(week) || weeks.contains(week - (next - first) / 7 - 1)
  }
}
