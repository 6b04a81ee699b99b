/// A day of the proleptic Gregorian calendar, without a time zone; years 1…9999.
///
/// Arithmetic never traps: results are clamped to the first and the last day.
public struct CivilDate: Hashable, Sendable {
  /// 0001-01-01.
  public static let min = CivilDate(year: 1, month: 1, dayInMonth: 1)
  /// 9999-12-31.
  public static let max = CivilDate(year: 9999, month: 12, dayInMonth: 31)

  /// `year << 9 | month << 5 | day`, so that dates compare and hash as one integer.
  private let packed: UInt32

  /// Returns nil if the day does not exist, such as 30 February, or any day of year 0.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= CivilDate.daysInMonth(year: year, month: month)
    else { return nil }
    self.init(year: year, month: month, dayInMonth: day)
  }

  /// Creates the day from the days since 1970-01-01, clamped to years 1…9999.
  public init(dayNumber: Int) {
    let clamped = Swift.min(
      Swift.max(dayNumber, CivilDate.dayNumberRange.lowerBound),
      CivilDate.dayNumberRange.upperBound)
    // Count from 0000-03-01, so that the leap day is the last day of a year and of an era of 400
    // years.
    let days = clamped + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // The five months from March on have 153 days, as have the next five.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
      month: month,
      dayInMonth: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Parses exactly `YYYY-MM-DD` (ISO 8601 extended format).
  public init?(iso8601 text: some StringProtocol) {
    var scanner = TextScanner(String(text))
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }

  /// Creates a day that is known to exist.
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

  /// The day a number of days later, or earlier if negative.
  public func adding(days: Int) -> CivilDate {
    let (sum, overflow) = dayNumber.addingReportingOverflow(days)
    if overflow { return days > 0 ? .max : .min }
    return CivilDate(dayNumber: sum)
  }

  /// The first day of its ISO 8601 week.
  public var monday: CivilDate { adding(days: Weekday.monday.rawValue - weekday.rawValue) }

  /// The ISO 8601 week: weeks start on Monday and belong to the year of their Thursday.
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

  /// Days from 1970-01-01 to a day, which may be slightly outside years 1…9999. The inverse of
  /// `init(dayNumber:)`.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let fromMarch = month <= 2 ? year - 1 : year
    let era = (fromMarch >= 0 ? fromMarch : fromMarch - 399) / 400
    let yearOfEra = fromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day number of the first day of a year's week 1, which is the first week with at least four
  /// days in that year (RFC 5545 3.3.10, BYWEEKNO).
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

extension CivilDate: TextCoded {
  public static let textForm = "a date YYYY-MM-DD"

  public init?(text: String) { self.init(iso8601: text) }

  /// `YYYY-MM-DD`.
  public var description: String { TextWriter.text { $0.write(self) } }
}
