/// A recurrence rule of RFC 5545 3.3.10.
///
/// Lists are sorted and have no duplicates. An empty list means that the rule lacks the part.
public struct RecurrenceRule: Hashable, Sendable {
  /// FREQ, from the shortest to the longest.
  public enum Frequency: Int, CaseIterable, Comparable, Hashable, Sendable {
    case secondly
    case minutely
    case hourly
    case daily
    case weekly
    case monthly
    case yearly

    public static func < (left: Frequency, right: Frequency) -> Bool {
      left.rawValue < right.rawValue
    }

    /// The keywords of RFC 5545 by raw value.
    static let keywords = [
      "SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY",
    ]
  }

  /// SKIP of RFC 7529 4.1: what replaces a day that a month lacks, such as 31 April.
  public enum Skip: String, Hashable, Sendable {
    /// Nothing.
    case omit = "OMIT"
    /// The last day of the month.
    case backward = "BACKWARD"
    /// The first day of the next month.
    case forward = "FORWARD"
  }

  public internal(set) var frequency: Frequency
  /// 1 or more.
  public internal(set) var interval = 1
  /// The number of instances from the start on, before exclusions. RFC 5545 forbids COUNT with
  /// UNTIL; if a rule has both, both apply.
  public var count: Int?
  /// Inclusive.
  public var until: CalendarTime?
  /// 0…59. The leap second 60 becomes 59 (RFC 5545 3.3.12).
  public internal(set) var bySecond: [Int] = []
  /// 0…59.
  public internal(set) var byMinute: [Int] = []
  /// 0…23.
  public internal(set) var byHour: [Int] = []
  public internal(set) var byDay: [RecurrenceWeekday] = []
  /// ±1…31.
  public internal(set) var byMonthDay: [Int] = []
  /// ±1…366.
  public internal(set) var byYearDay: [Int] = []
  /// ±1…53.
  public internal(set) var byWeekNo: [Int] = []
  /// 1…12.
  public internal(set) var byMonth: [Int] = []
  /// ±1…366.
  public internal(set) var bySetPos: [Int] = []
  public internal(set) var weekStart = Weekday.monday
  /// Applies to BYMONTHDAY and to the start's day of months and years. No day replaces one that is
  /// counted from the end.
  public internal(set) var skip = Skip.omit

  /// Parses the value of an RRULE or EXRULE.
  ///
  /// Tolerates any case and order, white space, a property name before the rule, empty parts and
  /// list items, `X-` parts, and UNTIL with the separators of ISO 8601.
  public init(parsing text: String) throws(RecurrenceRuleError) {
    var parser = RecurrenceRuleParser()
    self = try parser.parse(text)
  }

  init(frequency: Frequency) {
    self.frequency = frequency
  }

  /// Converts UNTIL to a day, for a series of days: RFC 5545 3.3.10 requires a day, but programs
  /// write times.
  ///
  /// - Parameters: See `CalendarTime.day(in:isCertain:)`.
  public func endingOnDay(in zone: Zone, isCertain: Bool = true) -> RecurrenceRule {
    guard let until, !until.isDay else { return self }
    var rule = self
    rule.until = .day(until.day(in: zone, isCertain: isCertain))
    return rule
  }
}

extension RecurrenceRule: CustomStringConvertible {
  /// The text of RFC 5545, in the order of its grammar, without parts that have their default.
  public var description: String {
    var parts = ["FREQ=\(Frequency.keywords[frequency.rawValue])"]
    if let until { parts.append("UNTIL=\(RecurrenceRule.text(of: until))") }
    if let count { parts.append("COUNT=\(count)") }
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    let lists: [(name: String, values: [String])] = [
      ("BYSECOND", bySecond.map(\.description)),
      ("BYMINUTE", byMinute.map(\.description)),
      ("BYHOUR", byHour.map(\.description)),
      ("BYDAY", byDay.map(\.description)),
      ("BYMONTHDAY", byMonthDay.map(\.description)),
      ("BYYEARDAY", byYearDay.map(\.description)),
      ("BYWEEKNO", byWeekNo.map(\.description)),
      ("BYMONTH", byMonth.map(\.description)),
      ("BYSETPOS", bySetPos.map(\.description)),
    ]
    for list in lists where !list.values.isEmpty {
      parts.append("\(list.name)=\(list.values.joined(separator: ","))")
    }
    if weekStart != .monday { parts.append("WKST=\(weekStart.icalendarCode)") }
    if skip != .omit { parts += ["RSCALE=GREGORIAN", "SKIP=\(skip.rawValue)"] }
    return parts.joined(separator: ";")
  }

  /// UNTIL in the basic format; a zoned time in UTC, as RFC 5545 3.3.10 requires.
  private static func text(of until: CalendarTime) -> String {
    let text =
      switch until {
      case .day(let date): date.description
      case .floating(let local): local.description
      case .zoned(let time): time.instant.rfc3339
      }
    return text.filter { $0 != "-" && $0 != ":" }
  }
}

extension RecurrenceRule: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(parsing: container.decode(String.self))
    } catch let error as RecurrenceRuleError {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
