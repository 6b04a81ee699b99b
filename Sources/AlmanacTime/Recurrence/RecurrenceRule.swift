/// A recurrence rule of RFC 5545 3.3.10.
///
/// Lists are sorted and hold no value twice; an empty list is a part that the rule does not have.
public struct RecurrenceRule: Hashable, Sendable {
  /// FREQ, from the finest to the coarsest.
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

    /// As RFC 5545 writes it.
    var icalendarName: String {
      switch self {
      case .secondly: "SECONDLY"
      case .minutely: "MINUTELY"
      case .hourly: "HOURLY"
      case .daily: "DAILY"
      case .weekly: "WEEKLY"
      case .monthly: "MONTHLY"
      case .yearly: "YEARLY"
      }
    }
  }

  public internal(set) var frequency: Frequency
  /// 1 or more.
  public internal(set) var interval = 1
  /// How many instances there are from the start on, before exclusions; both bounds hold where a
  /// rule has COUNT and UNTIL, which RFC 5545 forbids.
  public var count: Int?
  /// The last moment an instance may have, included.
  public var until: CalendarTime?
  /// 0…59; RFC 5545's 60 is read as 59 (3.3.12).
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

  /// Reads the value of an RRULE or EXRULE.
  ///
  /// Tolerated: any case and order, white space, a property name before the rule, parts and list
  /// items without a value, `X-` parts, and UNTIL with ISO 8601's separators.
  public init(parsing text: String) throws(RecurrenceRuleError) {
    var parser = RecurrenceRuleParser()
    self = try parser.parse(text)
  }

  init(frequency: Frequency) {
    self.frequency = frequency
  }

  /// The rule with UNTIL as a day, for a series of days: RFC 5545 section 3.3.10 requires a day
  /// there, and programs write times.
  ///
  /// - Parameter zone: as in `CalendarTime.day(in:isCertain:)`.
  public func endingOnDay(in zone: Zone, isCertain: Bool = true) -> RecurrenceRule {
    guard let until, !until.isDay else { return self }
    var rule = self
    rule.until = .day(until.day(in: zone, isCertain: isCertain))
    return rule
  }
}

extension RecurrenceRule: CustomStringConvertible {
  /// The rule as RFC 5545 writes it, in the order of its grammar, without parts that say nothing.
  public var description: String {
    var parts = ["FREQ=\(frequency.icalendarName)"]
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
    return parts.joined(separator: ";")
  }

  /// UNTIL's basic form; a zoned time in UTC, as RFC 5545 demands.
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
    try encoder.encode(text: description)
  }
}
