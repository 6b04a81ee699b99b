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

  /// Parses `YYYYMMDD`, `YYYYMMDDTHHMMSS` or `YYYYMMDDTHHMMSSZ`. A missing `T` or second,
  /// fractions of one, hour 24, ISO 8601 separators and offsets, lower case and spaces around are tolerated.
  ///
  /// - Returns: nil for anything else, second 60 included. RFC 5545, section 3.3.12 permits it as
  ///   59, but no event starts at a leap second.
  init?(_ bytes: ArraySlice<UInt8>) {
    var scanner = DigitScanner(bytes)
    // A leading hyphen is a negative year, not a separator.
    guard bytes.first != UInt8(ascii: "-"), let year = scanner.digits(4),
      let month = scanner.digits(2), let day = scanner.digits(2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    if scanner.isAtEnd {
      civil = CivilDateTime(startOf: date)
      isDay = true
      offset = nil
      return
    }
    scanner.skipTimeMark()
    guard let hour = scanner.digits(2), let minute = scanner.digits(2)
    else { return nil }
    let second = scanner.isAtSecond ? scanner.digits(2) : 0
    scanner.skipFraction()
    offset = scanner.takeOffset() ?? (scanner.takeZulu() ? 0 : nil)
    let isNextDay = hour == 24 && minute == 0 && second == 0
    guard scanner.isAtEnd, let second,
      let civil = isNextDay
        ? CivilDateTime(startOf: date.adding(days: 1))
        : CivilDateTime(date: date, hour: hour, minute: minute, second: second)
    else { return nil }
    self.civil = civil
    isDay = false
  }
}

/// A scanner of digits that skips `-`, `:` and line breaks.
private struct DigitScanner {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
    while index < bytes.endIndex, Self.isSeparator(bytes[index]) || bytes[index] == 0x20 {
      index += 1
    }
  }

  /// Whether only spaces and separators remain.
  var isAtEnd: Bool {
    bytes[index...].allSatisfy { $0 == 0x20 || Self.isSeparator($0) }
  }

  /// Whether seconds follow; after a hyphen, it is an offset.
  var isAtSecond: Bool {
    mutating get {
      index < bytes.endIndex && bytes[index] != UInt8(ascii: "-") && peek()?.isDigit == true
    }
  }

  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let byte = peek(), byte.isDigit else { return nil }
      value = value * 10 + Int(byte - 0x30)
      index += 1
    }
    return value
  }

  /// Skips the `T` before the time, or a space in its place.
  mutating func skipTimeMark() {
    if let byte = peek(), byte == 0x20 || byte.lowercased == UInt8(ascii: "t") { index += 1 }
  }

  mutating func takeZulu() -> Bool {
    guard peek()?.lowercased == UInt8(ascii: "z") else { return false }
    index += 1
    return true
  }

  mutating func skipFraction() {
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: ".") else { return }
    index += 1
    while index < bytes.endIndex, bytes[index].isDigit { index += 1 }
  }

  /// Reads `+0100` or `-05:00` in seconds.
  mutating func takeOffset() -> Int? {
    guard index < bytes.endIndex,
      bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
    else { return nil }
    let sign = bytes[index] == UInt8(ascii: "-") ? -1 : 1
    let start = index
    index += 1
    guard let hours = digits(2), let minutes = digits(2), hours < 24, minutes < 60 else {
      index = start
      return nil
    }
    return sign * (hours * 3600 + minutes * 60)
  }

  private mutating func peek() -> UInt8? {
    while index < bytes.endIndex, Self.isSeparator(bytes[index]) { index += 1 }
    return index < bytes.endIndex ? bytes[index] : nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") || byte == 0x0A || byte == 0x0D
  }
}
