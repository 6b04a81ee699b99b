import AlmanacTime

/// Parses ISO 8601: RFC 3339, W3C-DTF, basic forms, week and ordinal dates, and intervals
/// `start/end`. A space instead of `T` and a zone name after the time are tolerated.
enum ISO8601DateParser {
  static func read(_ cursor: DateCursor) -> DateParts? {
    var cursor = cursor
    guard cursor.peek.isDigit, cursor[3].isDigit, var parts = moment(&cursor) else { return nil }
    if cursor.takeRangeMark() {
      let end = cursor.peek == UInt8(ascii: "P") ? end(of: parts, &cursor) : moment(&cursor)
      if let end, end.times.count == parts.times.count {
        guard let end = moved(end, to: parts.zone) else { return nil }
        parts.dates += end.dates
        parts.times += end.times
      }
    }
    return cursor.isAtEnd ? parts : nil
  }

  /// The end on the clocks of the start; nil if the offset of either is unknown and they differ.
  private static func moved(_ end: DateParts, to zone: TimeZoneDesignator?) -> DateParts? {
    guard let own = end.zone, own != zone else { return end }
    guard let from = own.seconds, let to = zone?.seconds else { return nil }
    return at(end, plus: to - from)
  }

  private static func at(_ parts: DateParts, plus seconds: Int) -> DateParts? {
    guard let date = parts.dates.first, let time = parts.times.first else { return nil }
    let local = CivilDateTime(startOf: date).adding(seconds: time.secondOfDay + seconds)
    return DateParts(
      dates: [local.date],
      times: [
        ClockTime(hour: local.hour, minute: local.minute, second: local.second, isCertain: true)
      ])
  }

  /// Parses the duration of an interval, such as `PT2H`.
  private static func end(of parts: DateParts, _ cursor: inout DateCursor) -> DateParts? {
    let start = cursor.index
    while cursor.peek.isAlphanumeric { cursor.index += 1 }
    guard let seconds = CalendarDuration(cursor.text(from: start))?.nominalSeconds, seconds >= 0
    else { return nil }
    return at(parts, plus: seconds)
  }

  private static func moment(_ cursor: inout DateCursor) -> DateParts? {
    guard var parts = date(&cursor) else { return nil }
    let mark = cursor.index
    cursor.skipSpace()
    let hasT = cursor.take("T") || cursor.take("t")
    cursor.skipSpace()
    guard cursor.peek.isDigit, !parts.isPartial else {
      cursor.index = mark
      return hasT ? nil : parts
    }
    let start = cursor.index
    guard let time = time(&cursor) else { return nil }
    let length = cursor.index - start
    if !hasT, isRange(cursor, after: time, writtenIn: length) { return nil }
    parts.times = [time]
    parts.zone =
      cursor.zoneDesignator() ?? (hasT && length >= 8 ? cursor.offsetWithoutSign() : nil)
    return parts
  }

  /// Whether `2026-03-03 09:00-12:00` is a range. Without `T` the text was written by people, and
  /// then `-12:00` is an end time and not an offset.
  private static func isRange(
    _ cursor: DateCursor, after time: ClockTime, writtenIn length: Int
  ) -> Bool {
    guard length == 5, cursor[0] == UInt8(ascii: "-"), cursor[3] == UInt8(ascii: ":") else {
      return false
    }
    var end = cursor
    end.index += 1
    guard let until = Self.time(&end) else { return false }
    return until.secondOfDay > time.secondOfDay
  }

  /// Parses a calendar, ordinal or week date, extended or basic, or a year with or without a month.
  private static func date(_ cursor: inout DateCursor) -> DateParts? {
    guard let year = cursor.digits(4) else { return nil }
    let isExtended = cursor.take("-")
    if cursor.take("W") || cursor.take("w") { return week(of: year, isExtended, &cursor) }
    var digits = 0
    while digits < 5, cursor[digits].isDigit { digits += 1 }
    // The number of digits after the year determines the form.
    switch (isExtended, digits) {
    case (_, 3):
      guard let day = cursor.digits(3), (1...CivilDate.daysInYear(year)).contains(day) else {
        return nil
      }
      return CivilDate(year: year, month: 1, day: 1).map { parts($0.adding(days: day - 1)) }
    case (true, 2):
      guard let month = cursor.digits(2) else { return nil }
      guard cursor.peek == UInt8(ascii: "-"), cursor[1].isDigit else {
        return CivilDate(year: year, month: month, day: 1).map { parts($0, isPartial: true) }
      }
      cursor.index += 1
      guard let day = cursor.digits(2), !cursor.peek.isDigit else { return nil }
      return CivilDate(year: year, month: month, day: day).map { parts($0) }
    case (false, 4), (false, 5):
      guard let month = cursor.digits(2), let day = cursor.digits(2) else { return nil }
      return CivilDate(year: year, month: month, day: day).map { parts($0) }
    case (false, 0):
      guard !cursor.peek.isLetter else { return nil }
      return CivilDate(year: year, month: 1, day: 1).map { parts($0, isPartial: true) }
    default: return nil
    }
  }

  /// Parses a week date, `Www-D` or `WwwD`.
  private static func week(
    of year: Int, _ isExtended: Bool, _ cursor: inout DateCursor
  ) -> DateParts? {
    guard let week = cursor.digits(2), !isExtended || cursor.take("-"),
      let weekday = cursor.digits(1), 1...7 ~= weekday,
      let fourth = CivilDate(year: year, month: 1, day: 4)
    else { return nil }
    let monday = fourth.adding(days: -fourth.weekday.days(since: .monday))
    let day = monday.adding(days: (week - 1) * 7 + weekday - 1)
    return day.isoWeek == (year, week) ? parts(day) : nil
  }

  private static func parts(_ day: CivilDate, isPartial: Bool = false) -> DateParts {
    DateParts(dates: [day], isPartial: isPartial)
  }

  /// Parses `HH`, `HHMM`, `HHMMSS`, `HH:MM` or `HH:MM:SS`. A fraction is dropped; 24:00 is the end
  /// of the day.
  private static func time(_ cursor: inout DateCursor) -> ClockTime? {
    guard let hour = cursor.digits(2) else { return nil }
    var time = ClockTime(hour: hour, isCertain: true)
    let isExtended = cursor.take(":")
    if isExtended || cursor.peek.isDigit {
      guard let minute = cursor.digits(2) else { return nil }
      time.minute = minute
      if isExtended ? cursor.take(":") : cursor.peek.isDigit {
        // Some programs write `12:35:9`.
        guard let second = cursor.digits(2) ?? cursor.digits(1), second <= 60 else { return nil }
        time.second = min(second, 59)
      }
    }
    if cursor.peek == UInt8(ascii: ".") || cursor.peek == UInt8(ascii: ",") {
      cursor.index += 1
      guard cursor.peek.isDigit else { return nil }
      while cursor.peek.isDigit { cursor.index += 1 }
    }
    guard !cursor.peek.isDigit, time.minute <= 59 else { return nil }
    return hour < 24 || (hour == 24 && time.minute == 0 && time.second == 0) ? time : nil
  }
}

extension DateCursor {
  /// Reads the mark between two full dates: the `/` of an interval, or a dash or "to" between spaces.
  fileprivate mutating func takeRangeMark() -> Bool {
    if take("/") { return true }
    var rest = self
    rest.skipSpace()
    guard rest.take("-") || ["to", "until", "bis"].contains(rest.word()), rest.peek.isSpace else {
      return false
    }
    rest.skipSpace()
    // A time of day may follow as well, or a day alone.
    guard (0...3).allSatisfy({ rest[$0].isDigit }), rest[4] == UInt8(ascii: "-") else {
      return false
    }
    self = rest
    return true
  }
}
