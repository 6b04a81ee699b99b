import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacTime
import AlmanacTransit
import Foundation

@testable import AlmanacIngest

/// Which reader gets the bytes: the value of `ALMANAC_FUZZ`.
private let reader = ProcessInfo.processInfo.environment["ALMANAC_FUZZ"] ?? "feed"

private let context = ReadingContext(zone: ZoneDatabase.system.zone(named: "Asia/Singapore"))
private let dates = DateReader(zone: context.zone, order: .dayMonthYear, allowsEpoch: true)

/// What libFuzzer calls with every input. Whatever a reader traps on ends the process, and is kept.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  switch reader {
  case "dates":
    let text = String(decoding: bytes, as: UTF8.self)
    _ = dates.read(text)
    _ = DateForm.w3c.matches(text)
  case "html":
    let text = String(decoding: bytes, as: UTF8.self)
    _ = HTMLMarkup.plainText(text)
    let safe = HTMLSanitizer.safe(text, base: "https://example.org/a/")
    // What was made safe is safe, and stays as it is.
    precondition(HTMLSanitizer.safe(safe, base: nil) == safe)
  case "xml":
    // A well-formed document is the same document when it is repaired, except that the repairer takes a
    // tag within an instruction for the document's. A space before UTF-16 would break it.
    if !bytes.contains(0), bytes.first == UInt8(ascii: "<"),
      !String(decoding: bytes, as: UTF8.self).dropFirst(2).contains("<?"),
      bytes.starts(with: "<?xml ".utf8) || !bytes.starts(with: "<?".utf8),
      let (elements, isIntact) = elementsOf(bytes), isIntact
    {
      precondition(elements == (elementsOf([0x20] + bytes)?.elements ?? elements))
    }
  case "rss": _ = RSSReader.read(bytes, context: context) { _ in }
  case "atom": _ = AtomReader.read(bytes, context) { _, _ in }
  case "json":
    // JSON Feed, JSON-LD and JSON of no known kind; other inputs are not worth keeping.
    guard bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") else { return -1 }
    _ = FeedReader.read(bytes, context: context)
  case "icalendar": _ = ICalendarReader.read(bytes, context: context)
  case "series": expand(bytes)
  case "csv": _ = CSVReader.read(bytes, context: context)
  case "page":
    _ = HTMLPageReader.read(bytes, context: context)
    _ = PageLinks.feeds(in: bytes, context: context)
  case "mapped":
    for mapped in mappedContexts { _ = FeedReader.read(bytes, context: mapped) }
  case "weather": forecast(bytes)
  case "guess":
    if let guess = MappingGuess.of(bytes) { _ = MappingGuess.adding(to: guess.format, bytes) }
  case "listings": list(bytes)
  case "transit": travel(bytes)
  default: _ = FeedReader.read(bytes, context: context)
  }
  return 0
}

/// What `feed.yaml` may say of documents of no known kind, and of feeds with dates of their own.
private let mappedContexts: [ReadingContext] = {
  func time(_ path: String, clock: String? = nil) -> TimeMapping {
    TimeMapping(
      date: FieldMapping(paths: [path]), time: clock.map { FieldMapping(paths: [$0]) },
      formats: ["d MMM yyyy HH:mm", "epoch-s"])
  }
  func mapping(_ item: String, _ dot: String) -> FeedMapping {
    FeedMapping(
      item: item,
      fields: [
        .id: FieldMapping(paths: ["id"]), .title: FieldMapping(paths: ["title", "name"]),
        .content: FieldMapping(paths: ["description"]),
        .venue: FieldMapping(
          paths: ["venue\(dot)name", "room"], separator: ", ", lookup: ["1": ["Hall", "Annex"]]),
        .link: FieldMapping(paths: ["url"]), .price: FieldMapping(paths: ["price"]),
        .latitude: FieldMapping(paths: ["lat"]), .longitude: FieldMapping(paths: ["lon"]),
        .categories: FieldMapping(paths: ["tags"]), .status: FieldMapping(paths: ["status"]),
      ],
      start: time("start", clock: "time"), end: time("end"),
      repetition: RepetitionMapping(
        frequency: FieldMapping(paths: ["every"]), unit: .days, until: time("until"),
        count: FieldMapping(paths: ["count"])),
      dateOrder: .dayMonthYear)
  }
  let kinds: [(FeedFormat?, FeedMapping)] = [
    (.xml, mapping("events/event", "/")), (.json, mapping("events", ".")),
    (.json, mapping("", ".")), (.csv, mapping("", ".")), (.rss, mapping("", "/")),
  ]
  return kinds.map { format, mapping in
    ReadingContext(zone: context.zone, format: format, mapping: mapping)
  }
}()

/// A weather document, as that of the provider it looks like and as that of each.
private func forecast(_ bytes: [UInt8]) {
  let here = WeatherContext(
    source: "sky", points: [Coordinate(latitude: 1.3, longitude: 103.8)].compactMap(\.self),
    fetchedAt: window.from)
  for provider in [nil] + WeatherProvider.allCases.map(Optional.some) {
    _ = try? WeatherReader.read(bytes, from: provider, here)
  }
}

/// Reads a document as the parse stage does, and expands the dates of each listing.
private func list(_ bytes: [UInt8]) {
  guard let zone = context.zone else { return }
  let source = Source(id: "feed", campus: "hill", location: .file("feed"))
  let mapper = ListingMapper(source: source, zone: zone, zones: .system)
  var grouper = SeriesGrouper(mapper: mapper, expecting: 0)
  let feed = FeedReader.read(bytes, context: context) { grouper.take($0) }
  let listings = grouper.finish(language: feed.document.language).listings
  let expander = ListingExpander(window: window, zone: zone, zones: .system, limit: 1_000)
  for listing in listings { _ = expander.expand(listing) }
}

/// A small feed with one table replaced, which the first line of the input names, and its journeys.
private func travel(_ bytes: [UInt8]) {
  let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, let today = CivilDate(year: 2026, month: 3, day: 2) else { return }
  var files = transitTables.mapValues { Array($0.utf8) }
  files[String(decoding: parts[0], as: UTF8.self)] = Array(parts[1])
  var limits = TransitFeedReader.Limits()
  limits.stopTimes = 10_000
  guard let network = TransitFeedReader.read(files, today: today, limits: limits).network,
    let origin = Coordinate(latitude: 48.1, longitude: 11.5),
    let target = Coordinate(latitude: 48.11, longitude: 11.5)
  else { return }
  let places = [
    Place(id: "gate", name: "Gate", coordinate: origin),
    Place(id: "lake", name: "Lake", coordinate: target),
  ]
  var planner = TravelPlanner(network, origins: [places[0]])
  _ = planner.summary(of: places)
  _ = planner.access(to: places[1], start: Instant(secondsSinceEpoch: 1_772_442_000))
}

private let transitTables = [
  "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n"
    + "a,Bus,https://b.example,Europe/Berlin",
  "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\ngate,Gate,48.1,11.5\nlake,Lake,48.11,11.5",
  "routes.txt": "route_id,agency_id,route_short_name,route_type\nn,a,N,3\nl,a,L,3",
  "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,"
    + "end_date\nweek,1,1,1,1,1,0,0,20260101,20261231",
  "trips.txt": "route_id,service_id,trip_id\nn,week,n1\nl,week,l1",
  "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    + "n1,08:00:00,08:00:00,gate,1\nn1,08:10:00,08:10:00,lake,2\n"
    + "l1,00:00:00,00:00:00,lake,1\nl1,00:04:00,00:04:00,gate,2",
  "frequencies.txt": "trip_id,start_time,end_time,headway_secs\nl1,09:00:00,10:00:00,900",
]

/// The names and lines of all elements of a document; nil where it is refused.
private func elementsOf(_ bytes: [UInt8]) -> (elements: [String], isIntact: Bool)? {
  var elements: [String] = []
  let outcome = try? XMLTree.parse(
    bytes,
    choose: { element, path in
      elements.append("\(path.count) \(element.name.qualified) \(element.line)")
      return .descend
    }, handle: { _, _ in })
  return outcome.map { (elements, $0.problems.isEmpty && $0.damage == nil) }
}

private let window = Window(
  from: Instant(secondsSinceEpoch: 1_767_225_600), to: Instant(secondsSinceEpoch: 1_798_761_600))

/// A calendar with all of its instances in a year.
private func expand(_ bytes: [UInt8]) {
  guard let zone = context.zone else { return }
  let calendar = CalendarListings(reading: bytes, zone: zone, zones: .system)
  let expander = ListingExpander(window: window, zone: zone, zones: .system, limit: 1_000)
  for listing in calendar.listings { _ = expander.expand(listing) }
}

/// libFuzzer's own loop (FuzzerInterface.h). The package manager names the entry of an executable after its
/// target, so that libFuzzer's `main` is not taken.
@_silgen_name("LLVMFuzzerRunDriver")
private func run(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ call: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_cdecl("harness_main")
public func harness(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = (count, arguments)
  return run(&count, &arguments, fuzzOne)
}
