import AlmanacTime

/// The values that a mapping's `format` accepts.
public enum DateFormat {
  /// Whether a format is a supported Unicode date pattern or the name of an `EpochUnit`.
  public static func isUnderstood(_ format: String) -> Bool {
    EpochUnit(rawValue: format) != nil || DatePattern(format) != nil
  }
}

/// The unit of a count since 1970-01-01 00:00 UTC.
enum EpochUnit: String, Sendable {
  case seconds = "epoch-s"
  case milliseconds = "epoch-ms"

  /// Reads an integer; a decimal fraction is dropped. The result is in UTC.
  ///
  /// - Returns: nil for any other text and for times after the year 9999.
  func time(_ text: String) -> CalendarTime? {
    let number = FieldText.clean(text).text.prefix { $0 != "." }
    guard let count = Int64(number), number.utf8.count <= 15 else { return nil }
    let seconds = self == .milliseconds ? count / 1_000 - (count % 1_000 < 0 ? 1 : 0) : count
    guard abs(seconds) < 253_402_300_800 else { return nil }
    return .zoned(ZonedTime(Instant(secondsSinceEpoch: seconds), in: .utc))
  }
}
