/// Parses a POSIX TZ string: `std offset [dst [offset] ,start[/time],end[/time]]`.
struct POSIXZoneRuleParser {
  private var scanner: TextScanner

  /// Returns nil unless the whole text is valid.
  static func parse(_ text: String) -> POSIXZoneRule? {
    var parser = POSIXZoneRuleParser(scanner: TextScanner(text))
    guard let rule = parser.rule(), parser.scanner.isAtEnd else { return nil }
    return rule
  }

  private mutating func rule() -> POSIXZoneRule? {
    // POSIX offsets count west of Greenwich.
    guard let name = name(), let west = time(maximumHours: 24) else { return nil }
    let standard = LocalTimeType(offset: -west, isDaylight: false, abbreviation: name)
    if scanner.isAtEnd { return POSIXZoneRule(standard: standard, daylight: nil) }
    guard let daylightName = self.name() else { return nil }
    var offset = standard.offset + 3600
    if scanner.peek != UInt8(ascii: ",") {
      guard let west = time(maximumHours: 24) else { return nil }
      offset = -west
    }
    guard scanner.take(","), let start = moment(), scanner.take(","), let end = moment() else {
      return nil
    }
    let type = LocalTimeType(offset: offset, isDaylight: true, abbreviation: daylightName)
    return POSIXZoneRule(
      standard: standard,
      daylight: POSIXZoneRule.Daylight(type: type, start: start, end: end))
  }

  /// Letters, or any text between angle brackets.
  private mutating func name() -> String? {
    if scanner.take("<") {
      guard let name = scanner.text(until: ">"), name.utf8.count <= 32 else { return nil }
      return name
    }
    var bytes: [UInt8] = []
    while let byte = scanner.peek, 0x61...0x7A ~= byte | 0x20, bytes.count < 32 {
      bytes.append(byte)
      scanner.advance()
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// `[±]h[hh][:mm[:ss]]` in seconds.
  private mutating func time(maximumHours: Int) -> Int? {
    let isNegative = scanner.take("-")
    if !isNegative { _ = scanner.take("+") }
    guard let hours = scanner.number(), hours <= maximumHours else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where scanner.take(":") {
      guard let value = scanner.number(), value <= 59 else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func moment() -> POSIXZoneRule.Moment? {
    guard let day = day() else { return nil }
    guard scanner.take("/") else { return POSIXZoneRule.Moment(day: day, time: 7200) }
    guard let time = time(maximumHours: 167) else { return nil }
    return POSIXZoneRule.Moment(day: day, time: time)
  }

  private mutating func day() -> POSIXZoneRule.Day? {
    if scanner.take("J") {
      guard let day = scanner.number(), 1...365 ~= day else { return nil }
      return .julian(day)
    }
    guard scanner.take("M") else {
      guard let day = scanner.number(), 0...365 ~= day else { return nil }
      return .zeroBased(day)
    }
    guard let month = scanner.number(), 1...12 ~= month, scanner.take("."),
      let week = scanner.number(), 1...5 ~= week, scanner.take("."),
      let weekday = scanner.number(), 0...6 ~= weekday
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }
}
