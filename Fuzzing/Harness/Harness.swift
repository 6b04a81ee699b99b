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
  case "rss": _ = RSSReader.read(bytes, context: context)
  case "atom": _ = AtomReader.read(bytes, context: context)
  case "icalendar": _ = ICalendarReader.read(bytes, context: context)
  default: _ = FeedReader.read(bytes, context: context)
  }
  return 0
}
