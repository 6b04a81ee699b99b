import AlmanacModel

/// Reads iCalendar (RFC 5545, with the properties of RFC 7986 and of vendors).
///
/// It is lenient: content that cannot be read becomes a finding on the entry or the document.
public enum ICalendarReader {
  /// Reads the events of all calendars in document order.
  ///
  /// If `context` has a zone, floating times are read in X-WR-TIMEZONE or in that zone; otherwise
  /// they stay floating.
  ///
  /// Findings that reject the document are `E_EMPTY`, `E_ENCODING`, `E_NOT_A_FEED` and
  /// `E_ITEM_COUNT`. `W_TRUNCATED` and `W_UNCLOSED` report missing END lines, `W_FRAGMENT` events
  /// outside a VCALENDAR, `W_NUL` NUL bytes. `W_VTIMEZONE` reports an unusable definition, `I_TZ`
  /// and `W_TZ_ASSUMED` how a TZID was resolved. Others are `W_ENCODING_REPAIRED`, `W_STRAY_LINE`
  /// and `W_SKIPPED_COMPONENTS`.
  public static func read(_ bytes: [UInt8], context: ReadingContext) -> ParsedFeed {
    var entries: [Entry] = []
    var feed = read(bytes, context: context) { entries.append($0) }
    if !feed.document.problems.contains(where: \.code.refusesSource) { feed.entries = entries }
    return feed
  }

  /// Reads a document and passes on each event as soon as it is read; the returned feed has none.
  /// Ignore the events if the document is rejected.
  static func read(
    _ bytes: [UInt8], context: ReadingContext, each handle: (Entry) -> Void
  ) -> ParsedFeed {
    if bytes.allSatisfy({ $0 <= 0x20 }) {
      return .refused("E_EMPTY", "the document is empty", format: .icalendar)
    }
    do throws(EncodingRefusal) {
      let text = try CalendarEncoding.decode(bytes, contentType: context.contentType)
      var reading = CalendarReading(text.bytes, encoding: text.encoding, context: context)
      return reading.run(each: handle)
    } catch {
      return .refused("E_ENCODING", error.description, format: .icalendar)
    }
  }
}
