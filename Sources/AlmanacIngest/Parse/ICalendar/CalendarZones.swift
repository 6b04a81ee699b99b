import AlmanacModel
import AlmanacTime

/// Resolves the TZIDs of one document to zones.
///
/// A VTIMEZONE and a declared zone apply to their own VCALENDAR only; `enter` selects it.
struct CalendarZones {
  /// The way in which a name was resolved, in order of precedence.
  enum Path: String {
    case iana, windows, vendor, location, equivalent, definition, described, calendar, assumed
  }

  enum Meaning {
    /// A database zone. `definition` has the clocks of the calendar's VTIMEZONE if they differ in
    /// that year.
    case zone(Zone, Path, definition: DefinedClocks?)
    /// A zone known only by the document's own rules.
    case definition(Zone, isConstant: Bool)
    /// No zone is known; the time is to be read like one without a zone.
    case floating
    case unknown
  }

  struct DefinedClocks {
    let zone: Zone
    /// The first onset; before it a VTIMEZONE defines nothing (RFC 5545, section 3.6.5).
    let firstOnset: CivilDateTime
  }

  let zones: ZoneDatabase
  /// The zone of times without one; nil leaves them floating.
  private(set) var floatingZone: Zone?
  /// The zone that the current calendar declares, usually as X-WR-TIMEZONE.
  private(set) var calendarZone: Zone?
  /// The zone's IANA name if all calendars of the document that declare one agree.
  let documentZone: String?
  /// The remaining budget for the document's definitions.
  private(set) var budget: ReadBudget

  private let calendars: [Int: CalendarDeclarations.Zones]
  private let definitions: [ZoneDefinition]
  /// The number of the current calendar.
  private var current = 0
  private let contextZone: Zone?
  private let assumesZones: Bool
  /// Names of unusable definitions.
  private var unused: Set<String>
  /// By index of the definition; nil if its clocks are unknown.
  private var clocks: [Int: Zone?] = [:]
  /// Clocks that differ from the database zone of the same name in a year; nil if they agree.
  private var otherClocks: [Comparison: DefinedClocks?] = [:]
  private var comparisons = ReadBudget()
  private var meanings: [Key: Meaning] = [:]
  private var last: (key: Key, meaning: Meaning)?
  /// How names that are not IANA's were resolved.
  private var paths: [Reading: Path] = [:]
  private var differences: [String: String] = [:]
  /// Declared zones that are not understood.
  private var unknownZones: Set<String> = []

  private struct Key: Hashable {
    let name: String
    let year: Int
  }

  private struct Comparison: Hashable {
    let definition: Int
    let zone: String
    let year: Int
  }

  private struct Reading: Hashable {
    let name: String
    let zone: String
  }

  /// The number of names that are reported.
  private static let reportLimit = 64

  init(_ declarations: CalendarDeclarations, context: ReadingContext) {
    zones = context.zones
    calendars = declarations.zones
    definitions = declarations.definitions
    budget = declarations.budget
    unused = declarations.damaged
    assumesZones = context.assumesZones
    contextZone = context.zone
    let named = calendars.filter { $0.value.name != nil }.sorted { $0.key < $1.key }
    let names = Set(named.prefix(1_000).compactMap(\.value.name))
    let found = Set(names.compactMap { TimeZoneName($0).zone(in: context.zones)?.identifier })
    documentZone = found.count == 1 ? found.first : nil
    enterCalendar(0)
  }

  /// Selects a calendar by its number.
  mutating func enter(calendar: Int) {
    if calendar != current { enterCalendar(calendar) }
  }

  private mutating func enterCalendar(_ index: Int) {
    current = index
    let name = calendars[index]?.name
    calendarZone = name.flatMap { TimeZoneName($0).zone(in: zones) }
    if let name, calendarZone == nil, unknownZones.count < Self.reportLimit {
      unknownZones.insert(name)
    }
    // Floating times stay floating if the context has no zone (RFC 5545, section 3.3.5, form 1).
    floatingZone = contextZone == nil ? nil : calendarZone ?? contextZone
    meanings = [:]
    last = nil
  }

  /// The name of the zone of a vCalendar 1.0, for times without one. An offset alone is that of
  /// standard time, so that a source's zone with the same one is preferred.
  var plainName: String? {
    guard calendarZone == nil, let zones = calendars[current],
      let index = zones.definitions[PlainZone.name.lowercased()]
    else { return nil }
    let standard = contextZone.map { TimeZoneName.offsets(of: $0, self.zones).min() }
    return definitions[index].constantOffset.map { $0 == standard } == true ? nil : PlainZone.name
  }

  /// The zone in which a UTC time is converted to a day, and whether the calendar declares it.
  var dayZone: (zone: Zone, isCertain: Bool) {
    if let calendarZone { return (calendarZone, true) }
    return (contextZone ?? .utc, false)
  }

  /// Resolves a name for a time in a year: two zones may agree in one year and differ in another.
  mutating func meaning(of name: String, year: Int) -> Meaning {
    if let last, last.key.name == name, last.key.year == year { return last.meaning }
    let key = Key(name: name, year: year)
    let meaning = meanings[key] ?? find(TimeZoneName(name), year: year)
    // The number of names in a document is unbounded.
    if meanings.count < 4_096 { meanings[key] = meaning }
    last = (key, meaning)
    return meaning
  }

  private mutating func find(_ name: TimeZoneName, year: Int) -> Meaning {
    let index = calendars[current]?.definitions[name.key]
    if let (zone, path) = name.registered(in: zones) {
      let other = index.flatMap { clocks(of: $0, differingFrom: zone, in: year) }
      return noted(name, zone, path, definition: other)
    }
    if let index, let meaning = meaning(of: name, definedBy: index, year: year) { return meaning }
    if let zone = name.described(in: zones) { return noted(name, zone, .described) }
    // Only a meaningless name may stand for the calendar's zone.
    if index == nil, name.isMeaningless, let calendarZone {
      return noted(name, calendarZone, .calendar)
    }
    guard assumesZones else { return .unknown }
    note(name, .assumed, floatingZone?.identifier)
    return .floating
  }

  private mutating func meaning(
    of name: TimeZoneName, definedBy index: Int, year: Int
  ) -> Meaning? {
    let definition = definitions[index]
    if let location = definition.location, let zone = zones.zone(named: location) {
      let other = clocks(of: index, differingFrom: zone, in: year)
      return noted(name, zone, .location, definition: other)
    }
    guard let own = clocks(of: index, name) else { return nil }
    if definition.constantOffset == nil,
      let zone = TimeZoneMatcher(own, year: year, zones: zones)?.zone
    {
      return noted(name, zone, .equivalent)
    }
    note(name, .definition, definition.constantOffset.map { Zone.fixed(offset: $0).identifier })
    return .definition(own, isConstant: definition.constantOffset != nil)
  }

  private mutating func clocks(of index: Int, _ name: TimeZoneName) -> Zone? {
    if let known = clocks[index] { return known }
    let own = definitions[index].clocks(named: name.text, zones: zones, budget: &budget)
    clocks[index] = .some(own)
    if own == nil, unused.count < Self.reportLimit { unused.insert(name.text) }
    return own
  }

  // MARK: Comparison of a zone with its VTIMEZONE

  /// The clocks of a definition if they differ from the zone of the same name in that year.
  private mutating func clocks(
    of index: Int, differingFrom zone: Zone, in year: Int
  ) -> DefinedClocks? {
    let key = Comparison(definition: index, zone: zone.identifier, year: year)
    if let known = otherClocks[key] { return known }
    let own = definitions[index].clocks(
      named: zone.identifier, in: year, zones: zones, budget: &comparisons)
    let first = definitions[index].observances.map(\.start).min()
    var other: DefinedClocks?
    if let own, let first, !Self.agree(own, zone, in: year) {
      other = DefinedClocks(zone: own, firstOnset: first)
    }
    if otherClocks.count < 4_096 { otherClocks[key] = .some(other) }
    return other
  }

  private static func agree(_ first: Zone, _ second: Zone, in year: Int) -> Bool {
    guard let day = CivilDate(year: year, month: 1, day: 1) else { return true }
    // Either zone may enter the year a day before or after UTC.
    let start = Zone.utc.startOfDay(day) - 86_400
    let end = start + 368 * 86_400
    let changes = [first, second].map { zone in
      zone.transitions(from: start, to: end).map {
        [$0.instant.secondsSinceEpoch, Int64($0.offsetAfter)]
      }
    }
    return first.offset(at: start) == second.offset(at: start) && changes[0] == changes[1]
  }

  /// The contradiction between a time that had no zone and the calendar's VTIMEZONEs: none of them
  /// has its offset. A calendar with many zones suggests none.
  mutating func conflict(with time: ZonedTime) -> ZoneConflict? {
    guard let names = calendars[current]?.definitions.keys, names.count <= 16 else { return nil }
    var other: String?
    for name in names.sorted() {
      switch meaning(of: name, year: time.local.date.year) {
      case .zone(let zone, _, _), .definition(let zone, _):
        if ZonedTime(local: time.local, in: zone).offset == time.offset { return nil }
        other = other ?? zone.identifier
      case .floating, .unknown: break
      }
    }
    return other.map {
      ZoneConflict(
        readIn: time.zone, but: "the only VTIMEZONE is of '\(FieldText.excerpt($0, 60))'")
    }
  }

  /// Reports a time whose offset by the database differs from that by the VTIMEZONE.
  mutating func noteDifference(_ name: String, _ time: ZonedTime, definition offset: Int) {
    guard differences[name] == nil, differences.count < Self.reportLimit else { return }
    differences[name] =
      "the TZID '\(FieldText.excerpt(name, 60))' was read as \(time.zone ?? ""), which has "
      + "\(Zone.fixed(offset: time.offset)) at \(time.local); its VTIMEZONE has "
      + "\(Zone.fixed(offset: offset)): compare this event with its page"
  }

  // MARK: Findings

  private mutating func noted(
    _ name: TimeZoneName, _ zone: Zone, _ path: Path, definition: DefinedClocks? = nil
  ) -> Meaning {
    if path != .iana { note(name, path, zone.identifier) }
    return .zone(zone, path, definition: definition)
  }

  private mutating func note(_ name: TimeZoneName, _ path: Path, _ zone: String?) {
    let reading = Reading(name: name.text, zone: zone ?? "")
    if paths.count < Self.reportLimit { paths[reading] = path }
  }

  /// Findings about unusable definitions and about names that are not IANA's.
  var findings: [Finding] {
    unused.sorted().map { name in
      Finding(
        "W_VTIMEZONE",
        message: name.isEmpty
          ? "a VTIMEZONE has no TZID and was not used"
          : "the VTIMEZONE '\(FieldText.excerpt(name, 60))' cannot be read or has too many changes, "
            + "and was not used")
    }
      + unknownZones.sorted().map { name in
        Finding(
          "W_TZ_ASSUMED", severity: .warning,
          message: "the calendar's zone '\(FieldText.excerpt(name, 60))' is unknown: times without "
            + "a zone were read as if it were absent; set 'timezone' in feed.yaml")
      }
      + differences.sorted { $0.key < $1.key }.map { _, message in
        Finding("W_TZ_DIFFERS", severity: .warning, message: message)
      } + pathFindings
  }

  private var pathFindings: [Finding] {
    paths.sorted { ($0.key.name, $0.key.zone) < ($1.key.name, $1.key.zone) }.map { reading, path in
      let isGuess = path == .calendar || path == .assumed
      return Finding(
        isGuess ? "W_TZ_ASSUMED" : "I_TZ", severity: isGuess ? .warning : .info,
        message: "the TZID '\(FieldText.excerpt(reading.name, 60))' was read as "
          + Self.text(of: reading.zone, path))
    }
  }

  private static func text(of zone: String, _ path: Path) -> String {
    switch path {
    case .iana: zone
    case .windows: "\(zone), as Windows names it"
    case .vendor: "\(zone), which ends the name"
    case .location: "\(zone), from its X-LIC-LOCATION"
    case .equivalent: "\(zone), whose clocks agree with its VTIMEZONE"
    case .definition:
      zone.isEmpty ? "the rules of its VTIMEZONE" : "\(zone), from its VTIMEZONE"
    case .described: "\(zone), which its words describe"
    case .calendar:
      "\(zone), the calendar's zone; ask the publisher for an IANA name or a VTIMEZONE"
    case .assumed:
      zone.isEmpty ? "no zone, because it is unknown" : "\(zone), because it is unknown"
    }
  }
}
