/// A day of the week with its ISO 8601 number: Monday is 1, Sunday is 7.
public enum Weekday: Int, CaseIterable, Codable, Comparable, Hashable, Sendable {
  case monday = 1
  case tuesday
  case wednesday
  case thursday
  case friday
  case saturday
  case sunday

  /// Parses the two letters of RFC 5545 3.3.10 (`MO` … `SU`), in any case.
  public init?(icalendar code: some StringProtocol) {
    guard let number = Self.codes.firstIndex(of: code.uppercased()) else { return nil }
    self.init(rawValue: number + 1)
  }

  /// The weekday of a day counted from 1970-01-01, which was a Thursday.
  init(dayNumber: Int) {
    let sinceMonday = ((dayNumber % 7) + 10) % 7
    self = Weekday(rawValue: sinceMonday + 1) ?? .monday
  }

  /// The two letters of RFC 5545 3.3.10.
  public var icalendarCode: String { Self.codes[rawValue - 1] }

  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// The English name in lower case.
  public var name: String { String(describing: self) }

  /// Parses an English name, in any case.
  public init?(name: some StringProtocol) {
    let name = name.lowercased()
    guard let weekday = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = weekday
  }

  /// Days from the last `other` to this weekday: 0…6.
  public func days(since other: Weekday) -> Int {
    (rawValue - other.rawValue + 7) % 7
  }

  public static func < (left: Weekday, right: Weekday) -> Bool {
    left.rawValue < right.rawValue
  }
}
