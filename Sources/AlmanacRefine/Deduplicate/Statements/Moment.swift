/// When a statement says that its happening takes place.
struct Moment: Hashable, Sendable {
  /// Seconds since 1970, UTC.
  var start: Int64
  /// Exclusive; nil where the source states none, or none that is later than the start.
  let end: Int64?
  /// Days since 1970 on the campus's calendar.
  private(set) var day: Int32
  /// Seconds since midnight on the campus's clocks.
  private(set) var secondOfDay: Int32
  /// No hour is stated: a whole day, or midnight that stands for one.
  let isDay: Bool
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

  /// Whether a title may repeat the date by this number: year, month, day, hour or minute.
  func isNumber(_ number: Int) -> Bool {
    if number == Int(year) || number == Int(month) || number == Int(dayOfMonth) { return true }
    guard !isDay else { return false }
    let hour = Int(secondOfDay) / 3_600
    let minute = Int(secondOfDay) / 60 % 60
    return number == hour || number == (hour + 11) % 12 + 1 || (minute > 0 && number == minute)
  }

  /// The same on clocks that are this many seconds behind; approximate where clocks change.
  func subtracting(_ seconds: Int64) -> Moment {
    guard !isDay, seconds != 0 else { return self }
    var moment = Moment(
      start: start - seconds, end: end.map { $0 - seconds }, day: 0, secondOfDay: 0, isDay: false,
      year: Int(year), month: Int(month), dayOfMonth: Int(dayOfMonth))
    let clock = Int64(day) * 86_400 + Int64(secondOfDay) - seconds
    moment.day = Int32(clamping: (clock - (clock < 0 ? 86_399 : 0)) / 86_400)
    moment.secondOfDay = Int32(clamping: clock - Int64(moment.day) * 86_400)
    return moment
  }
}
