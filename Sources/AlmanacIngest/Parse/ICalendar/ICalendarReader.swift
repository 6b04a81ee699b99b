import AlmanacModel

/// Reads iCalendar (RFC 5545, with the properties of RFC 7986 and of vendors).
///
/// It is lenient: content that cannot be read becomes a finding on the entry or the document. A
/// document is read in two passes: first the declarations of its calendars, then their events.
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
    .collecting { read(bytes, context: context, each: $0) }
  }

  /// Reads a document and passes on each event as soon as it is read; the returned feed has none.
  /// Ignore the events if the document is rejected.
  static func read(
    _ bytes: [UInt8], context: ReadingContext, each handle: (consuming Entry) -> Void
  ) -> ParsedFeed {
    if bytes.allSatisfy({ $0 <= 0x20 }) {
      return .refused("E_EMPTY", "the document is empty", format: .icalendar)
    }
    do throws(DocumentRefusal) {
      let text = try CalendarEncoding.decode(bytes, contentType: context.contentType)
      return try read(text.bytes, text.encoding, context, each: handle)
    } catch {
      return .refused(error, format: .icalendar)
    }
  }

  private static func read(
    _ bytes: [UInt8], _ encoding: String, _ context: ReadingContext,
    each handle: (consuming Entry) -> Void
  ) throws(DocumentRefusal) -> ParsedFeed {
    var document = Document(format: .icalendar)
    let declarations = CalendarDeclarations(bytes, context: context)
    var times = EventTimeReader(zones: CalendarZones(declarations, context: context))
    document.timezone = times.zones.documentZone
    document.encoding = encoding
    let (parser, refusal) = DocumentPipeline.run(
      isConcurrent: bytes.count >= context.limits.concurrentBytes
    ) { put -> (ICalParser, DocumentRefusal?) in
      var parser = ICalParser(
        bytes, wanted: ["VEVENT"], skipsEntries: false, limits: context.limits)
      var (count, start) = (0, 0)
      do throws(DocumentRefusal) {
        while let part = parser.next() {
          guard case .component(let component, let calendar) = part else { continue }
          try context.limits.admit(count)
          count += 1
          put((component, calendar), parser.position - start)
          start = parser.position
        }
      } catch {
        return (parser, error)
      }
      return (parser, nil)
    } map: { events in
      events
    } take: { events in
      // Zones depend on the events before: on the budget that is left, and on findings reported once.
      for (component, calendar) in events {
        document.entryCount += 1
        times.zones.enter(calendar: calendar)
        var event = VEventParser(component, context)
        var entry = event.read(&times)
        if declarations.cancelling.contains(calendar) { entry.status = .cancelled }
        handle(entry)
      }
    }
    if let refusal { throw refusal }
    guard parser.calendars > 0 || document.entryCount > 0 || !parser.skipped.isEmpty else {
      return .refused(
        "E_NOT_A_FEED", "the document holds no calendar: there is no BEGIN:VCALENDAR",
        format: .icalendar)
    }
    declarations.properties.apply(to: &document)
    var diagnostics = parser.diagnostics
    if bytes.firstIndex(of: 0, from: 0) != nil { diagnostics.note(.calendarNUL) }
    document.problems += diagnostics.findings + parser.findings + times.zones.findings
    return ParsedFeed(document: document)
  }
}
