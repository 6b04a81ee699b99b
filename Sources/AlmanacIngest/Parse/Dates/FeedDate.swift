public import AlmanacTime

/// Reads a date text outside of a feed.
public enum FeedDate {
  /// Reads RFC 822, RFC 2822, RFC 3339, ISO 8601 and natural-language dates; floating if the text
  /// has no zone.
  ///
  /// - Returns: nil for ambiguous text and for an unknown zone.
  public static func read(_ text: String, zones: ZoneDatabase = .system) -> CalendarTime? {
    guard let reading = DateReader(zones: zones).read(text), reading.unknownZone == nil else {
      return nil
    }
    return reading.start
  }
}
