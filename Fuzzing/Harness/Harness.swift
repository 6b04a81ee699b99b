import AlmanacIngest
import AlmanacModel
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
    _ = HTMLText.plainText(text)
    let safe = HTMLSanitizer.safe(text, base: "https://example.org/a/")
    // What was made safe is safe, and stays as it is.
    precondition(HTMLSanitizer.safe(safe, base: nil) == safe)
    // The two readers give the same.
    if let quick = HTMLQuickReader.read(text) {
      precondition(quick == HTMLSanitizer.thoroughly(text, base: nil))
    }
  case "xml":
    // With libxml2 alone it is the same document.
    precondition(trace(bytes, isStrictFirst: true) == trace(bytes, isStrictFirst: false))
  case "rss": _ = RSSReader.read(bytes, context: context) { _ in }
  case "atom": _ = AtomReader.read(bytes, context: context) { _ in }
  case "icalendar": _ = ICalendarReader.read(bytes, context: context)
  case "series": expand(bytes)
  case "csv": _ = CSVReader.read(bytes, context: context)
  case "page": _ = HTMLPageReader.read(bytes, context: context)
  default: _ = FeedReader.read(bytes, context: context)
  }
  return 0
}

/// All that a scan tells of a document.
private func trace(_ bytes: [UInt8], isStrictFirst: Bool) -> XMLTrace {
  var limits = XMLDocument.Limits()
  limits.isStrictFirst = isStrictFirst
  return XMLTrace(bytes, limits: limits)
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
