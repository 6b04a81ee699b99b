import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacTime
import AlmanacTransit

/// Reads the document of a transit source: an archive with the tables of GTFS, or with plain ones.
enum TransitDocument {
  /// A source of a feed without usable trips has no items; then its last good network stays.
  static func parse(_ request: ParseRequest) -> Batch<ParsedSource> {
    var batch = Batch<ParsedSource>()
    let source = request.source
    do throws(ZipError) {
      let feed = try read(
        request.body.array, of: source, campusTimezone: request.campusTimezone,
        at: request.capture.fetchedAt)
      batch.note(contentsOf: feed.notices.map { $0.finding(source: source.id) })
      if let network = feed.network {
        batch.keep(
          ParsedSource(source: source.id, document: Document(), seen: network.trips.count))
      } else {
        batch.drop(
          because: Finding(
            "E_TRANSIT", source: source.id,
            message: "the feed has no trip that can be used, or is too large; its other findings "
              + "say why"))
      }
    } catch {
      batch.drop(because: Finding("E_TRANSIT", source: source.id, message: error.description))
    }
    return batch
  }

  /// The network of a capture, and the notices about it.
  ///
  /// - Parameter instant: When it was fetched: calendars that ended before are noticed.
  static func read(
    _ zip: [UInt8], of source: Source, campusTimezone: String, at instant: Instant
  ) throws(ZipError) -> TransitFeed {
    let tables = try TransitTables.read(zip: zip)
    let zone = ZoneDatabase.system.zone(named: source.timezone ?? campusTimezone) ?? .utc
    let today = zone.civil(at: instant).date
    guard PlainTransitTables.areIn(tables) else {
      return TransitFeedReader.read(tables, today: today)
    }
    return PlainTransitTables.read(
      tables, name: source.name, zone: source.timezone ?? campusTimezone, today: today)
  }
}
