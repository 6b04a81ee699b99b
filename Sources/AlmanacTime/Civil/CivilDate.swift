/// A day on the wall calendar: proleptic Gregorian, years 1…9999, of no time zone.
///
/// Arithmetic that would leave those years stops at their first or last day instead of trapping.
public struct CivilDate: Hashable, Sendable {
  /// 0001-01-01.
  public static let min = CivilDate(year: 1, month: 1, dayInMonth: 1)
  /// 9999-12-31.
  public static let max = CivilDate(year: 9999, month: 12, dayInMonth: 31)

  /// Year, month and day in one ordered number, so that comparing and hashing are one step.
  private let packed: UInt32

  /// `nil` unless the day exists: 30 February and year 0 do not.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= CivilDate.daysInMonth(year: year, month: month)
    else { return nil }
    self.init(year: year, month: month, dayInMonth: day)
  }

  /// The day that many days after 1970-01-01, held within years 1…9999.
  public init(dayNumber: Int) {
    let held = Swift.min(
      Swift.max(dayNumber, CivilDate.dayNumberRange.lowerBound),
      CivilDate.dayNumberRange.upperBound)
    // Counts from 0000-03-01, so that the leap day ends each year and each era of 400 years.
    let days = held + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
      month: month,
      dayInMonth: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Reads `YYYY-MM-DD` and nothing else (ISO 8601 extended form).
  public init?(iso8601 text: some StringProtocol) {
    var scanner = TextScanner(String(text))
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }

  /// For callers that know the day exists.
  init(year: Int, month: Int, dayInMonth day: Int) {
    packed = UInt32(truncatingIfNeeded: year << 9 | month << 5 | day)
  }

  public var year: Int { Int(packed >> 9) }
  /// 1…12.
  public var month: Int { Int(packed >> 5 & 0xF) }
  /// 1…31.
  public var day: Int { Int(packed & 0x1F) }

  /// Days since 1970-01-01.
  public var dayNumber: Int {
    CivilDate.dayNumber(year: year, month: month, day: day)
  }

  public var weekday: Weekday { Weekday(dayNumber: dayNumber) }

  /// 1…366.
  public var dayOfYear: Int {
    dayNumber - CivilDate.dayNumber(year: year, month: 1, day: 1) + 1
  }

  /// The day that many days later, or earlier when negative.
  public func adding(days: Int) -> CivilDate {
    let (sum, overflow) = dayNumber.addingReportingOverflow(days)
    if overflow { return days > 0 ? .max : .min }
    return CivilDate(dayNumber: sum)
  }

  /// The first day of its week, as ISO 8601 counts weeks.
  public var monday: CivilDate { adding(days: Weekday.monday.rawValue - weekday.rawValue) }

  /// The week of ISO 8601: weeks start on Monday and belong to the year that holds their Thursday.
  public var isoWeek: (year: Int, week: Int) {
    let number = dayNumber
    var weekYear = year
    if number >= CivilDate.firstWeek(ofYear: year + 1, startingOn: .monday) {
      weekYear += 1
    } else if number < CivilDate.firstWeek(ofYear: year, startingOn: .monday) {
      weekYear -= 1
    }
    let start = CivilDate.firstWeek(ofYear: weekYear, startingOn: .monday)
    return (weekYear, (number - start) / 7 + 1)
  }

  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// 28…31, or 0 for a month outside 1…12.
  public static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    case 1...12: 31
    default: 0
    }
  }

  public static func daysInYear(_ year: Int) -> Int {
    isLeap(year) ? 366 : 365
  }

  static let dayNumberRange = -719_162...2_932_896

  /// Days from 1970-01-01 to a day that need not lie within years 1…9999 (but near them).
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let fromMarch = month <= 2 ? year - 1 : year
    let era = (fromMarch >= 0 ? fromMarch : fromMarch - 399) / 400
    let yearOfEra = fromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day number on which week 1 of a year begins: the first week with at least four of its
  /// days in that year (RFC 5545 3.3.10, BYWEEKNO), for weeks that start on `weekStart`.
  static func firstWeek(ofYear year: Int, startingOn weekStart: Weekday) -> Int {
    let fourth = dayNumber(year: year, month: 1, day: 4)
    return fourth - Weekday(dayNumber: fourth).days(since: weekStart)
  }
}

extension CivilDate: Comparable {
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    left.packed < right.packed
  }
}

extension CivilDate: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String {
    var writer = TextWriter()
    writer.write(self)
    return writer.text
  }
}

extension CivilDate: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(named: "a date YYYY-MM-DD") { CivilDate(iso8601: $0) }
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
