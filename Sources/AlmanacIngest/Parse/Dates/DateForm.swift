/// The form that the date of an element must have. Dates in other forms are read as well, and noted.
enum DateForm: Sendable {
  /// RFC 822 section 5, with years of four digits (RFC 2822 section 3.3).
  case rfc822
  /// RFC 3339 section 5.6, in capitals as RFC 4287 section 3.3.
  case rfc3339
  /// W3C-DTF: RFC 3339 and its prefixes down to the year.
  case w3c

  /// Whether a text that is a date has this form.
  func matches(_ text: String) -> Bool {
    var cursor = DateCursor(text)
    return switch self {
    case .rfc822: cursor.passesMail()
    case .rfc3339:
      cursor.passesDay(minimum: 3, years: 1970...2100) && cursor.passesInstant(seconds: true)
    case .w3c:
      cursor.passesDay(minimum: 1, years: 0...9999)
        && (cursor.isAtEnd || cursor.passesInstant(seconds: false))
    }
  }
}

extension DateCursor {
  /// `[Tue, ]3 Mar 2026 19:00[:00] +0800`.
  fileprivate mutating func passesMail() -> Bool {
    if peek.isLetter {
      guard word().utf8.count == 3, take(","), take(" ") else { return false }
    }
    guard number(atMost: 2) != nil, take(" "), DateWords.month(threeLetters) != nil else {
      return false
    }
    index += 3
    // Feeds were not written before 1970; other years are slips of the pen.
    guard take(" "), let year = digits(4), (1970...2100).contains(year), take(" "),
      passesClock(seconds: false), take(" ")
    else { return false }
    return passesMailZone() && isAtEnd
  }

  private mutating func passesMailZone() -> Bool {
    guard peek.isLetter else { return passesOffset(colon: false) }
    let name = text(ofLetters: 3)
    let isAmerican =
      name.count == 3 && "ECMP".contains(name.prefix(1))
      && "SD".contains(name.dropFirst().prefix(1)) && name.hasSuffix("T")
    return ["GMT", "UTC", "UT", "Z"].contains(name) || isAmerican
  }

  /// `2026[-03[-03]]`, of which at least the first `minimum` parts.
  fileprivate mutating func passesDay(minimum: Int, years: ClosedRange<Int>) -> Bool {
    guard let year = digits(4), years.contains(year) else { return false }
    for part in 2...3 {
      guard take("-") else { return part > minimum && isAtEnd }
      guard digits(2) != nil else { return false }
    }
    return true
  }

  /// `T19:00:00[.0]+08:00`.
  fileprivate mutating func passesInstant(seconds: Bool) -> Bool {
    guard take("T"), passesClock(seconds: seconds) else { return false }
    if take(".") {
      guard peek.isDigit else { return false }
      while peek.isDigit { index += 1 }
    }
    return (take("Z") || passesOffset(colon: true)) && isAtEnd
  }

  private mutating func passesClock(seconds: Bool) -> Bool {
    guard let hour = digits(2), hour < 24, take(":"), digits(2) != nil else { return false }
    return take(":") ? digits(2) != nil : !seconds
  }

  private mutating func passesOffset(colon: Bool) -> Bool {
    guard take("+") || take("-"), digits(2) != nil else { return false }
    return (!colon || take(":")) && digits(2) != nil
  }

  private mutating func text(ofLetters limit: Int) -> String {
    let start = index
    while peek.isLetter, index - start < limit { index += 1 }
    return text(from: start)
  }
}
