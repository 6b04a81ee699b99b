public import AlmanacTime

/// A time as feeds write it, for whoever has nothing but its text.
public enum FeedDate {
  /// RFC 822 and 2822, RFC 3339 and ISO 8601, and dates as people write them; floating without a zone
  /// of its own. nil for what can't be read for certain, and for a zone that nobody knows.
  public static func read(_ text: String, zones: ZoneDatabase = .system) -> CalendarTime? {
    guard let reading = DateReader(zones: zones).read(text), reading.unknownZone == nil else {
      return nil
    }
    return reading.start
  }
}
