import AlmanacIngest
public import AlmanacModel
public import AlmanacTime

/// The instances of a calendar's events in a window, as NDJSON: what `occurrences` prints.
public struct OccurrenceLister: Sendable {
  private let window: Window
  private let timezone: String
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
    self.timezone = timezone
    self.zone = zone
    self.zones = zones
  }

  /// In order of start; what could not be read is told beside it.
  ///
  /// - Throws: `RefusedDocument` where nothing was usable.
  public func lines(of bytes: [UInt8], file: String) async throws
    -> (lines: [UInt8], findings: [Finding])
  {
    let source = Source(
      id: "file", campus: "file", location: .file(file), format: .icalendar,
      timezone: timezone)
    let capture = Capture(
      source: source.id, sha256: "", byteCount: bytes.count,
      fetchedAt: Instant(secondsSinceEpoch: 0), origin: file)
    let request = ParseRequest(
      source: source, campusTimezone: timezone, capture: capture, body: bytes)
    let batch = try await Parser(zones: zones).run([request])
    guard let parsed = batch.records.first else {
      throw RefusedDocument(file: file, finding: batch.findings.last)
    }
    let expander = ListingExpander(window: window, zone: zone, zones: zones, limit: 100_000)
    var findings = batch.findings
    var rows: [(start: Instant, listing: Listing, occurrence: ListingOccurrence)] = []
    for listing in parsed.listings {
      let expansion = expander.expand(listing)
      if let reason = expansion.reason {
        findings.append(
          Finding("W_SERIES_LIMIT", subject: listing.key, message: reason, line: listing.line))
      }
      rows += expansion.occurrences.map { ($0.start.instant(in: zone), listing, $0) }
    }
    rows.sort { ($0.start, $0.listing.key) < ($1.start, $1.listing.key) }
    var json = JSONWriter()
    for row in rows { write(row.occurrence, of: row.listing, to: &json) }
    return (json.bytes, findings)
  }

  private func write(
    _ occurrence: ListingOccurrence, of listing: Listing, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("uid", listing.uid ?? listing.key)
    json.member("recurrenceID", occurrence.recurrenceID?.publicText)
    json.member("start", occurrence.start.publicText)
    json.member("end", occurrence.end?.publicText)
    json.member("allDay", occurrence.start.isDay)
    json.member("timezone", occurrence.start.zoneName)
    json.member("summary", occurrence.title ?? listing.title)
    json.member("location", occurrence.venue ?? listing.venue)
    json.member("status", occurrence.status.rawValue)
    json.endObject()
    json.endLine()
  }
}

/// A document of which nothing could be used.
public struct RefusedDocument: Error, CustomStringConvertible {
  public var file: String
  public var finding: Finding?

  public var description: String {
    "\(file): \(finding.map { "\($0.code): \($0.message)" } ?? "nothing in it could be read")"
  }
}
