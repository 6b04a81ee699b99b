import AlmanacTime

/// Reads the VTIMEZONEs and the X-WR-TIMEZONE of each VCALENDAR, which may follow their use.
struct ZoneDefinitionReader {
  /// What one VCALENDAR declares: a TZID is defined within its iCalendar object only (RFC 5545
  /// section 3.2.19).
  struct Calendar {
    /// Line of its BEGIN:VCALENDAR; 0 for the first calendar.
    let line: Int
    /// X-WR-TIMEZONE.
    var zone: String?
    /// Indices into `definitions`, by TZID.
    var definitions: [String: Int] = [:]
  }

  /// In document order.
  private(set) var calendars: [Calendar] = []
  /// The definitions of all calendars, none twice: many documents repeat one in each calendar.
  private(set) var definitions: [ZoneDefinition] = []
  /// Names of the definitions that have a part that cannot be read.
  private(set) var damaged: Set<String> = []
  private(set) var budget = ZoneBudget()

  private var indices: [ZoneDefinition: Int] = [:]
  private var calendar = Calendar(line: 0)
  private var names: [String] = []
  private var current = ZoneDefinition()
  private var observance: ObservanceLines?

  /// More than the history of any zone has changes, and more zones than one calendar needs.
  private static let observanceLimit = 1_024
  private static let definitionLimit = 256

  private struct ObservanceLines {
    var start: CivilDateTime?
    var offsetFrom: Int?
    var offsetTo: Int?
    var rules: [RecurrenceRule] = []
    var additions: [CalendarTime] = []
    var isDamaged = false
  }

  init(_ document: [UInt8], depthLimit: Int) {
    ZoneExcerpt.forEachCalendar(in: document) { line, excerpt in
      calendar = Calendar(line: line)
      if !excerpt.isEmpty { read(excerpt, depthLimit: depthLimit) }
      calendars.append(calendar)
    }
  }

  private mutating func read(_ excerpt: [UInt8], depthLimit: Int) {
    var scanner = ComponentScanner(excerpt, depthLimit: depthLimit)
    while let item = scanner.next() {
      switch item {
      case .begin("VTIMEZONE", _):
        names = []
        current = ZoneDefinition()
      case .begin("STANDARD", _), .begin("DAYLIGHT", _): observance = ObservanceLines()
      case .end("STANDARD", _, _), .end("DAYLIGHT", _, _): closeObservance()
      case .end("VTIMEZONE", _, _): closeDefinition()
      case .property(let line): read(line, in: scanner.open)
      default: break
      }
    }
  }

  private mutating func read(_ line: ContentLine, in open: [String]) {
    switch (open.last, line.property) {
    case ("VCALENDAR", .vendorZone):
      calendar.zone = calendar.zone ?? TimeZoneName(EscapedText.unescape(line.value)).text
    // The Events Calendar writes two TZIDs in one VTIMEZONE: both are meant.
    case ("VTIMEZONE", .zoneID):
      // TZID is TEXT here and a parameter elsewhere, which has no escapes.
      let name = TimeZoneName(EscapedText.unescape(line.value)).text
      if !name.isEmpty { names.append(name) }
    case ("VTIMEZONE", .zoneLocation): current.location = TimeZoneName(line.text).text
    case ("STANDARD", _), ("DAYLIGHT", _): readObservance(line)
    default: break
    }
  }

  private mutating func readObservance(_ line: ContentLine) {
    guard var observance else { return }
    switch line.property {
    case .start: observance.start = DateTimeText(line.value)?.civil
    case .offsetFrom: observance.offsetFrom = Self.offset(line.text)
    case .offsetTo: observance.offsetTo = Self.offset(line.text)
    case .rule:
      do {
        let rule = try RecurrenceRule(parsing: line.text)
        // Clocks that change every hour are no clocks.
        observance.rules.append(rule)
        if rule.frequency < .monthly { observance.isDamaged = true }
      } catch {
        observance.isDamaged = true
      }
    case .additions:
      for part in line.text.split(separator: ",", maxSplits: max(budget.onsets, 0)) {
        // A period's start; a whole day is its midnight.
        let start = part.prefix { $0 != "/" }
        guard let time = DateTimeText(start) else {
          observance.isDamaged = true
          continue
        }
        guard observance.additions.count < budget.onsets else {
          observance.isDamaged = true
          break
        }
        observance.additions.append(time.isUTC ? .zoned(time.universal) : .floating(time.civil))
      }
    default: break
    }
    self.observance = observance
  }

  private mutating func closeObservance() {
    defer { observance = nil }
    guard let observance, let start = observance.start, let offsetTo = observance.offsetTo,
      !observance.isDamaged, current.observances.count < Self.observanceLimit
    else {
      current.isDamaged = true
      return
    }
    current.observances.append(
      ZoneDefinition.Observance(
        start: start, offsetFrom: observance.offsetFrom ?? offsetTo, offsetTo: offsetTo,
        rules: observance.rules, additions: observance.additions))
  }

  /// If a calendar defines a name twice, the first definition that can be read counts.
  private mutating func closeDefinition() {
    if names.isEmpty { damaged.insert("") }
    if !current.isUsable, damaged.count < 64 { damaged.formUnion(names) }
    for name in names {
      let known = calendar.definitions[name]
      if let known, definitions[known].isUsable { continue }
      guard calendar.definitions.count < Self.definitionLimit || known != nil,
        let index = index(of: current)
      else { return }
      calendar.definitions[name] = index
    }
  }

  /// - Returns: nil if the document has more definitions than its budget allows.
  private mutating func index(of definition: ZoneDefinition) -> Int? {
    if let index = indices[definition] { return index }
    let onsets = definition.observances.reduce(1) { $0 + 1 + $1.additions.count }
    guard onsets <= budget.onsets else {
      if damaged.count < 64 { damaged.formUnion(names) }
      return nil
    }
    budget.spend(onsets: onsets)
    indices[definition] = definitions.count
    definitions.append(definition)
    return definitions.count - 1
  }

  /// `±HHMM[SS]` (RFC 5545 section 3.3.14), a colon or two tolerated; nil from 24 hours on.
  private static func offset(_ text: String) -> Int? {
    let digits = text.utf8.filter { 0x30...0x39 ~= $0 }.map { Int($0) - 0x30 }
    let others = text.utf8.filter { !(0x30...0x39 ~= $0) && $0 != 0x3A && $0 != 0x20 }
    guard digits.count == 4 || digits.count == 6, others.count <= 1,
      others.isEmpty || others == [0x2B] || others == [0x2D]
    else { return nil }
    let hours = digits[0] * 10 + digits[1]
    let minutes = digits[2] * 10 + digits[3]
    let seconds = digits.count == 6 ? digits[4] * 10 + digits[5] : 0
    guard hours < 24, minutes < 60, seconds < 60 else { return nil }
    let total = hours * 3600 + minutes * 60 + seconds
    return others == [0x2D] ? -total : total
  }
}
