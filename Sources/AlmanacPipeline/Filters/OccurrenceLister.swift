import AlmanacIngest
public import AlmanacModel
public import AlmanacTime

/// The instances of a calendar's events in a window, as NDJSON: what `occurrences` prints.
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

  /// In order of start; what could not be read is told beside it.
  ///
  /// As lenient as `inspect`: parts of calendars and events without a title are read, too.
  ///
  /// - Throws: `RefusedDocument` where nothing was usable.
  public func lines(of bytes: [UInt8], file: String) throws(RefusedDocument)
    -> (lines: [UInt8], findings: [Finding])
  {
    let calendar = CalendarListings(reading: bytes, zone: zone, zones: zones)
    if let refusal = calendar.refusal { throw RefusedDocument(file: file, finding: refusal) }
    let expander = ListingExpander(
      window: window, zone: zone, zones: zones, limit: Self.seriesLimit)
    let listings = calendar.listings
    var findings = calendar.findings
    var occurrences: [ListingOccurrence] = []
    var rows: [Row] = []
    for index in listings.indices {
      let expansion = expander.expand(listings[index])
      if let reason = expansion.reason {
        findings.append(
          Finding(
            "Q_RRULE_LIMIT", subject: listings[index].key, message: reason,
            line: listings[index].line))
      }
      for occurrence in expansion.occurrences {
        rows.append(
          Row(
            start: occurrence.start.instant(in: zone), listing: index,
            occurrence: occurrences.count))
        occurrences.append(occurrence)
      }
    }
    rows.sort {
      $0.start == $1.start
        ? listings[$0.listing].key < listings[$1.listing].key : $0.start < $1.start
    }
    var json = JSONWriter()
    for row in rows {
      write(occurrences[row.occurrence], of: listings[row.listing], to: &json)
    }
    return (json.bytes, findings)
  }

  /// Most instances of one series: those of an hour, in a year.
  private static let seriesLimit = 10_000

  /// What is sorted instead of the occurrences themselves, which are large.
  private struct Row {
    let start: Instant
    /// Indices.
    let listing: Int
    let occurrence: Int
  }

  private func write(
    _ occurrence: ListingOccurrence, of listing: Listing, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("uid", listing.uid)
    json.member("recurrenceID", occurrence.recurrenceID?.publicText)
    json.member("start", occurrence.start.publicText)
    json.member("end", occurrence.end?.publicText)
    json.member("allDay", occurrence.start.isDay)
    json.member("timezone", occurrence.start.zoneName)
    let title = occurrence.title ?? listing.title
    json.member("summary", title.isEmpty ? nil : title)
    json.member("location", occurrence.venue ?? listing.venue)
    json.member("status", occurrence.status.rawValue)
    json.endObject()
    json.endLine()
  }
}

/// A document of which nothing could be used.
public struct RefusedDocument: Error, CustomStringConvertible {
  public let file: String
  public let finding: Finding

  public var description: String {
    "\(file): \(finding.code): \(finding.message)"
  }
}
