public import AlmanacModel
import AlmanacRecords
public import AlmanacTime

/// The events of one calendar, put together for looking at their instances: all that has a start,
/// whether or not it could be published.
public struct CalendarListings: Sendable {
  /// In document order; times without a zone stay so, and an event without a title has an empty one.
  public var listings: [Listing]
  /// What was odd; a code that begins with `E_` means that nothing was usable.
  public var findings: [Finding]

  /// Reads parts of calendars and damaged ones, too.
  ///
  /// - Parameter zone: whose clocks days and floating times are compared on.
  public init(reading bytes: [UInt8], zone: Zone, zones: ZoneDatabase) {
    var context = ReadingContext(zones: zones)
    context.assumesZones = true
    context.isBrief = true
    let source = Source(id: "file", campus: "file", location: .file(""), format: .icalendar)
    let mapper = ListingMapper(source: source, zone: zone, zones: zones, demand: .dated)
    // Few events have less than 640 bytes; to make room later would move all that are there.
    let expected = min(bytes.count / 640, context.limits.entries)
    var assembler = SeriesGrouper(mapper: mapper, expecting: expected, holding: .max)
    let feed = ICalendarReader.read(bytes, context: context) { assembler.take($0) }
    let isRefused = feed.document.problems.contains(where: \.code.refusesSource)
    // Where nothing is put by, nothing fails.
    let assembly = isRefused ? nil : try? assembler.finish()
    listings = assembly?.listings.inMemory ?? []
    findings = (feed.document.problems + (assembly?.findings ?? [])).map {
      var finding = $0
      finding.source = nil
      return finding
    }
  }

  /// The refusal, where nothing was usable.
  public var refusal: Finding? { findings.first { $0.code.refusesSource } }
}
