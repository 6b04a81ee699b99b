import AlmanacTime

/// What the TZIDs of one document mean.
struct CalendarZones {
  /// Which of the ways led to a zone.
  enum Path: String {
    case iana, windows, vendor, location, equivalent
  }

  enum Meaning {
    case zone(Zone, Path)
    /// Only the document's own rules are known.
    case definition(ZoneDefinition)
    case unknown
  }

  let zones: ZoneDatabase
  /// The zone of times that state none; nil leaves them floating.
  let floatingZone: Zone?
  /// IANA name of the document's X-WR-TIMEZONE, where it is one.
  let calendarZone: String?
  private let definitions: [String: ZoneDefinition]
  private var meanings: [Key: Meaning] = [:]

  private struct Key: Hashable {
    let name: String
    let year: Int
  }

  init(_ document: [UInt8], context: ReadingContext) {
    let reader = ZoneDefinitionReader(document, depthLimit: context.limits.depth)
    zones = context.zones
    definitions = reader.definitions
    let stated = reader.calendarZone.flatMap { Self.named($0, in: context.zones)?.zone }
    calendarZone = stated?.identifier
    // Floating times stay floating where nobody asked for a zone (RFC 5545 section 3.3.5, form 1).
    floatingZone = context.zone == nil ? nil : stated ?? context.zone
  }

  /// The year is that of the time in question: two zones may be one in a year and not in another.
  mutating func meaning(of name: String, year: Int) -> Meaning {
    let key = Key(name: name, year: definitions[name] == nil ? 0 : year)
    if let known = meanings[key] { return known }
    let meaning = find(name, year: year)
    // Names come from the document, in any number.
    if meanings.count < 4_096 { meanings[key] = meaning }
    return meaning
  }

  private func find(_ name: String, year: Int) -> Meaning {
    if let (zone, path) = Self.named(name, in: zones) { return .zone(zone, path) }
    guard let definition = definitions[name] else { return .unknown }
    if let location = definition.location, let zone = zones.zone(named: location) {
      return .zone(zone, .location)
    }
    guard definition.isUsable else { return .unknown }
    if definition.constantOffset == nil,
      let zone = EquivalentZone(definition, year: year, zones: zones)?.zone
    {
      return .zone(zone, .equivalent)
    }
    return .definition(definition)
  }

  /// IANA, Windows and vendors' names. A vendor's prefix stands before an IANA name:
  /// `/freeassociation.sourceforge.net/Europe/Berlin`, `/softwarestudio.org/Tzfile/America/Chicago`.
  private static func named(_ text: String, in zones: ZoneDatabase) -> (zone: Zone, path: Path)? {
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
