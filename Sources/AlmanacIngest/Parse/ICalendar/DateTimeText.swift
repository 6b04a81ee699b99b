import AlmanacTime

/// A DATE or DATE-TIME value (RFC 5545, sections 3.3.4 and 3.3.5).
struct DateTimeText {
  let civil: CivilDateTime
  let isDay: Bool
  /// Seconds east of UTC: 0 with `Z`; nil if the text has no offset.
  let offset: Int?

  init?(_ text: some StringProtocol) { self.init(Array(text.utf8)[...]) }

  var isUTC: Bool { offset == 0 }

  /// The time at its offset, or in UTC.
  var universal: ZonedTime {
    let offset = offset ?? 0
    return ZonedTime(local: civil, offset: offset, zone: offset == 0 ? "UTC" : nil)
  }

  /// Parses `YYYYMMDD`, `YYYYMMDDTHHMMSS` or `YYYYMMDDTHHMMSSZ`. A missing `T`, minute or second,
  /// fractions of one, hour 24, ISO 8601 separators and offsets, lower case, spaces around and a
  /// direction mark in front are tolerated.
  ///
  /// - Returns: nil for anything else, second 60 included. RFC 5545, section 3.3.12 permits it as
  ///   59, but no event starts at a leap second.
  init?(_ bytes: ArraySlice<UInt8>) {
    let isMarked = bytes.starts(with: "\u{200E}".utf8) || bytes.starts(with: "\u{200F}".utf8)
    var cursor = DateCursor(isMarked ? bytes.dropFirst(3) : bytes)
    guard let year = cursor.digits(4), let month = cursor.pair(after: "-"),
      let day = cursor.pair(after: "-"), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    // Some programs mark dates as UTC: `20260922Z`.
    cursor.skipSpace()
    var rest = cursor
    isDay = rest.isAtEnd || rest.take("Z") && rest.isAtEnd
    guard !isDay else {
      civil = CivilDateTime(startOf: date)
      offset = nil
      return
    }
    // Without the `T`, ten digits may be a count of seconds.
    let hasT = cursor.take("T") || cursor.take("t")
    guard let hour = cursor.digits(2),
      let minute = hasT ? cursor.optionalPair() : cursor.pair(after: ":"),
      let second = cursor.optionalPair()
    else { return nil }
    if cursor.take(".") { while cursor.peek.isDigit { cursor.index += 1 } }
    switch cursor.take("Z") ? .utc : cursor.zoneDesignator() {
    case .utc: offset = 0
    case .offset(let seconds): offset = seconds
    case .name: return nil
    case nil: offset = nil
    }
    let isNextDay = hour == 24 && minute == 0 && second == 0
    guard cursor.isAtEnd,
      let civil = isNextDay
        ? CivilDateTime(startOf: date.adding(days: 1))
        : CivilDateTime(date: date, hour: hour, minute: minute, second: second)
    else { return nil }
    self.civil = civil
  }
}

extension DateCursor {
  /// Reads two digits after an optional separator.
  fileprivate mutating func pair(after separator: Unicode.Scalar) -> Int? {
    _ = take(separator)
    return digits(2)
  }

  /// Reads two digits after an optional colon; 0 if neither follows.
  fileprivate mutating func optionalPair() -> Int? {
    peek.isDigit || peek == UInt8(ascii: ":") ? pair(after: ":") : 0
  }
}
