import AlmanacModel
import AlmanacTime

/// What the TZIDs of one document mean.
struct CalendarZones {
  /// Which of the ways led to a zone, in the order in which they are tried.
  enum Path: String {
    case iana, windows, vendor, location, equivalent, definition, calendar, assumed
  }

  enum Meaning {
    case zone(Zone, Path)
    /// Only the document's own rules are known; the clocks they make.
    case definition(Zone, isConstant: Bool)
    /// Nothing is known, and the time is to be read as one that states no zone.
    case floating
    case unknown
  }

  let zones: ZoneDatabase
  /// The zone of times that state none; nil leaves them floating.
  let floatingZone: Zone?
  /// IANA name of the document's X-WR-TIMEZONE, where it is one.
  let calendarZone: String?
  private let definitions: [String: ZoneDefinition]
  private let damaged: Set<String>
  private let assumesZones: Bool
  private var clocks: [String: Zone] = [:]
  private var meanings: [Key: Meaning] = [:]
  private var last: (key: Key, meaning: Meaning)?
  /// What names other than IANA's were read as, by name.
  private var paths: [String: (path: Path, zone: String)] = [:]

  private struct Key: Hashable {
    let name: String
    let year: Int
  }

  init(_ document: [UInt8], context: ReadingContext) {
    let reader = ZoneDefinitionReader(document, depthLimit: context.limits.depth)
    zones = context.zones
    definitions = reader.definitions
    damaged = reader.damaged
    let stated = reader.calendarZone.flatMap { Self.named($0, in: context.zones)?.zone }
    calendarZone = stated?.identifier
    assumesZones = context.assumesZones
    // Floating times stay floating where nobody asked for a zone (RFC 5545 section 3.3.5, form 1).
    floatingZone = context.zone == nil ? nil : stated ?? context.zone
  }

  /// The year is that of the time in question: two zones may be one in a year and not in another.
  mutating func meaning(of name: String, year: Int) -> Meaning {
    if let last, last.key.name == name, last.key.year == year { return last.meaning }
    let key = Key(name: name, year: year)
    let meaning = meanings[key] ?? find(name, year: year)
    // Names come from the document, in any number.
    if meanings.count < 4_096 { meanings[key] = meaning }
    last = (key, meaning)
    return meaning
  }

  private mutating func find(_ name: String, year: Int) -> Meaning {
    if let (zone, path) = Self.named(name, in: zones) { return noted(name, zone, path) }
    guard let definition = definitions[name] else { return undefined(name) }
    if let location = definition.location, let zone = zones.zone(named: location) {
      return noted(name, zone, .location)
    }
    guard let own = clocks[name] ?? definition.clocks(named: name, zones: zones) else {
      return assumed(name)
    }
    clocks[name] = own
    if definition.constantOffset == nil,
      let zone = EquivalentZone(own, year: year, zones: zones)?.zone
    {
      return noted(name, zone, .equivalent)
    }
    note(name, .definition, definition.constantOffset.map { Zone.fixed(offset: $0).identifier })
    return .definition(own, isConstant: definition.constantOffset != nil)
  }

  /// A name that nothing explains: most likely it is the zone that the calendar says it is in.
  private mutating func undefined(_ name: String) -> Meaning {
    guard let calendarZone, let zone = zones.zone(named: calendarZone) else {
      return assumed(name)
    }
    return noted(name, zone, .calendar)
  }

  private mutating func assumed(_ name: String) -> Meaning {
    guard assumesZones else { return .unknown }
    note(name, .assumed, floatingZone?.identifier)
    return .floating
  }

  private mutating func noted(_ name: String, _ zone: Zone, _ path: Path) -> Meaning {
    if path != .iana { note(name, path, zone.identifier) }
    return .zone(zone, path)
  }

  private mutating func note(_ name: String, _ path: Path, _ zone: String?) {
    guard paths.count < 64 || paths[name] != nil else { return }
    paths[name] = (path, zone ?? "")
  }

  /// Which way each name took that is none of IANA's; the least certain are worth a look.
  var findings: [Finding] {
    damaged.sorted().map { name in
      let text = FieldText.clean(String(name.prefix(60))).text
      return Finding(
        "W_VTIMEZONE",
        message: name.isEmpty
          ? "a VTIMEZONE has no TZID and was not used"
          : "the VTIMEZONE '\(text)' has a part that cannot be read and was not used")
    } + pathFindings
  }

  private var pathFindings: [Finding] {
    paths.sorted { $0.key < $1.key }.map { name, found in
      let text = FieldText.clean(String(name.prefix(60))).text
      let isGuess = found.path == .calendar || found.path == .assumed
      return Finding(
        isGuess ? "W_TZ_ASSUMED" : "I_TZ", severity: isGuess ? .warning : .info,
        message: "the TZID '\(text)' was read as \(Self.text(of: found))")
    }
  }

  private static func text(of found: (path: Path, zone: String)) -> String {
    switch found.path {
    case .iana: found.zone
    case .windows: "\(found.zone), as Windows names it"
    case .vendor: "\(found.zone), which ends the name"
    case .location: "\(found.zone), from its X-LIC-LOCATION"
    case .equivalent: "\(found.zone), whose clocks agree with its VTIMEZONE"
    case .definition:
      found.zone.isEmpty ? "the rules of its VTIMEZONE" : "\(found.zone), from its VTIMEZONE"
    case .calendar:
      "\(found.zone), from X-WR-TIMEZONE; ask the publisher for an IANA name or a VTIMEZONE"
    case .assumed:
      found.zone.isEmpty
        ? "no zone, for nothing explains it" : "\(found.zone), for nothing explains it"
    }
  }

  /// UTF-8 bytes of a name that may lead to a zone by itself; those of Windows are sentences.
  private static let longestName = 255

  /// IANA, Windows and vendors' names. A vendor's prefix stands before an IANA name:
  /// `/freeassociation.sourceforge.net/Europe/Berlin`, `/softwarestudio.org/Tzfile/America/Chicago`.
  private static func named(_ text: String, in zones: ZoneDatabase) -> (zone: Zone, path: Path)? {
    guard text.utf8.count <= longestName else { return nil }
    let name = text.trimming { $0 == " " || $0 == "\"" || $0 == "'" }
    if !name.hasPrefix("/"), let zone = zones.zone(named: name) { return (zone, .iana) }
    if let identifier = WindowsZones.identifier(for: name), let zone = zones.zone(named: identifier)
    {
      return (zone, .windows)
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts.count < 12, !parts.contains("..") else { return nil }
    for start in 1..<(parts.count - 1) {
      let tail = parts[start...].joined(separator: "/")
      if !tail.hasPrefix("/"), let zone = zones.zone(named: tail) { return (zone, .vendor) }
    }
    return nil
  }
}
