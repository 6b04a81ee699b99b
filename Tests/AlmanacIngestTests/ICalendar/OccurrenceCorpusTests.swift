import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

/// Calendars read, put together and expanded as the pipeline does, against the instances on which
/// two other implementations agree.
@Suite(.enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
struct OccurrenceCorpusTests {
  private struct Case: Decodable {
    let file: String
    let window: [String]
    let occurrences: [Expected]
  }

  private struct Expected: Decodable {
    let start: String
    let end: String?
    let isDay: Bool

    private enum CodingKeys: String, CodingKey {
      case start = "start_utc"
      case end = "end_utc"
      case isDay = "all_day"
    }
  }

  /// Where we decide otherwise than the two, and why.
  private static let ownReadings = [
    // No VTIMEZONE says what the TZID means; they read the time as floating, we set it aside.
    "issue_722_missing_VTIMEZONE_custom.ics",
    // UNTIL is a day where RFC 5545 section 3.3.10 wants a UTC time; they end the series at its
    // midnight, we at its end.
    "issue_75_range_parameter.ics",
  ]

  @Test("the windows hold the same instances")
  func windows() throws {
    let lines = try String(
      decoding: SharedFiles.bytes("corpora/conformance/ics/occurrences.jsonl"), as: UTF8.self)
    #expect(!lines.isEmpty)
    for line in lines.split(separator: "\n") {
      let expected = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      if Self.ownReadings.contains(where: expected.file.hasSuffix) { continue }
      let wanted = expected.occurrences.map { "\($0.start) \($0.end ?? $0.start) \($0.isDay)" }
      #expect(try instances(of: expected) == wanted.sorted(), "\(expected.file)")
    }
  }

  private func instances(of test: Case) throws -> [String] {
    let feed = readCalendar(try SharedFiles.bytes("corpora/conformance/ics/" + test.file))
    let zones = ZoneDatabase.system
    let source = Source(id: "s", campus: "c", location: .file(""))
    // Days and floating times are read as UTC, as the expectations were.
    let mapper = ListingMapper(source: source, zone: .utc, zones: zones)
    let assembly = SeriesAssembler.assemble(
      feed.entries.map {
        var entry = $0
        entry.title = entry.title ?? "untitled"
        return entry
      }, mapper)
    let from = try #require(Instant(rfc3339: test.window[0]))
    let to = try #require(Instant(rfc3339: test.window[1]))
    let expander = ListingExpander(
      window: Window(from: from, to: to), zone: .utc, zones: zones, limit: 100_000)
    var found: [String] = []
    for listing in assembly.listings {
      for occurrence in expander.expand(listing).occurrences {
        let start = occurrence.start.instant(in: .utc)
        let end = (occurrence.end ?? occurrence.start).instant(in: .utc)
        found.append("\(start) \(end) \(occurrence.start.isDay)")
      }
    }
    return found.sorted()
  }
}
