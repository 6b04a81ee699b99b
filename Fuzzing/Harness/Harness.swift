import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacRecords
import AlmanacTime
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
    // A well-formed document is the same document when it is repaired.
    if let (elements, isIntact) = elementsOf(bytes), isIntact {
      precondition(elements == (elementsOf([0x20] + bytes)?.elements ?? elements))
    }
  case "rss": _ = RSSReader.read(bytes, context: context) { _ in }
  case "atom": _ = AtomReader.read(bytes, context: context) { _ in }
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

/// The whole way of the parse stage, to the dates of each listing; the same ones wherever they wait.
private func list(_ bytes: [UInt8]) {
  guard let zone = context.zone else { return }
  let source = Source(id: "feed", campus: "hill", location: .file("feed"))
  let mapper = ListingMapper(source: source, zone: zone, zones: .system)
  var holding = SeriesGrouper(mapper: mapper, expecting: 0, holding: .max)
  var putting = SeriesGrouper(mapper: mapper, expecting: 0, holding: 1)
  let feed = FeedReader.read(bytes, context: context) { entry in
    holding.take(copy entry)
    putting.take(entry)
  }
  let language = feed.document.language
  let listings = try! holding.finish(language: language).listings.array()
  precondition(listings == (try! putting.finish(language: language).listings.array()))
  let expander = ListingExpander(window: window, zone: zone, zones: .system, limit: 1_000)
  for listing in listings { _ = expander.expand(listing) }
}

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
