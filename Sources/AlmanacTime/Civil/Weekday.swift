/// A day of the week, numbered as ISO 8601 does: Monday is 1, Sunday is 7.
public enum Weekday: Int, CaseIterable, Codable, Comparable, Hashable, Sendable {
  case monday = 1
  case tuesday
  case wednesday
  case thursday
  case friday
  case saturday
  case sunday

  /// Reads the two letters of RFC 5545 3.3.10 (`MO` … `SU`), in any case.
  public init?(icalendar code: some StringProtocol) {
    var letters = code.utf8.makeIterator()
    guard let first = letters.next(), let second = letters.next(), letters.next() == nil else {
      return nil
    }
    // Bit 0x20 is what tells the case of a letter.
    switch UInt16(first & 0xDF) << 8 | UInt16(second & 0xDF) {
    case 0x4D4F: self = .monday
    case 0x5455: self = .tuesday
    case 0x5745: self = .wednesday
    case 0x5448: self = .thursday
    case 0x4652: self = .friday
    case 0x5341: self = .saturday
    case 0x5355: self = .sunday
    default: return nil
    }
  }

  /// The weekday of a day counted from 1970-01-01, which was a Thursday.
  init(dayNumber: Int) {
    let sinceMonday = ((dayNumber % 7) + 10) % 7
    self = Weekday(rawValue: sinceMonday + 1) ?? .monday
  }

  /// The two letters of RFC 5545 3.3.10.
  public var icalendarCode: String {
    switch self {
    case .monday: "MO"
    case .tuesday: "TU"
    case .wednesday: "WE"
    case .thursday: "TH"
    case .friday: "FR"
    case .saturday: "SA"
    case .sunday: "SU"
    }
  }

  /// Its English name in small letters.
  public var name: String { String(describing: self) }

  /// Reads an English name, in any case.
  public init?(name: some StringProtocol) {
    let name = name.lowercased()
    guard let weekday = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = weekday
  }

  /// How many days this weekday comes after `other` in a week that starts with `other`: 0…6.
  public func days(since other: Weekday) -> Int {
    (rawValue - other.rawValue + 7) % 7
  }

  public static func < (left: Weekday, right: Weekday) -> Bool {
    left.rawValue < right.rawValue
  }
}
