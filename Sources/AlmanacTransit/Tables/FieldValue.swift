import AlmanacTime

extension FieldRule.Kind {
  /// Parses a cell that is not empty.
  ///
  /// - Returns: The number or the decimal of a valid value, or the code of a notice as `problem`.
  func parse(
    _ bytes: [UInt8], _ range: Range<Int>
  ) -> (number: Int?, decimal: Double?, problem: String?) {
    func whole(_ number: Int?, _ code: String) -> (Int?, Double?, String?) {
      (number, nil, number == nil ? code : nil)
    }
    func inside(_ bounds: ClosedRange<Double>) -> (Int?, Double?, String?) {
      guard let value = FieldValue.decimal(bytes, range) else { return (nil, nil, "invalid_float") }
      return bounds.contains(value) ? (nil, value, nil) : (nil, nil, "number_out_of_range")
    }
    switch self {
    case .text:
      guard bytes[range].contains(where: { $0 >= 0x80 }) else { return (nil, nil, nil) }
      let text = String(validating: bytes[range], as: UTF8.self)
      let isDamaged = text?.unicodeScalars.contains("\u{FFFD}") ?? true
      return (nil, nil, isDamaged ? "invalid_character" : nil)
    case .id:
      let isPrintable = bytes[range].allSatisfy { 0x20...0x7e ~= $0 }
      return (nil, nil, isPrintable ? nil : "non_ascii_or_non_printable_char")
    case .integer(let least):
      guard let number = FieldValue.integer(bytes, range) else {
        return (nil, nil, "invalid_integer")
      }
      return number < least ? (nil, nil, "number_out_of_range") : (number, nil, nil)
    case .choice(let last):
      guard let number = FieldValue.integer(bytes, range) else {
        return (nil, nil, "invalid_integer")
      }
      return 0...last ~= number ? (number, nil, nil) : (nil, nil, "unexpected_enum_value")
    case .routeType:
      guard let number = FieldValue.integer(bytes, range) else {
        return (nil, nil, "invalid_integer")
      }
      let isKnown = 0...7 ~= number || 11...12 ~= number || 100...1702 ~= number
      return isKnown ? (number, nil, nil) : (nil, nil, "unexpected_enum_value")
    case .distance: return inside(0...Double.greatestFiniteMagnitude)
    case .latitude: return inside(-90...90)
    case .longitude: return inside(-180...180)
    case .time: return whole(FieldValue.time(bytes, range), "invalid_time")
    case .date: return whole(FieldValue.date(bytes, range), "invalid_date")
    case .color: return whole(FieldValue.color(bytes, range), "invalid_color")
    case .url, .email, .language, .zone, .currency:
      return (nil, nil, problem(of: String(decoding: bytes[range], as: UTF8.self)))
    }
  }

  /// The code of the notice about an invalid text; nil for a valid one.
  private func problem(of value: String) -> String? {
    switch self {
    case .url:
      let lower = value.lowercased()
      let rest = ["https://", "http://"].first(where: lower.hasPrefix).map {
        lower.dropFirst($0.count)
      }
      let host = rest?.prefix { !"/?#".contains($0) } ?? ""
      return host.isEmpty || value.contains(where: \.isWhitespace) ? "invalid_url" : nil
    case .email:
      let parts = value.split(separator: "@", omittingEmptySubsequences: false)
      let isMail = parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
      return isMail && !value.contains(where: \.isWhitespace) ? nil : "invalid_email"
    case .language:
      let parts = value.split(separator: "-", omittingEmptySubsequences: false)
      let isTag = parts.allSatisfy {
        (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { FieldValue.isAlphanumeric($0) }
      }
      return isTag && (2...8).contains(parts[0].utf8.count) ? nil : "invalid_language_code"
    case .zone:
      return ZoneDatabase.system.zone(named: value) == nil ? "invalid_timezone" : nil
    case .currency:
      let isCode = value.utf8.count == 3 && value.utf8.allSatisfy { (0x41...0x5a).contains($0) }
      return isCode ? nil : "invalid_currency"
    default: return nil
    }
  }
}

/// Parses the values of cells from their bytes.
enum FieldValue {
  /// A whole number of at most 18 digits.
  static func integer(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
    guard index < range.upperBound, range.upperBound - index <= 18 else { return nil }
    var value = 0
    while index < range.upperBound {
      guard let digit = digit(bytes[index]) else { return nil }
      value = value * 10 + digit
      index += 1
    }
    return isNegative ? -value : value
  }

  /// A finite decimal number, correctly rounded.
  ///
  /// Up to 15 digits, mantissa and power of ten are exact in a `Double`, so that one division rounds
  /// once. Other numbers take the standard library's slower path.
  static func decimal(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
    var index = range.lowerBound
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var mantissa = 0
    var digits = 0
    var decimals = 0
    var isFraction = false
    while index < range.upperBound {
      if let digit = digit(bytes[index]) {
        mantissa = mantissa * 10 + digit
        digits += 1
        if isFraction { decimals += 1 }
        if digits > 15 { break }
      } else if bytes[index] == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else {
        break
      }
      index += 1
    }
    guard index == range.upperBound, digits > 0 else {
      let text = String(decoding: bytes[range], as: UTF8.self)
      guard text.utf8.allSatisfy({ digit($0) != nil || "+-.eE".utf8.contains($0) }) else {
        return nil
      }
      return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
    let value = Double(mantissa) / powers[decimals]
    return isNegative ? -value : value
  }

  /// 10⁰ to 10¹⁵.
  private static let powers: [Double] = (0...15).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  /// Seconds after the start of the service day; hours have one to three digits.
  static func time(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let hours = range.count - 6
    guard (1...3).contains(hours) else { return nil }
    let start = range.lowerBound
    var hour = 0
    for index in start..<start + hours {
      guard let digit = digit(bytes[index]) else { return nil }
      hour = hour * 10 + digit
    }
    let colon = start + hours
    guard bytes[colon] == UInt8(ascii: ":"), bytes[colon + 3] == UInt8(ascii: ":"),
      let minute = pair(bytes, colon + 1), let second = pair(bytes, colon + 4),
      minute < 60, second < 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// The day number of `YYYYMMDD`, as ``CivilDate`` counts.
  static func date(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard range.count == 8, let number = integer(bytes, range), number > 0 else { return nil }
    return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)?.dayNumber
  }

  /// The 24 bits of a color of six hexadecimal digits.
  static func color(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    guard range.count == 6 else { return nil }
    let text = String(decoding: bytes[range], as: UTF8.self)
    return text.allSatisfy(\.isHexDigit) ? Int(text, radix: 16) : nil
  }

  fileprivate static func isAlphanumeric(_ byte: UInt8) -> Bool {
    digit(byte) != nil || (0x41...0x5a).contains(byte & 0xdf)
  }

  /// A number of two digits.
  private static func pair(_ bytes: [UInt8], _ index: Int) -> Int? {
    guard let tens = digit(bytes[index]), let ones = digit(bytes[index + 1]) else { return nil }
    return tens * 10 + ones
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = byte &- 0x30
    return value < 10 ? Int(value) : nil
  }
}
