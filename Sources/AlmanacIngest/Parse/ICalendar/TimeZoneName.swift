import AlmanacModel
import AlmanacTime

/// A TZID or X-WR-TIMEZONE, and its meaning without a VTIMEZONE.
struct TimeZoneName {
  /// Without surrounding white space and quotes, and without backslashes.
  let text: String

  /// The text by which a VTIMEZONE is found, in any case.
  var key: String { text.lowercased() }

  /// - Parameter text: A parameter value, which has no escapes, or an unescaped property value.
  ///   Some programs escape parameters too; no zone name contains a backslash.
  init(_ text: String) {
    let trimmed = text.filter { $0 != "\\" }
      .trimming { $0.isWhitespace || $0 == "\"" || $0 == "'" }
    self.text = trimmed.hasSuffix("/") ? String(trimmed.dropLast()) : trimmed
  }

  /// The limit of a name in UTF-8 bytes; names of Windows are whole phrases.
  private static let longestName = 255

  /// The zone with exactly this name in the IANA database, in Windows, or behind a vendor's prefix.
  func registered(in zones: ZoneDatabase) -> (zone: Zone, path: CalendarZones.Path)? {
    guard text.utf8.count <= Self.longestName else { return nil }
    if !text.hasPrefix("/"), let zone = zones.zone(named: text) { return (zone, .iana) }
    if let name = WindowsZones.identifier(for: text), let zone = zones.zone(named: name) {
      return (zone, .windows)
    }
    return vendorZone(in: zones).map { ($0, .vendor) }
  }

  /// The zone with exactly this name, or else the one that its words describe.
  func zone(in zones: ZoneDatabase) -> Zone? { registered(in: zones)?.zone ?? described(in: zones) }

  /// The IANA name after a vendor's prefix: `/freeassociation.sourceforge.net/Europe/Berlin`,
  /// `/softwarestudio.org/Tzfile/America/Chicago`, `tzone://Microsoft/Utc`.
  private func vendorZone(in zones: ZoneDatabase) -> Zone? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts.count < 12, !parts.contains("..") else { return nil }
    for start in 1..<(parts.count - 1) {
      let tail = parts[start...].joined(separator: "/")
      if !tail.hasPrefix("/"), let zone = zones.zone(named: tail) { return zone }
    }
    guard parts[0].isEmpty || parts[0].hasSuffix(":") else { return nil }
    return zones.zone(named: String(parts[parts.count - 1]))
  }

  // MARK: Descriptions

  /// The zone that the words of the name describe: a UTC offset, an entry of the Windows dialog, a
  /// city of the IANA database, an IANA name with a remark, or a POSIX TZ string.
  ///
  /// If the name contains an offset, the zone must have it.
  func described(in zones: ZoneDatabase) -> Zone? {
    guard text.utf8.count <= Self.longestName else { return nil }
    let name = HTMLEntities.decode(text).replacing("\u{2212}", with: "-")
    let zone = Self.annotated(name, zones) ?? Self.posix(name, zones)
    if let zone = zone ?? Self.standard(name).flatMap(zones.zone(named:)) { return zone }
    guard let prefix = OffsetPrefix(name) else { return Self.place(name, zones) }
    guard prefix.rest.isEmpty else { return Self.place(prefix, zones) }
    // `(UTC-05:00)` alone is a truncated dialog entry, whose zone may have daylight saving time.
    if prefix.isParenthesized { return prefix.seconds == nil ? .utc : nil }
    return prefix.seconds.map { Zone.fixed(offset: $0) } ?? .utc
  }

  /// Parses `Europe/London (BST)`, `America/New York` and `America-New_York`.
  private static func annotated(_ name: String, _ zones: ZoneDatabase) -> Zone? {
    var base = name.prefix { $0 != "(" }.split(separator: " ").joined(separator: "_")
    if let region = regions.first(where: { base.hasPrefix($0 + "-") }) {
      base = region + "/" + base.dropFirst(region.count + 1)
    }
    guard base.contains("/"), !base.contains(":") else { return nil }
    return zones.zone(named: base)
  }

  /// The Windows zone of `Central Daylight Time` and `Central European Summer Time`: Windows names a
  /// zone after its standard time.
  private static func standard(_ name: String) -> String? {
    var words = name.lowercased().split(separator: " ")
    guard words.count > 1, words.removeLast() == "time" else { return nil }
    if words.count > 1, ["daylight", "summer"].contains(words.last) { words.removeLast() }
    return WindowsZones.identifier(for: words.joined(separator: " ") + " standard time")
  }

  /// The database zone with the rules of a POSIX TZ string, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// Without rules or angle brackets, a word with a number need not be a TZ string.
  private static func posix(_ name: String, _ zones: ZoneDatabase) -> Zone? {
    let year = year(of: zones)
    guard name.contains(",") || name.hasPrefix("<"),
      let rules = Zone(posixRule: name, years: (year - 1)...(year + 3))
    else { return nil }
    return rules.isFixedOffset
      ? rules : TimeZoneMatcher(rules, year: year, zones: zones)?.zone
  }

  private static func place(_ prefix: OffsetPrefix, _ zones: ZoneDatabase) -> Zone? {
    let parts = prefix.rest.split { ",:;()&/".contains($0) }
      .flatMap { $0.split(separator: " - ") }
      .map { $0.trimming(while: \.isWhitespace) }
    let texts = [prefix.rest, prefix.rest + " (US & Canada)"] + parts
    return texts.lazy.compactMap { place($0, zones) ?? zones.zone(named: $0) }
      .first { offsets(of: $0, zones).contains(prefix.seconds ?? 0) }
  }

  private static func place(_ name: String, _ zones: ZoneDatabase) -> Zone? {
    guard !name.contains("/") else { return nil }
    if let zone = WindowsZones.identifier(forEntry: name) ?? WindowsZones.identifier(for: name) {
      return zones.zone(named: zone)
    }
    // An entry of the dialog lists cities of one zone.
    let cities = name.split(separator: ", ")
    if cities.count > 1 {
      let zones = cities.map { place(String($0), zones) }
      return zones.allSatisfy { $0 == zones[0] } ? zones[0] : nil
    }
    let city = name.replacing(" ", with: "_").replacing(".", with: "")
    let found = regions.compactMap { zones.zone(named: $0 + "/" + city) }
    return found.count == 1 ? found[0] : nil
  }

  /// The regions whose zones are named after cities and islands.
  private static let regions = [
    "Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
  ]

  /// The year of the database.
  private static func year(of zones: ZoneDatabase) -> Int { Int(zones.version.prefix(4)) ?? 2025 }

  /// Standard and daylight offset, in the year of the database.
  static func offsets(of zone: Zone, _ zones: ZoneDatabase) -> Set<Int> {
    let year = year(of: zones)
    return Set(
      [1, 7].compactMap { CivilDate(year: year, month: $0, day: 15) }
        .map { zone.offset(at: zone.startOfDay($0)) })
  }

  // MARK: Names without meaning

  /// Whether the name contains no place, zone or offset: `Local`, `Custom`, `1`.
  var isMeaningless: Bool {
    !text.contains(/[+-]\s*\d|\d[:.]\d/)
      && text.lowercased().split { !$0.isLetter && !$0.isNumber }.allSatisfy { word in
        // Four digits may be an offset.
        Self.meaningless.contains(String(word)) || word.count < 4 && word.allSatisfy(\.isNumber)
      }
  }

  private static let meaningless: Set = [
    "a", "calendar", "campus", "custom", "customised", "customized", "default", "event", "floating",
    "home", "id", "local", "localtime", "microsoft", "my", "no", "none", "null", "of", "other",
    "our", "server", "standard", "std", "system", "the", "this", "time", "timezone", "tz", "tzid",
    "tzone", "undefined", "unknown", "unnamed", "user", "vtimezone", "zone",
  ]
}

/// The offset at the start of a name: `UTC+1`, `GMT-0330`, `(UTC+05:30) Chennai, Kolkata`; or the
/// name itself: `+0530`.
private struct OffsetPrefix {
  /// Seconds east of UTC; nil for UTC or GMT alone.
  let seconds: Int?
  /// The rest of the name without surrounding punctuation.
  let rest: String
  let isParenthesized: Bool

  init?(_ name: String) {
    // Regular expressions are compiled at each use, which took half of the time of a calendar with
    // thousands of zones.
    let first = name.first { $0 != "(" && !$0.isWhitespace }
    guard let first, "UuGg+-".contains(first) else { return nil }
    let pattern =
      /(\()?\s*(?:UTC|GMT|Greenwich Mean Time$|(?=[+-]\d{2}:?\d{2}$))\s*(?:([+-])\s*(\d{1,2})(?:[:.]?(\d{2}))?)?\s*(\))?(?![\w+-])/
      .ignoresCase()
    guard let match = name.prefixMatch(of: pattern),
      (match.output.1 == nil) == (match.output.5 == nil)
    else { return nil }
    isParenthesized = match.output.1 != nil
    rest = name[match.range.upperBound...].trimming { " :,-".contains($0) }
    guard let hours = match.output.3.flatMap({ Int($0) }) else {
      seconds = nil
      return
    }
    let minutes = match.output.4.flatMap { Int($0) } ?? 0
    // No zone is further from UTC than 14 hours.
    guard hours <= 14, minutes < 60 else { return nil }
    let offset = hours * 3600 + minutes * 60
    seconds = match.output.2 == "-" ? -offset : offset
  }
}
