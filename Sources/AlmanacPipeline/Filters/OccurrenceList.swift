import AlmanacIngest
public import AlmanacModel
import AlmanacTime

/// The occurrences of a calendar's events in a window, in the order of start, then of key: what
/// `occurrences` prints.
public struct OccurrenceList: Sendable {
  /// Most occurrences of one series: hourly ones of a year.
  private static let seriesLimit = 10_000

  /// What could not be read.
  public private(set) var findings: [Finding]
  private let listings: [Listing]
  private var occurrences: [ListingOccurrence] = []
  /// Sorted instead of the occurrences themselves, which are large; with indices.
  private var rows: [(start: Instant, listing: Int, occurrence: Int)] = []

  /// Reads as leniently as `inspect`: also parts of calendars and events without a title.
  ///
  /// - Parameter timezone: IANA name of the zone of times without one.
  /// - Throws: `ConfigurationError` for an unknown zone, `RefusedDocument` if nothing is usable.
  public init(
    of bytes: [UInt8], file: String, window: Window, timezone: String
  ) throws {
    let zone = try ZoneDatabase.system.zone(ofOption: timezone)
    let calendar = CalendarListings(reading: bytes, zone: zone, zones: .system)
    if let refusal = calendar.refusal { throw RefusedDocument(file: file, finding: refusal) }
    let listings = calendar.listings
    self.listings = listings
    findings = calendar.findings
    let expander = ListingExpander(
      window: window, zone: zone, zones: .system, limit: Self.seriesLimit)
    for index in listings.indices {
      let expansion = expander.expand(listings[index])
      if let reason = expansion.reason {
        findings.append(
          Finding(
            "Q_RRULE_LIMIT", subject: listings[index].key, message: reason,
            line: listings[index].line))
      }
      for occurrence in expansion.occurrences {
        rows.append((occurrence.start.instant(in: zone), index, occurrences.count))
        occurrences.append(occurrence)
      }
    }
    rows.sort {
      $0.start == $1.start
        ? listings[$0.listing].key < listings[$1.listing].key : $0.start < $1.start
    }
  }

  /// Writes the occurrences as NDJSON, in chunks of whole lines.
  public func write(to take: ([UInt8]) throws -> Void) rethrows {
    var json = JSONWriter()
    for row in rows {
      write(occurrences[row.occurrence], of: listings[row.listing], to: &json)
      guard json.bytes.count >= 1 << 16 else { continue }
      try take(json.bytes)
      json.clear()
    }
    if !json.bytes.isEmpty { try take(json.bytes) }
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
