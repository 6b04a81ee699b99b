import AlmanacTime

/// The start and end of a record on the timeline, and its start on the campus's clocks.
struct Moment: Hashable, Sendable {
  /// Seconds since 1970, UTC.
  var start: Int64
  /// Exclusive; nil where the source lists none, or none that is later than the start.
  let end: Int64?
  /// Days since 1970 on the campus's calendar.
  private(set) var day: Int32
  /// Seconds since midnight on the campus's clocks.
  private(set) var secondOfDay: Int32
  /// No hour is listed: a whole day, or midnight that means one.
  let isDay: Bool
  /// The year is a guess that no weekday confirms.
  var isYearOpen = false
  let year: Int16
  let month: Int8
  let dayOfMonth: Int8

  init(
    start: Int64, end: Int64?, day: Int, secondOfDay: Int, isDay: Bool, year: Int, month: Int,
    dayOfMonth: Int
  ) {
    self.start = start
    self.end = end.flatMap { $0 > start ? $0 : nil }
    self.day = Int32(clamping: day)
    self.secondOfDay = Int32(clamping: secondOfDay)
    self.isDay = isDay
    self.year = Int16(clamping: year)
    self.month = Int8(clamping: month)
    self.dayOfMonth = Int8(clamping: dayOfMonth)
  }

  /// - Parameters:
  ///   - clock: The start as the campus's clocks show it, or those of the source.
  ///   - isDay: Whether the source calls it a whole day, whatever the times are.
  ///   - zone: Of times without one.
  init(
    _ start: CalendarTime, end: CalendarTime?, clock: CivilDateTime, isDay: Bool = false,
    in zone: Zone
  ) {
    let first = start.instant(in: zone)
    let last = end?.instant(in: zone)
    let second = clock.hour * 3_600 + clock.minute * 60 + clock.second
    let isHourless = Self.isHourless(
      second: second, length: last.map { $0.seconds(since: first) })
    self.init(
      start: first.secondsSinceEpoch, end: last?.secondsSinceEpoch, day: clock.date.dayNumber,
      secondOfDay: second, isDay: start.isDay || isDay || isHourless, year: clock.date.year,
      month: clock.date.month, dayOfMonth: clock.date.day)
  }

  /// A whole day.
  static func day(_ number: Int, in zone: Zone) -> Moment {
    let date = CivilDate(dayNumber: number)
    return Moment(
      start: zone.startOfDay(date).secondsSinceEpoch,
      end: zone.startOfDay(date.adding(days: 1)).secondsSinceEpoch, day: number, secondOfDay: 0,
      isDay: true, year: date.year, month: date.month, dayOfMonth: date.day)
  }

  /// Whether a time of day means a day: midnight without an end that belongs to an hour.
  /// Some calendars write whole days so (Toronto's department feeds, 2026), also as 00:00 to 23:59.
  ///
  /// - Parameters:
  ///   - second: Since midnight on the listing's clocks.
  ///   - length: In seconds; nil where no end is known.
  static func isHourless(second: Int, length: Int?) -> Bool {
    second == 0 && (length.map { $0 <= 0 || $0 >= 23 * 3_600 } ?? true)
  }

  /// Whether a title may repeat the date by this number: year, month, day, hour or minute.
  func isNumber(_ number: Int) -> Bool {
    if number == Int(year) || number == Int(month) || number == Int(dayOfMonth) { return true }
    guard !isDay else { return false }
    let hour = Int(secondOfDay) / 3_600
    let minute = Int(secondOfDay) / 60 % 60
    return number == hour || number == (hour + 11) % 12 + 1 || (minute > 0 && number == minute)
  }

  /// The day numbers of the same date in the years before and after.
  var daysOfOtherYears: [Int32] {
    [-1, 1].compactMap { years in
      CivilDate(year: Int(year) + years, month: Int(month), day: Int(dayOfMonth)).map {
        Int32(clamping: $0.dayNumber)
      }
    }
  }

  /// Whether the other is a part of this day, or of these hours if they are at least six and three times
  /// as many.
  func isUmbrella(of other: Moment) -> Bool {
    guard day == other.day, !other.isDay else { return false }
    // Opening hours are no part of the day.
    if isDay { return other.end.map { $0 - other.start < 6 * 3_600 } ?? true }
    guard let end, end - start >= 6 * 3_600, start <= other.start, other.start < end else {
      return false
    }
    guard let otherEnd = other.end else { return start < other.start }
    return otherEnd <= end && (otherEnd - other.start) * 3 <= end - start
  }

  /// Whether both may be one time of two years, of which one is a guess.
  func isOfOtherYear(than other: Moment) -> Bool {
    (isYearOpen || other.isYearOpen) && year != other.year
      && (month, dayOfMonth) == (other.month, other.dayOfMonth)
      && (isDay || other.isDay || secondOfDay == other.secondOfDay)
  }

  /// The same as clocks show it that are `offset` seconds ahead of UTC.
  ///
  /// - Parameter shift: What is added to start and end, in seconds.
  func read(on offset: Int64, shifting shift: Int64) -> Moment {
    guard !isDay else { return self }
    let (start, end) = (start + shift, end.map { $0 + shift })
    let clock = start + offset
    let day = (clock - (clock < 0 ? 86_399 : 0)) / 86_400
    let date = CivilDate(dayNumber: Int(day))
    var moment = Moment(
      start: start, end: end, day: Int(day), secondOfDay: Int(clock - day * 86_400), isDay: false,
      year: date.year, month: date.month, dayOfMonth: date.day)
    moment.isYearOpen = isYearOpen
    return moment
  }

  /// The same on clocks that are this many seconds behind; approximate where clocks change.
  func subtracting(_ seconds: Int64) -> Moment {
    guard !isDay, seconds != 0 else { return self }
    var moment = Moment(
      start: start - seconds, end: end.map { $0 - seconds }, day: 0, secondOfDay: 0, isDay: false,
      year: Int(year), month: Int(month), dayOfMonth: Int(dayOfMonth))
    moment.isYearOpen = isYearOpen
    let clock = Int64(day) * 86_400 + Int64(secondOfDay) - seconds
    moment.day = Int32(clamping: (clock - (clock < 0 ? 86_399 : 0)) / 86_400)
    moment.secondOfDay = Int32(clamping: clock - Int64(moment.day) * 86_400)
    return moment
  }
}
