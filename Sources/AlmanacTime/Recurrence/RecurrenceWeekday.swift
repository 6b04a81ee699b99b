/// A value of BYDAY: every such weekday, or the n-th one of a month or year.
public struct RecurrenceWeekday: Hashable, Sendable {
  /// -53…-1 from the end, or 1…53; nil for every such weekday.
  public let ordinal: Int?
  public let weekday: Weekday

  public init(ordinal: Int? = nil, weekday: Weekday) {
    self.ordinal = ordinal
    self.weekday = weekday
  }
}

extension RecurrenceWeekday: Comparable {
  public static func < (left: RecurrenceWeekday, right: RecurrenceWeekday) -> Bool {
    (left.ordinal ?? 0, left.weekday) < (right.ordinal ?? 0, right.weekday)
  }
}

extension RecurrenceWeekday: CustomStringConvertible {
  /// `MO`, `2TU`, `-1FR`.
  public var description: String {
    ordinal.map { "\($0)\(weekday.icalendarCode)" } ?? weekday.icalendarCode
  }
}
