/// A wall-clock date and time to the second, without a time zone.
public struct CivilDateTime: Hashable, Sendable {
  public let date: CivilDate
  /// 0…86,399.
  private let secondOfDay: Int32

  /// Returns nil unless hour is 0…23, minute 0…59 and second 0…59.
  public init?(date: CivilDate, hour: Int, minute: Int, second: Int) {
    guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
    self.date = date
    secondOfDay = Int32(truncatingIfNeeded: hour * 3600 + minute * 60 + second)
  }

  /// Midnight at the start of the day.
  public init(startOf date: CivilDate) {
    self.date = date
    secondOfDay = 0
  }

  /// Creates the time from the seconds since 1970-01-01T00:00:00 on the same wall clock, clamped to
  /// years 1…9999.
  public init(localSeconds: Int64) {
    let clamped = min(
      max(localSeconds, CivilDateTime.range.lowerBound), CivilDateTime.range.upperBound)
    // Division rounded down.
    let day = (clamped - (clamped < 0 ? 86_399 : 0)) / 86_400
    date = CivilDate(dayNumber: Int(day))
    secondOfDay = Int32(truncatingIfNeeded: clamped - day * 86_400)
  }

  /// Parses `YYYY-MM-DDTHH:MM[:SS]`. A leap second becomes second 59.
  public init?(iso8601 text: some StringProtocol) {
    var scanner = TextScanner(String(text))
    guard let date = scanner.date(), scanner.take(either: "T", or: "t"),
      let value = scanner.time(on: date, secondsRequired: false), scanner.isAtEnd
    else { return nil }
    self = value
  }

  public var hour: Int { Int(secondOfDay) / 3600 }
  public var minute: Int { Int(secondOfDay) / 60 % 60 }
  public var second: Int { Int(secondOfDay) % 60 }

  /// Seconds since 1970-01-01T00:00:00 on the same wall clock, as if it were UTC.
  public var localSeconds: Int64 {
    Int64(date.dayNumber) * 86_400 + Int64(secondOfDay)
  }

  /// Adds seconds on the wall clock, ignoring changes of offset; clamped to years 1…9999.
  public func adding(seconds: Int) -> CivilDateTime {
    let (sum, overflow) = localSeconds.addingReportingOverflow(Int64(seconds))
    if overflow { return CivilDateTime(localSeconds: seconds > 0 ? .max : .min) }
    return CivilDateTime(localSeconds: sum)
  }

  /// The same time of day a number of days later; clamped to years 1…9999.
  public func adding(days: Int) -> CivilDateTime {
    CivilDateTime(date: date.adding(days: days), secondOfDay: secondOfDay)
  }

  private init(date: CivilDate, secondOfDay: Int32) {
    self.date = date
    self.secondOfDay = secondOfDay
  }

  private static let range: ClosedRange<Int64> =
    Int64(CivilDate.dayNumberRange.lowerBound) * 86_400...Int64(CivilDate.dayNumberRange.upperBound)
    * 86_400 + 86_399
}

extension CivilDateTime: Comparable {
  public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    (left.date, left.secondOfDay) < (right.date, right.secondOfDay)
  }
}

extension CivilDateTime: TextCoded {
  public static let textForm = "a local time YYYY-MM-DDTHH:MM:SS"

  public init?(text: String) { self.init(iso8601: text) }

  /// `YYYY-MM-DDTHH:MM:SS`.
  public var description: String { TextWriter.text { $0.write(self) } }
}
