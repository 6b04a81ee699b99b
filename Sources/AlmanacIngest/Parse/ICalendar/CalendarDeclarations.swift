import AlmanacModel
import AlmanacTime

/// The declarations of the VCALENDARs in a document: VTIMEZONEs, time zone, METHOD and
/// metadata. They may follow the events, so they are read first.
struct CalendarDeclarations {
  /// The zones of one VCALENDAR. A TZID is defined within its iCalendar object only (RFC 5545,
  /// section 3.2.19).
  struct Zones {
    /// X-WR-TIMEZONE; without it, TIMEZONE-ID or TZID, which programs write at this level, too.
    var name: String? { names[.vendorZone] ?? names[.otherZone] ?? names[.zoneID] }
    /// The first meaningful name of each property.
    var names: [CalendarProperty: String] = [:]
    /// Indices into `definitions`, by `TimeZoneName.key`.
    var definitions: [String: Int] = [:]
    /// The zone of vCalendar 1.0.
    var plain = PlainZone()
  }

  /// By the number of the calendar; calendars without declarations are missing.
  private(set) var zones: [Int: Zones] = [:]
  /// Numbers of the calendars with METHOD:CANCEL, which cancels their events (RFC 5546, section
  /// 3.2.5).
  private(set) var cancelling: Set<Int> = []
  /// The distinct definitions of all calendars; many documents repeat one in each calendar.
  private(set) var definitions: [ZoneDefinition] = []
  /// Names of definitions with a part that cannot be read.
  private(set) var damaged: Set<String> = []
  private(set) var budget = ReadBudget()
  private(set) var properties: CalendarProperties

  private var indices: [ZoneDefinition: Int] = [:]
  /// The number of the calendar whose METHOD was read last.
  private var lastMethod = 0

  /// More changes than any zone has had, and more zones than a calendar needs.
  private static let observanceLimit = 1_024
  private static let definitionLimit = 256

  init(_ document: [UInt8], context: ReadingContext) {
    properties = CalendarProperties(baseURL: context.baseURL)
    var parser = ICalParser(
      document, wanted: ["VTIMEZONE"], skipsEntries: true, limits: context.limits)
    while let part = parser.next() {
      switch part {
      case .property(let line, let calendar): read(line, of: calendar)
      case .component(let component, let calendar): define(component, in: calendar)
      }
    }
  }

  private mutating func read(_ line: ContentLine, of calendar: Int) {
    switch line.property {
    case .vendorZone, .otherZone, .zoneID:
      let name = TimeZoneName(ICalTextValue.unescape(line.value))
      if zones[calendar]?.names[line.property] == nil, !name.isMeaningless {
        zones[calendar, default: Zones()].names[line.property] = name.text
      }
    // The first METHOD of a calendar counts.
    case .plainOffset, .daylight:
      var plain = zones[calendar]?.plain ?? PlainZone()
      plain.take(line)
      let index = plain.definition.flatMap { self.index(of: $0, []) }
      zones[calendar, default: Zones()].plain = plain
      zones[calendar]?.definitions[PlainZone.name.lowercased()] = index
    case .method where calendar != lastMethod:
      lastMethod = calendar
      if line.text.uppercased() == "CANCEL" { cancelling.insert(calendar) }
    default: properties.take(line)
    }
  }

  // MARK: VTIMEZONE

  /// Adds a definition. Of several with one name in a calendar, the first usable one counts.
  private mutating func define(_ component: ICalComponent, in calendar: Int) {
    let (names, definition) = definition(of: component)
    if names.isEmpty { damaged.insert("") }
    if !definition.isUsable, damaged.count < 64 { damaged.formUnion(names) }
    for name in names.map({ $0.lowercased() }) {
      let known = zones[calendar]?.definitions[name]
      if let known, definitions[known].isUsable { continue }
      guard (zones[calendar]?.definitions.count ?? 0) < Self.definitionLimit || known != nil,
        let index = index(of: definition, names)
      else { return }
      zones[calendar, default: Zones()].definitions[name] = index
    }
  }

  /// - Returns: nil if the document exceeds the budget for definitions.
  private mutating func index(of definition: ZoneDefinition, _ names: [String]) -> Int? {
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

  /// Reads a VTIMEZONE. The Events Calendar writes two TZIDs in one, which name the same zone.
  private func definition(of component: ICalComponent) -> ([String], ZoneDefinition) {
    var names: [String] = []
    var definition = ZoneDefinition()
    for line in component.properties {
      switch line.property {
      // TZID is a TEXT value here, with escapes, but a parameter elsewhere.
      case .zoneID: names.append(TimeZoneName(ICalTextValue.unescape(line.value)).text)
      case .zoneLocation: definition.location = TimeZoneName(line.text).text
      default: break
      }
    }
    for part in component.components where part.name == "STANDARD" || part.name == "DAYLIGHT" {
      if definition.observances.count < Self.observanceLimit, let observance = observance(of: part)
      {
        definition.observances.append(observance)
      } else {
        definition.isDamaged = true
      }
    }
    return (names.filter { !$0.isEmpty }, definition)
  }

  /// Reads a STANDARD or DAYLIGHT component; nil if a part of it cannot be read.
  private func observance(of component: ICalComponent) -> ZoneDefinition.Observance? {
    var start: CivilDateTime?
    var offsetFrom: Int?
    var offsetTo: Int?
    var rules: [RecurrenceRule] = []
    var additions: [CalendarTime] = []
    for line in component.properties {
      switch line.property {
      case .start: start = DateTimeText(line.value)?.civil
      case .offsetFrom: offsetFrom = Self.offset(line.text)
      case .offsetTo: offsetTo = Self.offset(line.text)
      case .rule:
        // Reject rules by which the offset would change more often than monthly.
        do {
          let rule = try RecurrenceRule(parsing: line.text)
          if rule.frequency < .monthly { return nil }
          rules.append(rule)
        } catch {
          // The caller reports the names of the definition.
          return nil
        }
      case .additions:
        for part in line.text.split(separator: ",", maxSplits: max(budget.onsets, 0)) {
          // Of a period, the start counts; a date means its midnight.
          guard let time = DateTimeText(part.prefix { $0 != "/" }), additions.count < budget.onsets
          else { return nil }
          additions.append(time.isUTC ? .zoned(time.universal) : .floating(time.civil))
        }
      default: break
      }
    }
    guard let start, let offsetTo, !component.isCut else { return nil }
    return ZoneDefinition.Observance(
      start: start, offsetFrom: offsetFrom ?? offsetTo, offsetTo: offsetTo, rules: rules,
      additions: additions)
  }

  /// Parses `±HHMM[SS]` (RFC 5545, section 3.3.14) with optional colons; nil from 24 hours on.
  static func offset(_ text: String) -> Int? {
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
