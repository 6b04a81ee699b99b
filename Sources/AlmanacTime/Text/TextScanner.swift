/// Reads the fixed-width texts of ISO 8601, RFC 3339 and RFC 5545 byte by byte.
struct TextScanner {
  private var rest: String.UTF8View.Iterator
  private(set) var peek: UInt8?

  init(_ text: String) {
    rest = text.utf8.makeIterator()
    peek = rest.next()
  }

  var isAtEnd: Bool { peek == nil }

  mutating func advance() {
    peek = rest.next()
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(truncatingIfNeeded: scalar.value) else { return false }
    advance()
    return true
  }

  mutating func take(either first: Unicode.Scalar, or second: Unicode.Scalar) -> Bool {
    take(first) || take(second)
  }

  /// Exactly `count` digits.
  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value &* 10 &+ digit
    }
    return value
  }

  /// One to nine digits; a longer run is refused, because no field of ours is that large.
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

  /// The bytes up to `end`, which is consumed; `nil` when it does not come.
  mutating func text(until end: Unicode.Scalar) -> String? {
    var bytes: [UInt8] = []
    while let byte = peek {
      advance()
      if byte == UInt8(truncatingIfNeeded: end.value) {
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes.append(byte)
    }
    return nil
  }
}
