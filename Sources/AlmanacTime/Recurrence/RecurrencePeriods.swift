/// Enumerates the periods of a rule: units of its frequency, `interval` units apart. Period 0
/// contains the start.
///
/// The instances of a period are the sums of its `bases` and the rule's `offsets`. Bases are the
/// midnights of the matching days or, for frequencies below a day, the starts of the matching
/// hours, minutes or seconds:
///
///     FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=9,14
///     bases    Monday 00:00, Wednesday 00:00
///     offsets  09:00, 14:00
///
/// All times are local seconds since 1970-01-01T00:00:00.
struct RecurrencePeriods {
  /// Seconds from a base to its instances; the same for every period.
  let offsets: [Int64]
  /// The bases of the last loaded period, ascending.
  private(set) var bases: [Int64] = []
  let filter: RecurrenceDayFilter

  private let frequency: RecurrenceRule.Frequency
  private let interval: Int
  private let start: CivilDateTime
  private let weekStart: Weekday
  /// BYHOUR, BYMINUTE and BYSECOND as bits; 0 if the rule lacks the part.
  private let hours: UInt64
  private let minutes: UInt64
  private let seconds: UInt64
  /// The last day of months and years.
  private var lastDay: Int64?
  /// The result of the filter for the last day, which many hours share.
  private var checkedDay: (number: Int, passes: Bool)?

  init(_ rule: RecurrenceRule, start: CivilDateTime, isDay: Bool) {
    frequency = rule.frequency
    interval = rule.interval
    self.start = start
    weekStart = rule.weekStart
    filter = RecurrenceDayFilter(rule, start: start.date)
    // RFC 5545 3.3.10: if the start is a day, parts for the time of day are ignored.
    let byHour = isDay ? [] : rule.byHour
    let byMinute = isDay ? [] : rule.byMinute
    let bySecond = isDay ? [] : rule.bySecond
    hours = RecurrencePeriods.bits(byHour)
    minutes = RecurrencePeriods.bits(byMinute)
    seconds = RecurrencePeriods.bits(bySecond)
    offsets = RecurrencePeriods.offsets(
      hours: frequency >= .daily ? (byHour.isEmpty ? [start.hour] : byHour) : [0],
      minutes: frequency >= .hourly ? (byMinute.isEmpty ? [start.minute] : byMinute) : [0],
      seconds: frequency >= .minutely ? (bySecond.isEmpty ? [start.second] : bySecond) : [0])
  }

  /// The number of instances in each whole period before BYSETPOS; nil if it varies.
  var certainCount: Int? {
    switch frequency {
    case .secondly, .minutely, .hourly:
      let limits =
        hours | (frequency < .hourly ? minutes : 0) | (frequency < .minutely ? seconds : 0)
      return filter.isOpen && limits == 0 ? offsets.count : nil
    case .daily: return filter.isOpen ? offsets.count : nil
    case .weekly: return filter.weekdayCount.map { $0 * offsets.count }
    case .monthly, .yearly: return nil
    }
  }

  /// The first period that may contain instances at or after a local time; 0 before the start.
  func index(containing local: Int64) -> Int {
    guard local > start.localSeconds else { return 0 }
    let time = CivilDateTime(localSeconds: local)
    let elapsed: Int =
      switch frequency {
      case .yearly: time.date.year - start.date.year
      case .monthly:
        RecurrencePeriods.month(of: time.date) - RecurrencePeriods.month(of: start.date)
      case .weekly: (time.date.dayNumber - firstWeek) / 7
      case .daily: time.date.dayNumber - start.date.dayNumber
      case .hourly, .minutely, .secondly: Int((local - origin) / unit)
      }
    // The first of a month may belong to the period before.
    return max(0, elapsed / interval - (filter.usesNextMonth ? 1 : 0))
  }

  /// Fills `bases` for a period. Frequencies below a day skip periods without bases.
  ///
  /// - Returns: The index of the loaded period; nil if it is after `last` or after year 9999.
  mutating func load(_ index: Int, upTo last: Int64, _ budget: inout WorkBudget) -> Int? {
    bases.removeAll(keepingCapacity: true)
    guard frequency >= .daily else { return loadMoment(index, last, &budget) }
    // Beyond any calendar, the number of units would overflow.
    let (step, overflow) = index.multipliedReportingOverflow(by: interval)
    guard !overflow, step <= 1 << 40 else { return nil }
    let isLoaded =
      switch frequency {
      case .yearly: loadMonths(1...12, ofYear: start.date.year + step, last, &budget)
      case .monthly: loadMonth(step, last, &budget)
      case .weekly: loadDays(from: firstWeek + step * 7, count: 7, last, &budget)
      default: loadDays(from: start.date.dayNumber + step, count: 1, last, &budget)
      }
    return isLoaded ? index : nil
  }

  /// Returns false for months that begin after `last` or after year 9999.
  private mutating func loadMonths(
    _ months: ClosedRange<Int>, ofYear year: Int, _ last: Int64, _ budget: inout WorkBudget
  ) -> Bool {
    let first = CivilDate.dayNumber(year: year, month: months.lowerBound, day: 1)
    guard year <= 9999, Int64(first) * 86_400 <= last else { return false }
    for month in months { appendDays(year: year, month: month, &budget) }
    return true
  }

  private mutating func loadMonth(_ step: Int, _ last: Int64, _ budget: inout WorkBudget) -> Bool {
    let month = RecurrencePeriods.month(of: start.date) + step
    let number = month % 12 + 1
    return loadMonths(number...number, ofYear: month / 12, last, &budget)
  }

  /// Returns false for days that begin after `last`.
  private mutating func loadDays(
    from first: Int, count: Int, _ last: Int64, _ budget: inout WorkBudget
  ) -> Bool {
    guard Int64(first) * 86_400 <= last else { return false }
    budget.spend(count / 2 + 1)
    for number in first..<first + count where CivilDate.dayNumberRange.contains(number) {
      if filter.passes(number: number) { bases.append(Int64(number) * 86_400) }
    }
    return true
  }

  /// Skips days, hours and minutes that the rule excludes.
  private mutating func loadMoment(_ index: Int, _ last: Int64, _ budget: inout WorkBudget) -> Int?
  {
    var index = index
    let stride = Int64(interval) * unit
    while !budget.isSpent {
      let (distance, overflow) = Int64(index).multipliedReportingOverflow(by: stride)
      guard !overflow, distance <= last - origin else { return nil }
      let base = origin + distance
      budget.spend(1)
      guard let next = nextAllowed(base) else {
        bases.append(base)
        return index
      }
      // Round up: `next` is usually not the start of a period.
      index = Int((next - origin + stride - 1) / stride)
    }
    return nil
  }

  /// nil if the rule includes a base; otherwise the earliest later time that it may include.
  private mutating func nextAllowed(_ base: Int64) -> Int64? {
    let time = CivilDateTime(localSeconds: base)
    let number = time.date.dayNumber
    let midnight = Int64(number) * 86_400
    if checkedDay?.number != number {
      checkedDay = (number, filter.passes(number: number))
    }
    guard checkedDay?.passes == true else { return midnight + 86_400 }
    if hours != 0, hours & 1 << UInt64(time.hour) == 0 {
      let next = RecurrencePeriods.next(in: hours, after: time.hour) ?? 24
      return midnight + Int64(next) * 3600
    }
    guard frequency < .hourly else { return nil }
    let hour = midnight + Int64(time.hour) * 3600
    if minutes != 0, minutes & 1 << UInt64(time.minute) == 0 {
      let next = RecurrencePeriods.next(in: minutes, after: time.minute) ?? 60
      return hour + Int64(next) * 60
    }
    guard frequency < .minutely, seconds != 0, seconds & 1 << UInt64(time.second) == 0 else {
      return nil
    }
    let next = RecurrencePeriods.next(in: seconds, after: time.second) ?? 60
    return hour + Int64(time.minute) * 60 + Int64(next)
  }

  private mutating func appendDays(year: Int, month: Int, _ budget: inout WorkBudget) {
    var days = filter.candidates(year: year, month: month)
    budget.spend(1 + days.nonzeroBitCount / 4)
    let first = CivilDate.dayNumber(year: year, month: month, day: 1)
    while days != 0 {
      let day = days.trailingZeroBitCount
      append(CivilDate(year: year, month: month, dayInMonth: day), number: first + day - 1)
      // Clear the lowest bit.
      days &= days - 1
    }
    if filter.movesForward(year: year, month: month) {
      let number = first + CivilDate.daysInMonth(year: year, month: month)
      append(CivilDate(dayNumber: number), number: number)
    }
  }

  /// Appends a day once: the first of a month may replace a day of the month before.
  private mutating func append(_ date: CivilDate, number: Int) {
    let base = Int64(number) * 86_400
    guard base != lastDay, filter.passes(date, number: number) else { return }
    bases.append(base)
    lastDay = base
  }

  /// The day number of the first day of the start's week.
  private var firstWeek: Int {
    start.date.dayNumber - start.date.weekday.days(since: weekStart)
  }

  /// Seconds per unit, for frequencies below a day.
  private var unit: Int64 {
    switch frequency {
    case .hourly: 3600
    case .minutely: 60
    default: 1
    }
  }

  /// The start of period 0, for frequencies below a day.
  private var origin: Int64 {
    let local = start.localSeconds
    return local - Int64(frequency == .hourly ? start.minute * 60 : 0)
      - Int64(frequency >= .minutely ? start.second : 0)
  }

  /// Months since year 0.
  private static func month(of date: CivilDate) -> Int {
    date.year * 12 + date.month - 1
  }

  private static func bits(_ values: [Int]) -> UInt64 {
    values.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// The lowest set bit above an index.
  private static func next(in bits: UInt64, after value: Int) -> Int? {
    let later = bits & ~(2 << UInt64(value) &- 1)
    return later == 0 ? nil : later.trailingZeroBitCount
  }

  private static func offsets(hours: [Int], minutes: [Int], seconds: [Int]) -> [Int64] {
    var offsets: [Int64] = []
    offsets.reserveCapacity(hours.count * minutes.count * seconds.count)
    for hour in hours {
      for minute in minutes {
        for second in seconds { offsets.append(Int64(hour * 3600 + minute * 60 + second)) }
      }
    }
    return offsets
  }
}
