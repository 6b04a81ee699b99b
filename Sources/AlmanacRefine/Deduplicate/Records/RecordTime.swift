import AlmanacTime

/// The times of records, read from bytes: nearly all are `2026-03-10T19:30`, and a million of them
/// must not become strings first.
struct RecordTime {
  let date: CivilDate
  /// Seconds since midnight; nil for a day.
  let second: Int?
  /// Seconds east of UTC where the text says so.
  let offset: Int?

  /// Seconds since 1970, UTC.
  ///
  /// - Parameter other: The offset of a time without one, in seconds.
  func instant(orOffset other: Int = 0) -> Int64 {
    Int64(date.dayNumber) * 86_400 + Int64(second ?? 0) - Int64(offset ?? other)
  }

  init?(_ text: Span<UInt8>) {
    if let plain = Self.plain(text) {
      self = plain
      return
    }
    let string = (0..<text.count).reduce(into: [UInt8]()) { $0.append(text[$1]) }
    guard let time = CalendarTime(String(decoding: string, as: UTF8.self)) else { return nil }
    let civil = time.civil
    var offset: Int?
    if case .zoned(let zoned) = time { offset = zoned.offset }
    self.init(
      date: civil.date,
      second: time.isDay ? nil : civil.hour * 3_600 + civil.minute * 60 + civil.second,
      offset: offset)
  }

  private init(date: CivilDate, second: Int?, offset: Int?) {
    self.date = date
    self.second = second
    self.offset = offset
  }

  /// `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM` and `YYYY-MM-DDTHH:MM:SS`; nil for other forms.
  private static func plain(_ text: Span<UInt8>) -> RecordTime? {
    guard text.count == 10 || text.count == 16 || text.count == 19,
      text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let high = number(text, 0), let low = number(text, 2), let month = number(text, 5),
      let day = number(text, 8),
      let date = CivilDate(year: high * 100 + low, month: month, day: day)
    else { return nil }
    guard text.count > 10 else { return RecordTime(date: date, second: nil, offset: nil) }
    guard text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      let hour = number(text, 11), let minute = number(text, 14), hour < 24, minute < 60
    else { return nil }
    var second = hour * 3_600 + minute * 60
    if text.count == 19 {
      guard text[16] == UInt8(ascii: ":"), let rest = number(text, 17), rest < 60 else {
        return nil
      }
      second += rest
    }
    return RecordTime(date: date, second: second, offset: nil)
  }

  /// Of two digits.
  private static func number(_ text: Span<UInt8>, _ index: Int) -> Int? {
    let (tens, ones) = (text[index] &- 0x30, text[index + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }
}

extension Moment {
  init(_ start: RecordTime, end: RecordTime?, isDay: Bool) {
    let second = start.second ?? 0
    // An end without an offset has the start's.
    let end = end.map { $0.instant(orOffset: start.offset ?? 0) }
    let length = end.map { Int($0 - start.instant()) }
    let isHourless = Moment.isHourless(second: second, length: length)
    self.init(
      start: start.instant(), end: end, day: start.date.dayNumber, secondOfDay: second,
      isDay: isDay || start.second == nil || isHourless, year: start.date.year,
      month: start.date.month, dayOfMonth: start.date.day)
  }
}
