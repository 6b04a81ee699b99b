import AlmanacModel

/// One pass over one calendar document.
struct CalendarReading {
  private var scanner: ComponentScanner
  private var events: EventReader
  private var document = Document(format: .icalendar)
  private var properties: CalendarProperties
  /// Events read so far.
  private var entryCount = 0
  private var tasks: [Entry] = []
  private let limits: ReadingLimits

  /// VEVENT or VTODO, while one is being read.
  private var component: String?
  /// Whether METHOD cancels that event.
  private var isCancelling = false
  /// Names of the components that are open inside or beside it.
  private var open: [String] = []
  private var place = Place.outside
  private var tally = CalendarTally()

  /// What the properties at hand belong to.
  private enum Place {
    case outside, calendar, component, alarm, location
    /// Zones are read apart; other components have properties of the same names.
    case elsewhere
  }

  init(_ bytes: [UInt8], encoding: String, context: ReadingContext) {
    scanner = ComponentScanner(bytes, depthLimit: min(context.limits.depth, 64))
    let zones = CalendarZones(bytes, context: context)
    document.timezone = zones.documentZone
    events = EventReader(zones: zones, context: context)
    properties = CalendarProperties(baseURL: context.baseURL)
    limits = context.limits
    document.encoding = encoding
    tally.nulBytes = bytes.contains(0)
  }

  /// - Parameter take: is given each event in document order.
  mutating func run(each take: (Entry) -> Void) -> ParsedFeed {
    while let item = scanner.next() {
      switch consume item {
      case .begin(let name, let number): begin(name, number)
      case .property(let line): read(line)
      case .stray(let line): readStray(line)
      case .end(let name, let isClosed, let number):
        if let entry = end(name, isClosed: isClosed, number) { take(entry) }
      case .tooDeep(let number): tally.tooDeep = tally.tooDeep ?? number
      }
      if entryCount + tasks.count > limits.entries {
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
    case "VCALENDAR":
      tally.calendars += 1
      properties.beginCalendar()
    case "VEVENT" where component == nil, "VTODO" where component == nil:
      component = name
      isCancelling = properties.isCancelling
      events.begin(at: number)
      if tally.calendars == 0 { tally.fragment = tally.fragment ?? number }
    case "VALARM" where component != nil: events.beginAlarm(at: number)
    case "VTODO", "VJOURNAL", "VFREEBUSY", "VALARM": tally.skipped[name, default: 0] += 1
    default: break
    }
    place = currentPlace
  }

  private var currentPlace: Place {
    switch open.last {
    case nil: .outside
    case "VCALENDAR": .calendar
    case component: .component
    case "VALARM" where component != nil: .alarm
    case "VLOCATION" where component != nil: .location
    default: .elsewhere
    }
  }

  private mutating func read(_ line: ContentLine) {
    tally.noteEncoding(of: line)
    switch place {
    case .component: events.take(line)
    case .calendar: properties.take(line)
    case .alarm: events.takeAlarm(line)
    case .location: events.takePlace(line)
    // Without BEGIN:VCALENDAR, or after its end.
    case .outside: tally.outside = tally.outside ?? line.number
    case .elsewhere: break
    }
  }

  private mutating func readStray(_ line: LogicalLines.Line) {
    tally.strayLines += 1
    tally.firstStray = tally.firstStray ?? line.number
    if place == .component { events.takeStray(line) }
  }

  /// Returns the event that ends there.
  private mutating func end(_ name: String, isClosed: Bool, _ number: Int) -> Entry? {
    defer { place = currentPlace }
    if open.last == name {
      open.removeLast()
    } else if let index = open.lastIndex(of: name) {
      open.removeSubrange(index...)
    }
    if !isClosed, number == 0 { tally.isTruncated = true }
    if !isClosed, number > 0 { tally.unclosed = tally.unclosed ?? (name, number) }
    guard name == component else {
      if name == "VALARM", component != nil { events.endAlarm() }
      return nil
    }
    component = nil
    var entry = events.end()
    if isCancelling { entry.status = .cancelled }
    guard name == "VEVENT" else {
      tasks.append(entry)
      tally.skipped[name, default: 0] += 1
      return nil
    }
    entryCount += 1
    return entry
  }

  private mutating func finished() -> ParsedFeed {
    guard tally.calendars > 0 || entryCount > 0 || !tasks.isEmpty else {
      return .refused(
        "E_NOT_A_FEED", "the document holds no calendar: there is no BEGIN:VCALENDAR",
        format: .icalendar)
    }
    properties.apply(to: &document)
    document.entryCount = entryCount
    document.problems += tally.findings + events.times.zones.findings
    return ParsedFeed(document: document, tasks: tasks)
  }
}
