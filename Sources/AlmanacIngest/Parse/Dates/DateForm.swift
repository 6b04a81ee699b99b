/// The date syntax that an element requires. Other dates are read as well, and reported.
enum DateForm: Sendable {
  /// RFC 822, section 5, with four-digit years (RFC 2822, section 3.3).
  case rfc822
  /// RFC 3339, section 5.6, with upper-case `T` and `Z` (RFC 4287, section 3.3).
  case rfc3339
  /// W3C-DTF: RFC 3339 and its prefixes down to the year alone.
  case w3c

  /// Whether a date has this syntax.
  func matches(_ text: String) -> Bool {
    var cursor = DateCursor(text)
    return switch self {
    case .rfc822: cursor.matchesRFC822Date()
    case .rfc3339:
      cursor.matchesDate(minimum: 3, years: 1970...2100) && cursor.matchesTime(seconds: true)
    case .w3c:
      cursor.matchesDate(minimum: 1, years: 0...9999)
        && (cursor.isAtEnd || cursor.matchesTime(seconds: false))
    }
  }
}

extension DateCursor {
  /// Matches `[Tue, ]3 Mar 2026 19:00[:00] +0800`.
  fileprivate mutating func matchesRFC822Date() -> Bool {
    if peek.isLetter {
      guard text(ofLetters: 4).utf8.count == 3, take(","), take(" ") else { return false }
    }
    guard number(atMost: 2) != nil, take(" "), DateWords.month(threeLetters) != nil else {
      return false
    }
    index += 3
    // No feed is older than 1970; other years are typing errors.
    guard take(" "), let year = digits(4), (1970...2100).contains(year), take(" "),
      matchesTimeOfDay(seconds: false), take(" ")
    else { return false }
    return matchesRFC822Zone() && isAtEnd
  }

  private mutating func matchesRFC822Zone() -> Bool {
    guard peek.isLetter else { return matchesOffset(colon: false) }
    let name = text(ofLetters: 3)
    return ["GMT", "UTC", "UT", "Z"].contains(name)
      || name.count == 3 && "ECMP".contains(name.prefix(1))
        && "SD".contains(name.dropFirst().prefix(1)) && name.hasSuffix("T")
  }

  /// Matches `2026[-03[-03]]` with at least `minimum` parts.
  fileprivate mutating func matchesDate(minimum: Int, years: ClosedRange<Int>) -> Bool {
    guard let year = digits(4), years.contains(year) else { return false }
    for part in 2...3 {
      guard take("-") else { return part > minimum && isAtEnd }
      guard digits(2) != nil else { return false }
    }
    return true
  }

  /// Matches `T19:00:00[.0]+08:00`.
  fileprivate mutating func matchesTime(seconds: Bool) -> Bool {
    guard take("T"), matchesTimeOfDay(seconds: seconds) else { return false }
    if take(".") {
      guard peek.isDigit else { return false }
      while peek.isDigit { index += 1 }
    }
    return (take("Z") || matchesOffset(colon: true)) && isAtEnd
  }

  private mutating func matchesTimeOfDay(seconds: Bool) -> Bool {
    guard let hour = digits(2), hour < 24, take(":"), digits(2) != nil else { return false }
    return take(":") ? digits(2) != nil : !seconds
  }

  private mutating func matchesOffset(colon: Bool) -> Bool {
    guard take("+") || take("-"), digits(2) != nil else { return false }
    return (!colon || take(":")) && digits(2) != nil
  }

  private mutating func text(ofLetters limit: Int) -> String {
    let start = index
    while peek.isLetter, index - start < limit { index += 1 }
    return text(from: start)
  }
}
