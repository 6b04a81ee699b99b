import AlmanacModel

/// Reads iCalendar (RFC 5545, with the properties of RFC 7986 and of vendors).
///
/// As liberal as real calendars need: what cannot be read is a finding on the entry or on the
/// document, never a reason to stop.
public enum ICalendarReader {
  /// The events of all calendars in the bytes, in document order.
  ///
  /// Floating times are bound to X-WR-TIMEZONE or to `context.zone` where `context` has a zone, and
  /// stay floating where it has none. Findings: `E_EMPTY`, `E_ENCODING`, `E_NOT_A_FEED`, `E_ITEM_COUNT`;
  /// `W_TRUNCATED` and `W_UNCLOSED` for what does not end, `W_FRAGMENT` for events without a
  /// VCALENDAR around them, `W_NUL` for NUL bytes, `W_ENCODING_REPAIRED`, `W_STRAY_LINE`,
  /// `W_SKIPPED_COMPONENTS`; `W_VTIMEZONE` for a definition that cannot be read, `I_TZ` and
  /// `W_TZ_ASSUMED` for the way that led from a TZID to a zone.
  public static func read(_ bytes: [UInt8], context: ReadingContext) -> ParsedFeed {
    var entries: [Entry] = []
    var feed = read(bytes, context: context) { entries.append($0) }
    if !feed.document.problems.contains(where: \.code.refusesSource) { feed.entries = entries }
    return feed
  }

  /// As above, handing each event over as soon as it is read; the feed that is returned has none.
  ///
  /// What was handed over counts for nothing where the document turns out to be refused.
  static func read(
    _ bytes: [UInt8], context: ReadingContext, each take: (Entry) -> Void
  ) -> ParsedFeed {
    if bytes.allSatisfy({ $0 <= 0x20 }) {
      return .refused("E_EMPTY", "the document is empty", format: .icalendar)
    }
    do throws(EncodingRefusal) {
      let text = try CalendarEncoding.decode(bytes, contentType: context.contentType)
      var reading = CalendarReading(text.bytes, encoding: text.encoding, context: context)
      return reading.run(each: take)
    } catch {
      return .refused("E_ENCODING", error.description, format: .icalendar)
    }
  }
}
