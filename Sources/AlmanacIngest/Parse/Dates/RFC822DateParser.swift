import AlmanacTime

/// Parses RFC 822 and RFC 2822 dates in their common form; `NaturalLanguageDateParser` reads the
/// others.
enum RFC822DateParser {
  /// Parses `[Tue,] 3 Mar 2026 19:00[:00] [+0800]`.
  static func read(_ cursor: DateCursor) -> DateParts? {
    var cursor = cursor
    var weekday: Weekday?
    if cursor.peek.isLetter {
      weekday = DateWords.weekday(cursor.threeLetters)
      while cursor.peek.isLetter { cursor.index += 1 }
      guard cursor.take(",") else { return nil }
      cursor.skipSpace()
    }
    guard let day = cursor.number(atMost: 2), cursor.take(" "),
      let month = DateWords.month(cursor.threeLetters)
    else { return nil }
    cursor.index += 3
    guard cursor.take(" "), let number = cursor.number(atMost: 4), number.count != 1,
      let date = CivilDate(
        year: year(number.value, digits: number.count), month: month, day: day.value)
    else { return nil }
    var parts = DateParts(dates: [date], weekday: weekday)
    if cursor.isAtEnd { return parts }
    let start = cursor.index
    guard let time = cursor.clockTime(dots: false), time.meridiem == nil else { return nil }
    parts.times = [time]
    let hasSeconds = cursor.text(from: start).utf8.count { $0 == UInt8(ascii: ":") } == 2
    parts.zone = cursor.zoneDesignator() ?? (hasSeconds ? cursor.offsetWithoutSign() : nil)
    return cursor.isAtEnd ? parts : nil
  }

  /// The full year of a two-digit or three-digit one (RFC 2822, section 4.3).
  static func year(_ value: Int, digits: Int) -> Int {
    switch digits {
    case 2: value < 50 ? 2000 + value : 1900 + value
    case 3: 1900 + value
    default: value
    }
  }
}
