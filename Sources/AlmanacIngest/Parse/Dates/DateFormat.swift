import AlmanacTime

/// The words that a mapping's `format` may have.
public enum DateFormat {
  /// Whether a text is a Unicode date pattern of fields we know, or names a unit of time since 1970.
  public static func isUnderstood(_ format: String) -> Bool {
    EpochUnit(rawValue: format) != nil || DatePattern(format) != nil
  }
}

/// The unit in which a number counts from 1970-01-01 00:00 UTC.
enum EpochUnit: String, Sendable {
  case seconds = "epoch-s"
  case milliseconds = "epoch-ms"

  /// A whole number, perhaps written with a fraction, which is dropped; nil for all else and for
  /// times beyond the year 9999.
  func time(_ text: String) -> CalendarTime? {
    let number = FieldText.clean(text).text.prefix { $0 != "." }
    guard let count = Int64(number), number.utf8.count <= 15 else { return nil }
    let seconds = self == .milliseconds ? count / 1_000 - (count % 1_000 < 0 ? 1 : 0) : count
    guard abs(seconds) < 253_402_300_800 else { return nil }
    return .zoned(ZonedTime(Instant(secondsSinceEpoch: seconds), in: .utc))
  }
}
