import AlmanacModel

/// One pass over one calendar document.
struct CalendarReading {
  private var scanner: ComponentScanner
  private var events: EventReader
  private var document = Document(format: .icalendar)
  private var properties: CalendarProperties
  private var entries: [Entry] = []
  private let limits: ReadingLimits

  /// The lines of the event that is open, and where it began.
  private var event: (lines: [ContentLine], number: Int)?
  /// Names of the components that are open inside or beside the event.
  private var open: [String] = []
  private var tally = CalendarTally()

  init(_ bytes: [UInt8], encoding: String, context: ReadingContext) {
    scanner = ComponentScanner(bytes, depthLimit: min(context.limits.depth, 64))
    let zones = CalendarZones(bytes, context: context)
    events = EventReader(zones: zones, context: context)
    properties = CalendarProperties(baseURL: context.baseURL)
    limits = context.limits
    document.timezone = zones.calendarZone
    document.encoding = encoding
    tally.nulBytes = bytes.contains(0)
  }

  mutating func run() -> ParsedFeed {
    while let item = scanner.next() {
      switch item {
      case .begin(let name, let number): begin(name, number)
      case .property(let line): take(line)
      case .stray(let line): takeStray(line)
      case .end(let name, let isClosed, let number): end(name, isClosed: isClosed, number)
      case .tooDeep(let number): tally.tooDeep = tally.tooDeep ?? number
      }
      if entries.count > limits.entries {
        return .refused(
          "E_ITEM_COUNT", "the calendar has more than \(limits.entries) events",
          format: .icalendar)
      }
    }
    return finished()
  }

  private mutating func begin(_ name: String, _ number: Int) {
    open.append(name)
    switch name {
    case "VCALENDAR": tally.calendars += 1
    case "VEVENT" where event == nil: event = ([], number)
    case "VTODO", "VJOURNAL", "VFREEBUSY", "VALARM": tally.skipped[name, default: 0] += 1
    default: break
    }
  }

  private mutating func take(_ line: ContentLine) {
    tally.noteEncoding(of: line)
    switch open.last {
    case "VEVENT": event?.lines.append(line)
    case "VCALENDAR": properties.take(line)
    // Without BEGIN:VCALENDAR, or after its end.
    case nil: tally.outside = tally.outside ?? line.number
    // Alarms, zones and what else is nested have properties of the same names.
    default: break
    }
  }

  /// A line that is no property goes on with the text before it: LiveWhale leaves raw line ends in
  /// X-ALT-DESC.
  private mutating func takeStray(_ line: LogicalLines.Line) {
    tally.strayLines += 1
    tally.firstStray = tally.firstStray ?? line.number
    guard open.last == "VEVENT", let last = event?.lines.last,
      ["DESCRIPTION", "X-ALT-DESC", "COMMENT", "X-LIVEWHALE-SUMMARY"].contains(last.name)
    else { return }
    var value = Array(last.value)
    value.append(0x0A)
    value.append(contentsOf: line.bytes)
    let index = (event?.lines.count ?? 1) - 1
    event?.lines[index].value = value[...]
  }

  private mutating func end(_ name: String, isClosed: Bool, _ number: Int) {
    if let index = open.lastIndex(of: name) { open.removeSubrange(index...) }
    if !isClosed, number == 0 { tally.isTruncated = true }
    if !isClosed, number > 0 { tally.unclosed = tally.unclosed ?? (name, number) }
    guard name == "VEVENT", let event else { return }
    self.event = nil
    entries.append(events.read(event.lines, number: event.number))
  }

  private mutating func finished() -> ParsedFeed {
    guard tally.calendars > 0 || !entries.isEmpty else {
      return .refused(
        "E_NOT_A_FEED", "the document holds no calendar: there is no BEGIN:VCALENDAR",
        format: .icalendar)
    }
    properties.apply(to: &document, cancelling: &entries)
    document.entryCount = entries.count
    document.problems += tally.findings
    return ParsedFeed(document: document, entries: entries)
  }
}
