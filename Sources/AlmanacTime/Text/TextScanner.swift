/// Scans the fixed-width formats of ISO 8601, RFC 3339 and RFC 5545 byte by byte.
struct TextScanner {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  init(_ text: String) {
    bytes = Array(text.utf8)
    index = 0
    end = bytes.count
  }

  /// Scans a range of bytes; returns nil if it is out of bounds.
  init?(_ bytes: [UInt8], at range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  var peek: UInt8? { index < end ? bytes[index] : nil }

  var isAtEnd: Bool { index == end }

  mutating func advance() { index = min(index + 1, end) }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(truncatingIfNeeded: scalar.value) else { return false }
    advance()
    return true
  }

  mutating func take(either first: Unicode.Scalar, or second: Unicode.Scalar) -> Bool {
    take(first) || take(second)
  }

  /// Scans exactly `count` digits.
  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Scans one to nine digits; returns nil for more, which no field needs.
  mutating func number() -> Int? {
    guard var value = digit() else { return nil }
    for _ in 1..<9 {
      guard let next = digit() else { return value }
      value = value * 10 + next
    }
    return digit() == nil ? value : nil
  }

  mutating func digit() -> Int? {
    guard let byte = peek, 0x30...0x39 ~= byte else { return nil }
    advance()
    return Int(byte) - 0x30
  }

  /// `YYYY-MM-DD`.
  mutating func date() -> CivilDate? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// `HH:MM[:SS[.fraction]]`; the fraction is dropped.
  mutating func time(on date: CivilDate, secondsRequired: Bool) -> CivilDateTime? {
    guard let hour = digits(2), take(":"), let minute = digits(2) else { return nil }
    guard take(":") else {
      return secondsRequired
        ? nil : CivilDateTime(date: date, hour: hour, minute: minute, second: 0)
    }
    guard let second = digits(2) else { return nil }
    if take(either: ".", or: ",") {
      guard digit() != nil else { return nil }
      while digit() != nil {}
    }
    return CivilDateTime(
      date: date, hour: hour, minute: minute, second: second == 60 ? 59 : second)
  }

  /// `Z` or `±HH:MM[:SS]`, as seconds east of UTC.
  mutating func offset() -> (seconds: Int, isZulu: Bool)? {
    if take(either: "Z", or: "z") { return (0, true) }
    let isWest = peek == UInt8(ascii: "-")
    guard take(either: "+", or: "-"), let hour = digits(2), hour <= 23, take(":"),
      let minute = digits(2), minute <= 59
    else { return nil }
    var seconds = hour * 3600 + minute * 60
    if take(":") {
      guard let second = digits(2), second <= 59 else { return nil }
      seconds += second
    }
    return (isWest ? -seconds : seconds, false)
  }

  /// Scans the text up to a character, and the character; returns nil if it is missing.
  ///
  /// - Parameter known: The probable text. If it matches, its string is returned without
  ///   allocation.
  mutating func text(until close: Unicode.Scalar, reusing known: String? = nil) -> String? {
    let rest = bytes[index..<end]
    guard let found = rest.firstIndex(of: UInt8(truncatingIfNeeded: close.value)) else {
      index = end
      return nil
    }
    let text = rest[..<found]
    index = found + 1
    if let known, known.utf8.elementsEqual(text) { return known }
    return String(decoding: text, as: UTF8.self)
  }
}
