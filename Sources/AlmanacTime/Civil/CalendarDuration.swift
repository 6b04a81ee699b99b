/// A duration of RFC 5545 3.3.6: nominal days and exact seconds.
///
/// Across a change of daylight saving time, adding a day keeps the time of day; adding 24 hours
/// does not.
public struct CalendarDuration: Hashable, Sendable {
  /// Nominal days. A week counts as seven.
  public let days: Int
  /// Exact seconds, from hours, minutes and seconds.
  public let seconds: Int

  public init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// Parses `P1DT2H`, `-PT15M`, `P1W`, in any case. Tolerates weeks together with other parts.
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

  /// The length in seconds if every day has 24 hours; clamped to `Int`.
  public var nominalSeconds: Int {
    let (product, overflow) = days.multipliedReportingOverflow(by: 86_400)
    let (sum, overflowInSum) = product.addingReportingOverflow(seconds)
    if overflow || overflowInSum { return days < 0 ? .min : .max }
    return sum
  }

  /// Parses the parts after `P`. Numbers have at most nine digits, so the sums cannot overflow.
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
      // Clearing bit 0x20 makes an ASCII letter upper case.
      switch (isTime, unit & 0xDF) {
      case (false, UInt8(ascii: "W")): days += number * 7
      case (false, UInt8(ascii: "D")): days += number
      // Some programs omit the T of `PT1H`.
      case (_, UInt8(ascii: "H")):
        seconds += number * 3600
        isTime = true
      case (true, UInt8(ascii: "M")): seconds += number * 60
      case (true, UInt8(ascii: "S")): seconds += number
      default: return nil
      }
    }
    return isEmpty ? nil : (days, seconds)
  }
}

extension CalendarDuration: TextCoded {
  public static let textForm = "an RFC 5545 duration"

  public init?(text: String) { self.init(text) }

  /// The text of RFC 5545 3.3.6; `PT0S` for zero. Days and seconds of opposite signs, which the
  /// grammar cannot express, are written as their sum in seconds.
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
    // The grammar requires minutes between hours and seconds.
    if minutes > 0 || (hours > 0 && rest > 0) { text += "\(minutes)M" }
    if rest > 0 || seconds == 0 { text += "\(rest)S" }
    return text
  }
}
