/// The parts of a rule that speak about days, prepared for asking whether a day passes them all.
///
/// Each part that RFC 5545 3.3.10's table lets expand or limit a period comes to the same as
/// filtering the period's days, once what the rule leaves open is taken from its start. Parts that
/// the table does not allow at a frequency filter too, except BYDAY's ordinals, which are dropped.
struct RecurrenceDayFilter {
  /// Bits 1…12; all when the rule does not say.
  let months: UInt16
  /// Bits 1…31 counted from the start and from the end of the month.
  private var monthDays: UInt32 = 0
  private var monthDaysFromEnd: UInt32 = 0
  private var yearDays: Set<Int> = []
  private var weeks: Set<Int> = []
  private var weekdays: UInt8 = 0
  private var ordinals: [RecurrenceWeekday] = []
  private let ordinalsCountInYear: Bool
  private let weekStart: Weekday

  /// Whether every day passes.
  let isOpen: Bool
  /// Whether the weekday alone decides, and how many of a week's days pass.
  let weekdayCount: Int?

  init(_ rule: RecurrenceRule, start: CivilDate) {
    let frequency = rule.frequency
    var byMonth = rule.byMonth
    var byMonthDay = rule.byMonthDay
    var byDay = rule.byDay
    // What the rule leaves open comes from the start: for BYWEEKNO alone that is the weekday, as
    // libical reads it, not the whole week, as dateutil does.
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

  /// The days of the month, as bits 1…31, that BYMONTHDAY leaves.
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
    return days & all
  }

  /// Whether a day that `candidates` left passes the other parts as well.
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

  /// Whether a day of a period finer than a month passes all parts.
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

  /// Weeks count in the year that holds most of their days, which need not be the day's own year.
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
