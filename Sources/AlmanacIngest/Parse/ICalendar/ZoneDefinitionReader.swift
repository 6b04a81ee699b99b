import AlmanacTime

/// Reads the VTIMEZONEs and the X-WR-TIMEZONE of a document, which may stand behind their use.
struct ZoneDefinitionReader {
  private(set) var definitions: [String: ZoneDefinition] = [:]
  private(set) var calendarZone: String?
  /// Names of the definitions that say nothing, because a part of them cannot be read.
  private(set) var damaged: Set<String> = []

  private var names: [String] = []
  private var current = ZoneDefinition()
  private var observance: ObservanceLines?

  /// More than any zone's history, told change by change, and more zones than one calendar needs.
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
    var scanner = ComponentScanner(
      ZoneExcerpt.excerpt(of: document), depthLimit: depthLimit)
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
    case ("VCALENDAR", .vendorZone): calendarZone = calendarZone ?? Self.trimmed(line.text)
    // The Events Calendar writes two TZIDs in one VTIMEZONE: both are meant.
    case ("VTIMEZONE", .zoneID):
      let name = Self.trimmed(line.text)
      if !name.isEmpty { names.append(name) }
    case ("VTIMEZONE", .zoneLocation): current.location = Self.trimmed(line.text)
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
      for part in line.text.split(separator: ",") {
        // A period's start; a whole day is its midnight.
        let start = part.prefix { $0 != "/" }
        guard let time = DateTimeText(start) else {
          observance.isDamaged = true
          continue
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

  /// Of two definitions of one name the first stands, as long as it can be read.
  private mutating func closeDefinition() {
    if names.isEmpty { damaged.insert("") }
    if !current.isUsable, damaged.count < 64 { damaged.formUnion(names) }
    for name in names where definitions[name]?.isUsable != true {
      guard definitions.count < Self.definitionLimit || definitions[name] != nil else { return }
      definitions[name] = current
    }
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

  private static func trimmed(_ text: String) -> String {
    text.trimming { $0.isWhitespace || $0 == "\"" }
  }
}
