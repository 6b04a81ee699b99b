import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacTime
import AlmanacTransit

/// Reads the document of a transit source: an archive with the tables of GTFS, or with plain ones.
enum TransitDocument {
  /// The network of a document, or why it has none.
  struct Result {
    var network: TransitNetwork?
    var findings: [Finding] = []
    var refusal: Finding?
  }

  /// A source of a feed without usable trips has no items; then its last good network stays.
  ///
  /// - Parameter limit: Bytes that the tables may unpack to.
  static func parse(_ request: ParseRequest, limit: Int) -> Batch<ParsedSource> {
    var batch = Batch<ParsedSource>()
    let result = load(request, limit: limit)
    batch.note(contentsOf: result.findings)
    if let network = result.network {
      batch.keep(
        ParsedSource(
          source: request.source.id, document: Document(), seen: network.trips.count))
    }
    if let refusal = result.refusal { batch.reject(because: refusal) }
    return batch
  }

  static func load(_ request: ParseRequest, limit: Int) -> Result {
    let source = request.source
    var result = Result()
    var message =
      "the feed has no usable trip, or is too large; see its other findings"
    do throws(ZipError) {
      let feed = try read(
        request.body, of: source, campusTimezone: request.campusTimezone,
        at: request.capture.fetchedAt, limit: limit)
      result.network = feed.network
      result.findings = feed.notices.map { $0.finding(source: source.id) }
    } catch {
      message = error.description
    }
    if result.network == nil {
      result.refusal = Finding("E_TRANSIT", source: source.id, message: message)
    }
    return result
  }

  /// The network of a capture, and the notices about it.
  ///
  /// - Parameters:
  ///   - instant: When it was fetched: calendars that ended before are noticed.
  ///   - limit: Bytes that the tables may unpack to.
  static func read(
    _ zip: [UInt8], of source: Source, campusTimezone: String, at instant: Instant, limit: Int
  ) throws(ZipError) -> TransitFeed {
    let tables = try TransitTables.read(zip: zip, limit: limit)
    let zone = ZoneDatabase.system.zone(named: source.timezone ?? campusTimezone) ?? .utc
    let today = zone.civil(at: instant).date
    guard PlainTransitTables.areIn(tables) else {
      return TransitFeedReader.read(tables, today: today)
    }
    return PlainTransitTables.read(
      tables, name: source.name, zone: source.timezone ?? campusTimezone, today: today)
  }
}
