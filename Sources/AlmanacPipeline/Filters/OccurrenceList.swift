public import AlmanacModel
import AlmanacTime

/// The instances of a calendar's events in a window, in order of start, then of key.
public struct OccurrenceList: Sendable {
  /// What could not be read.
  public internal(set) var findings: [Finding]

  private let listings: [Listing]
  private var occurrences: [ListingOccurrence] = []
  private var rows: [Row] = []

  /// What is sorted instead of the occurrences themselves, which are large.
  private struct Row {
    let start: Instant
    /// Indices.
    let listing: Int
    let occurrence: Int
  }

  init(listings: [Listing], findings: [Finding]) {
    self.listings = listings
    self.findings = findings
  }

  mutating func append(_ occurrence: ListingOccurrence, of listing: Int, in zone: Zone) {
    rows.append(
      Row(
        start: occurrence.start.instant(in: zone), listing: listing,
        occurrence: occurrences.count))
    occurrences.append(occurrence)
  }

  mutating func sort() {
    rows.sort {
      $0.start == $1.start
        ? listings[$0.listing].key < listings[$1.listing].key : $0.start < $1.start
    }
  }

  /// Gives the instances as NDJSON, in pieces that end with a line.
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
