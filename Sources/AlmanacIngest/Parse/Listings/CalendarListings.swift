public import AlmanacModel
public import AlmanacTime

/// The events of one calendar document with a start, whether or not they could be published. Used
/// to list instances.
public struct CalendarListings: Sendable {
  /// In document order. Times without a zone stay floating; an event without a title has an empty
  /// one.
  public var listings: [Listing]
  /// The findings; a code that begins with `E_` means that nothing was usable.
  public var findings: [Finding]

  /// Reads a calendar, also a fragment or a damaged one.
  ///
  /// - Parameter zone: The zone in which whole days and floating times are compared.
  public init(reading bytes: [UInt8], zone: Zone, zones: ZoneDatabase) {
    var context = ReadingContext(zones: zones)
    context.assumesZones = true
    context.isBrief = true
    var source = Source(id: "file", campus: "file", location: .file(""))
    source.format = .icalendar
    let mapper = ListingMapper(source: source, zone: zone, zones: zones, demand: .dated)
    // Most events have more than 300 bytes. Unused capacity costs no memory, but growing the arrays
    // would copy them.
    let expected = min(bytes.count / 300, context.limits.entries)
    var grouper = SeriesGrouper(mapper: mapper, expecting: expected)
    let feed = ICalendarReader.read(bytes, context: context) { grouper.take($0) }
    let isRefused = feed.document.problems.contains(where: \.code.refusesSource)
    let assembly = isRefused ? nil : grouper.finish()
    listings = assembly?.listings ?? []
    findings = (feed.document.problems + (assembly?.findings ?? [])).map {
      var finding = $0
      finding.source = nil
      return finding
    }
  }

  /// The finding that rejects the document, if any.
  public var refusal: Finding? { findings.first { $0.code.refusesSource } }
}
