import AlmanacTime

/// The DATE and DATE-TIME texts of RFC 5545 sections 3.3.4 and 3.3.5.
struct DateTimeText {
  let civil: CivilDateTime
  let isDay: Bool
  let isUTC: Bool

  /// The value of a property.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let plain = Self(plain: Array(bytes)) else {
      self.init(Windows1252Fallback.decode(bytes))
      return
    }
    self = plain
  }

  /// `YYYYMMDD`, `YYYYMMDDTHHMMSS` and that with `Z`, as RFC 5545 wants them and nearly all write.
  private init?(plain bytes: [UInt8]) {
    func number(_ start: Int, _ count: Int) -> Int {
      var value = 0
      for index in start..<(start + count) {
        // No sum of what follows is a date any more.
        value = value * 10 + (bytes[index].isDigit ? Int(bytes[index] - 0x30) : 100_000)
      }
      return value
    }
    guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16,
      let date = CivilDate(year: number(0, 4), month: number(4, 2), day: number(6, 2))
    else { return nil }
    guard bytes.count > 8 else {
      civil = CivilDateTime(startOf: date)
      isDay = true
      isUTC = false
      return
    }
    guard bytes[8] == UInt8(ascii: "T"), bytes.count == 15 || bytes[15] == UInt8(ascii: "Z"),
      let civil = CivilDateTime(
        date: date, hour: number(9, 2), minute: number(11, 2), second: number(13, 2))
    else { return nil }
    self.civil = civil
    isDay = false
    isUTC = bytes.count == 16
  }

  var universal: ZonedTime { ZonedTime(local: civil, offset: 0, zone: "UTC") }

  /// Tolerated: missing seconds, separators of ISO 8601, lower case, white space around.
  ///
  /// Nil for anything else, also for second 60: RFC 5545 section 3.3.12 lets it be read as 59, but
  /// no event begins on a leap second.
  init?(_ text: some StringProtocol) {
    var scanner = DigitScanner(text)
    // A year before 1 is no separator.
    guard text.utf8.first != UInt8(ascii: "-"), let year = scanner.digits(4),
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

/// Digits with `-` and `:` between them.
private struct DigitScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: some StringProtocol) {
    bytes = text.utf8.filter { $0 != 0x2D && $0 != 0x3A && $0 != 0x0A && $0 != 0x0D }
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
  }

  var isAtEnd: Bool { bytes[min(index, bytes.count)...].allSatisfy { $0 == 0x20 } }
  var isAtDigit: Bool { index < bytes.count && 0x30...0x39 ~= bytes[index] }

  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard isAtDigit else { return nil }
      value = value * 10 + Int(bytes[index]) - 0x30
      index += 1
    }
    return value
  }

  mutating func takeTimeMark() -> Bool {
    guard index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "t") || bytes[index] == 0x20
    else { return false }
    index += 1
    return true
  }

  mutating func takeZulu() -> Bool {
    guard index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "z") else { return false }
    index += 1
    return true
  }
}
