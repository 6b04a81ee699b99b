/// Parses the text of a rule part by part.
struct RecurrenceRuleParser {
  private var rule = RecurrenceRule(frequency: .daily)
  private var seen: Set<String> = []

  /// In bytes: several times the length of a rule with all possible list items.
  private static let maximumLength = 16_384

  mutating func parse(_ text: String) throws(RecurrenceRuleError) -> RecurrenceRule {
    guard text.utf8.count <= RecurrenceRuleParser.maximumLength else {
      throw .tooLong(text.utf8.count)
    }
    let parts = RecurrenceRuleParser.normalized(text).split(separator: ";")
    guard !parts.isEmpty else { throw .empty }
    for part in parts {
      guard let equals = part.firstIndex(of: "=") else { throw .malformedPart(String(part)) }
      let value = part[part.index(after: equals)...]
      if !value.isEmpty { try read(String(part[..<equals]), String(value)) }
    }
    guard seen.contains("FREQ") else { throw .missingFrequency }
    return rule
  }

  /// Converts to upper case, and removes white space, quotes and the property name.
  private static func normalized(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 where byte > 0x20 && byte != UInt8(ascii: "\"") {
      bytes.append(0x61...0x7A ~= byte ? byte & 0xDF : byte)
    }
    let upper = String(decoding: bytes, as: UTF8.self)
    for name in ["RRULE:", "EXRULE:"] where upper.hasPrefix(name) {
      return String(upper.dropFirst(name.count))
    }
    return upper
  }

  private mutating func read(_ name: String, _ value: String) throws(RecurrenceRuleError) {
    guard seen.insert(name).inserted else { throw .duplicatePart(name) }
    switch name {
    case "FREQ": rule.frequency = try frequency(value)
    case "INTERVAL": rule.interval = try positive(name, value)
    case "COUNT": rule.count = try positive(name, value)
    case "UNTIL": rule.until = try until(value)
    case "WKST": rule.weekStart = try weekday(name, value)
    case "BYSECOND":
      rule.bySecond = Set(try numbers(name, value, 0...60).map { min($0, 59) }).sorted()
    case "BYMINUTE": rule.byMinute = try numbers(name, value, 0...59)
    case "BYHOUR": rule.byHour = try numbers(name, value, 0...23)
    case "BYDAY": rule.byDay = try weekdays(name, value)
    case "BYMONTHDAY": rule.byMonthDay = try numbers(name, value, 1...31, orNegative: true)
    case "BYYEARDAY": rule.byYearDay = try numbers(name, value, 1...366, orNegative: true)
    case "BYWEEKNO": rule.byWeekNo = try numbers(name, value, 1...53, orNegative: true)
    case "BYMONTH": rule.byMonth = try numbers(name, value, 1...12)
    case "BYSETPOS": rule.bySetPos = try numbers(name, value, 1...366, orNegative: true)
    case "RSCALE":
      guard value == "GREGORIAN" else { throw .unsupportedPart(name) }
    case "SKIP":
      guard let skip = RecurrenceRule.Skip(rawValue: value) else {
        throw .invalidValue(part: name, value: value)
      }
      rule.skip = skip
    // rrule.js repeats the start of the series.
    case "DTSTART": break
    default:
      guard name.hasPrefix("X-") else { throw .unknownPart(name) }
    }
  }

  private func frequency(_ value: String) throws(RecurrenceRuleError) -> RecurrenceRule.Frequency {
    guard let number = RecurrenceRule.Frequency.keywords.firstIndex(of: value),
      let frequency = RecurrenceRule.Frequency(rawValue: number)
    else { throw .unknownFrequency(value) }
    return frequency
  }

  /// Parses COUNT or INTERVAL. Larger numbers are clamped to 2^31 - 1, which no calendar reaches.
  /// Some programs write a whole number as `1.0`.
  private func positive(_ name: String, _ text: String) throws(RecurrenceRuleError) -> Int {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isDecimal = parts.count == 2 && parts[1].utf8.allSatisfy { $0 == 0x30 }
    let value = isDecimal ? String(parts[0]) : text
    guard !value.isEmpty, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw value.hasPrefix("-")
        ? .outOfRange(part: name, value: value, allowed: "1 or more")
        : .invalidValue(part: name, value: value)
    }
    let number = Int(value) ?? .max
    guard number > 0 else { throw .outOfRange(part: name, value: value, allowed: "1 or more") }
    return min(number, Int(Int32.max))
  }

  private func numbers(
    _ name: String, _ value: String, _ allowed: ClosedRange<Int>, orNegative: Bool = false
  ) throws(RecurrenceRuleError) -> [Int] {
    var numbers: Set<Int> = []
    for item in value.split(separator: ",") {
      numbers.insert(try number(name, item, allowed, orNegative: orNegative))
    }
    return numbers.sorted()
  }

  private func number(
    _ name: String, _ text: Substring, _ allowed: ClosedRange<Int>, orNegative: Bool
  ) throws(RecurrenceRuleError) -> Int {
    guard let number = Int(text) else {
      throw .invalidValue(part: name, value: String(text))
    }
    // `abs` would trap for the smallest `Int`.
    let magnitude = orNegative && number > -1000 ? abs(number) : number
    guard allowed.contains(magnitude) else {
      let range = "\(allowed.lowerBound)…\(allowed.upperBound)"
      throw .outOfRange(
        part: name, value: String(text), allowed: orNegative ? "±\(range)" : range)
    }
    return number
  }

  private func weekday(_ name: String, _ value: String) throws(RecurrenceRuleError) -> Weekday {
    guard let weekday = Weekday(icalendar: value) else {
      throw .invalidValue(part: name, value: value)
    }
    return weekday
  }

  private func weekdays(
    _ name: String, _ value: String
  ) throws(RecurrenceRuleError) -> [RecurrenceWeekday] {
    var days: Set<RecurrenceWeekday> = []
    for item in value.split(separator: ",") {
      let ordinal = item.prefix { !$0.isLetter }
      let day = item.dropFirst(ordinal.count)
      // Some programs write longer names: `MON`.
      guard let weekday = Weekday(icalendar: day.prefix(2)),
        weekday.name.uppercased().hasPrefix(day)
      else { throw .invalidValue(part: name, value: String(item)) }
      days.insert(
        RecurrenceWeekday(
          ordinal: ordinal.isEmpty
            ? nil : try number(name, ordinal, 1...53, orNegative: true),
          weekday: weekday))
    }
    return days.sorted()
  }

  /// Parses `YYYYMMDD`, `YYYYMMDDTHHMMSS` or `YYYYMMDDTHHMMSSZ`, ignoring `-`, `:` and fractions.
  /// An offset such as `+0100` is accepted in place of `Z`.
  private func until(_ value: String) throws(RecurrenceRuleError) -> CalendarTime {
    let offset = value.firstMatch(of: /T.{4,}([+-]\d\d):?([0-5]\d)$/)?.output
    let text = offset.map { value[..<$0.1.startIndex] } ?? value[...]
    var scanner = TextScanner(text.filter { $0 != "-" && $0 != ":" })
    guard let year = scanner.digits(4), let month = scanner.digits(2), let day = scanner.digits(2),
      let date = CivilDate(year: year, month: month, day: day)
    else { throw .invalidValue(part: "UNTIL", value: value) }
    if scanner.isAtEnd { return .day(date) }
    guard scanner.take("T"), let hour = scanner.digits(2), let minute = scanner.digits(2) else {
      throw .invalidValue(part: "UNTIL", value: value)
    }
    let second = scanner.digits(2) ?? 0
    if scanner.take(".") { while scanner.digits(1) != nil {} }
    guard
      let local = CivilDateTime(date: date, hour: hour, minute: minute, second: min(second, 59))
    else { throw .invalidValue(part: "UNTIL", value: value) }
    if scanner.isAtEnd, offset == nil { return .floating(local) }
    guard offset != nil || scanner.take("Z"), scanner.isAtEnd else {
      throw .invalidValue(part: "UNTIL", value: value)
    }
    // The minutes have the sign of the hours.
    let seconds = offset.flatMap { Int($0.1 + $0.2) }.map { $0 / 100 * 3600 + $0 % 100 * 60 } ?? 0
    return .zoned(
      ZonedTime(
        local: CivilDateTime(localSeconds: local.localSeconds - Int64(seconds)), offset: 0,
        zone: "UTC"))
  }
}
