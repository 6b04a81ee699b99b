import AlmanacModel

/// Reads the calendars of one document in two passes: first their declarations, then their events.
struct CalendarReading {
  private let declarations: CalendarDeclarations
  private var parser: ICalParser
  private var mapper: EventMapper
  private var document = Document(format: .icalendar)
  private let limits: ReadingLimits
  private let hasNUL: Bool

  init(_ bytes: [UInt8], encoding: String, context: ReadingContext) {
    declarations = CalendarDeclarations(bytes, context: context)
    let zones = CalendarZones(declarations, context: context)
    document.timezone = zones.documentZone
    document.encoding = encoding
    mapper = EventMapper(zones: zones, context: context)
    parser = ICalParser(bytes, wanted: ["VEVENT"], skipsEntries: false, limits: context.limits)
    limits = context.limits
    hasNUL = bytes.firstIndex(of: 0, from: 0) != nil
  }

  /// - Parameter handle: Called with each event in document order.
  mutating func run(each handle: (Entry) -> Void) -> ParsedFeed {
    while let part = parser.next() {
      guard case .component(let component, let calendar) = part else { continue }
      guard document.entryCount < limits.entries else {
        return .refused(
          "E_ITEM_COUNT", "the calendar has more than \(limits.entries) events",
          format: .icalendar)
      }
      document.entryCount += 1
      var entry = mapper.entry(of: component, in: calendar)
      if declarations.cancelling.contains(calendar) { entry.status = .cancelled }
      handle(entry)
    }
    guard parser.calendars > 0 || document.entryCount > 0 || !parser.skipped.isEmpty else {
      return .refused(
        "E_NOT_A_FEED", "the document holds no calendar: there is no BEGIN:VCALENDAR",
        format: .icalendar)
    }
    declarations.properties.apply(to: &document)
    var diagnostics = parser.diagnostics
    if hasNUL { diagnostics.note(.calendarNUL) }
    document.problems += diagnostics.findings + skippedComponents + mapper.times.zones.findings
    return ParsedFeed(document: document)
  }

  private var skippedComponents: [Finding] {
    guard !parser.skipped.isEmpty else { return [] }
    let counts = parser.skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return [
      Finding("W_SKIPPED_COMPONENTS", message: "not events: \(counts.joined(separator: ", "))")
    ]
  }
}
