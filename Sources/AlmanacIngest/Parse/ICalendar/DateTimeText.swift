import AlmanacTime

/// A DATE or DATE-TIME value (RFC 5545, sections 3.3.4 and 3.3.5).
struct DateTimeText {
  let civil: CivilDateTime
  let isDay: Bool
  let isUTC: Bool

  init?(_ text: some StringProtocol) { self.init(Array(text.utf8)[...]) }

  var universal: ZonedTime { ZonedTime(local: civil, offset: 0, zone: "UTC") }

  /// Parses `YYYYMMDD`, `YYYYMMDDTHHMMSS` or `YYYYMMDDTHHMMSSZ`. Missing seconds, ISO 8601
  /// separators, lower case and spaces around are tolerated.
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
      isUTC = false
      return
    }
    guard scanner.takeTimeMark(), let hour = scanner.digits(2), let minute = scanner.digits(2)
    else { return nil }
    let second = scanner.isAtDigit ? scanner.digits(2) : 0
    isUTC = scanner.takeZulu()
    guard scanner.isAtEnd, let second,
      let civil = CivilDateTime(date: date, hour: hour, minute: minute, second: second)
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

  var isAtDigit: Bool {
    mutating get { peek()?.isDigit == true }
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

  /// Reads the `T` before the time, or a space in its place.
  mutating func takeTimeMark() -> Bool {
    guard let byte = peek(), byte == 0x20 || byte.lowercased == UInt8(ascii: "t") else {
      return false
    }
    index += 1
    return true
  }

  mutating func takeZulu() -> Bool {
    guard peek()?.lowercased == UInt8(ascii: "z") else { return false }
    index += 1
    return true
  }

  private mutating func peek() -> UInt8? {
    while index < bytes.endIndex, Self.isSeparator(bytes[index]) { index += 1 }
    return index < bytes.endIndex ? bytes[index] : nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") || byte == 0x0A || byte == 0x0D
  }
}
