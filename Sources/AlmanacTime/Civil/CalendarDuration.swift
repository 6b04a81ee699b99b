/// A length of time of RFC 5545 3.3.6: days, which are nominal, and seconds, which are exact.
///
/// A day added across a change of daylight saving time keeps the time of day; 24 hours do not.
public struct CalendarDuration: Hashable, Sendable {
  public static let zero = CalendarDuration(days: 0, seconds: 0)

  /// Nominal days, weeks counted as seven.
  public let days: Int
  /// Exact seconds, from hours, minutes and seconds.
  public let seconds: Int

  public init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// Reads `P1DT2H`, `-PT15M`, `P1W`, in any case; weeks beside other parts are tolerated.
  public init?(_ text: some StringProtocol) {
    var scanner = TextScanner(String(text))
    let isNegative = scanner.take("-")
    if !isNegative { _ = scanner.take("+") }
    guard scanner.take(either: "P", or: "p"),
      let parts = CalendarDuration.parts(&scanner), scanner.isAtEnd
    else { return nil }
    self.init(
      days: isNegative ? -parts.days : parts.days,
      seconds: isNegative ? -parts.seconds : parts.seconds)
  }

  public var isNegative: Bool { days < 0 || (days == 0 && seconds < 0) }

  /// The length when every day has 24 hours; stops at the ends of `Int`.
  public var nominalSeconds: Int {
    let (product, overflow) = days.multipliedReportingOverflow(by: 86_400)
    let (sum, overflowInSum) = product.addingReportingOverflow(seconds)
    if overflow || overflowInSum { return days < 0 ? .min : .max }
    return sum
  }

  /// At most nine digits a number keep every sum far from overflow.
  private static func parts(_ scanner: inout TextScanner) -> (days: Int, seconds: Int)? {
    var days = 0
    var seconds = 0
    var isTime = false
    var isEmpty = true
    while !scanner.isAtEnd {
      if !isTime, scanner.take(either: "T", or: "t") {
        isTime = true
        isEmpty = true
        continue
      }
      guard let number = scanner.number(), let unit = scanner.peek else { return nil }
      scanner.advance()
      isEmpty = false
      switch (isTime, unit & 0xDF) {
      case (false, UInt8(ascii: "W")): days += number * 7
      case (false, UInt8(ascii: "D")): days += number
      case (true, UInt8(ascii: "H")): seconds += number * 3600
      case (true, UInt8(ascii: "M")): seconds += number * 60
      case (true, UInt8(ascii: "S")): seconds += number
      default: return nil
      }
    }
    return isEmpty ? nil : (days, seconds)
  }
}

extension CalendarDuration: CustomStringConvertible {
  /// RFC 5545 3.3.6 text; `PT0S` when nothing. Parts of opposite signs, which the grammar cannot
  /// hold, are written as their exact sum.
  public var description: String {
    guard days == 0 || seconds == 0 || (days < 0) == (seconds < 0) else {
      return CalendarDuration(seconds: nominalSeconds).description
    }
    let days = self.days.magnitude
    let seconds = self.seconds.magnitude
    let sign = self.days < 0 || self.seconds < 0 ? "-" : ""
    if seconds == 0, days > 0 {
      return days % 7 == 0 ? "\(sign)P\(days / 7)W" : "\(sign)P\(days)D"
    }
    var text = days > 0 ? "\(sign)P\(days)DT" : "\(sign)PT"
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    if hours > 0 { text += "\(hours)H" }
    // The grammar wants minutes between hours and seconds.
    if minutes > 0 || (hours > 0 && rest > 0) { text += "\(minutes)M" }
    if rest > 0 || seconds == 0 { text += "\(rest)S" }
    return text
  }
}

extension CalendarDuration: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(named: "an RFC 5545 duration") { CalendarDuration($0) }
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
