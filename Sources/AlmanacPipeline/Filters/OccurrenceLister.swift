import AlmanacIngest
public import AlmanacModel
public import AlmanacTime

/// Expands the events of a calendar over a window, as `occurrences` prints them.
public struct OccurrenceLister: Sendable {
  private let window: Window
  private let zone: Zone
  private let zones: ZoneDatabase

  /// - Parameter timezone: IANA name of the zone of times that state none.
  /// - Throws: `ConfigurationError` for an unknown zone.
  public init(window: Window, timezone: String, zones: ZoneDatabase = .system) throws {
    guard let zone = zones.zone(named: timezone) else {
      throw ConfigurationError(
        file: "--timezone", "'\(timezone)' is no IANA time zone, such as Europe/Paris")
    }
    self.window = window
    self.zone = zone
    self.zones = zones
  }

  /// As lenient as `inspect`: parts of calendars and events without a title are read, too.
  ///
  /// - Throws: `RefusedDocument` where nothing was usable.
  public func list(_ bytes: [UInt8], file: String) throws(RefusedDocument) -> OccurrenceList {
    let calendar = CalendarListings(reading: bytes, zone: zone, zones: zones)
    if let refusal = calendar.refusal { throw RefusedDocument(file: file, finding: refusal) }
    let expander = ListingExpander(
      window: window, zone: zone, zones: zones, limit: Self.seriesLimit)
    let listings = calendar.listings
    var list = OccurrenceList(listings: listings, findings: calendar.findings)
    for index in listings.indices {
      let expansion = expander.expand(listings[index])
      if let reason = expansion.reason {
        list.findings.append(
          Finding(
            "Q_RRULE_LIMIT", subject: listings[index].key, message: reason,
            line: listings[index].line))
      }
      for occurrence in expansion.occurrences { list.append(occurrence, of: index, in: zone) }
    }
    list.sort()
    return list
  }

  /// Most instances of one series: those of an hour, in a year.
  private static let seriesLimit = 10_000
}

/// A document of which nothing could be used.
public struct RefusedDocument: Error, CustomStringConvertible {
  public let file: String
  public let finding: Finding

  public var description: String {
    "\(file): \(finding.code): \(finding.message)"
  }
}
