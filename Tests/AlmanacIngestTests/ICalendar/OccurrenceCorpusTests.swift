import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

/// Compares occurrences of calendars with the instances on which two other implementations agree.
@Suite(.enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
struct OccurrenceCorpusTests {
  private struct Case: Decodable {
    let file: String
    let window: [String]
    let occurrences: [Expected]
  }

  private struct Expected: Decodable {
    let uid: String?
    let start: String
    let end: String?
    let isDay: Bool

    private enum CodingKeys: String, CodingKey {
      case uid
      case start = "start_utc"
      case end = "end_utc"
      case isDay = "all_day"
    }

    var text: String { "\(uid ?? "") \(start) \(end ?? start) \(isDay)" }
  }

  /// Deliberate differences from both.
  private static let ownReadings = [
    // UNTIL is a day where RFC 5545 section 3.3.10 requires a UTC time. They end the series at its
    // midnight, Almanac at its end.
    "issue_75_range_parameter.ics"
  ]

  @Test("At least 99 % of the windows have the same instances, and the others are listed")
  func windows() throws {
    let lines = try String(
      decoding: SharedFiles.bytes("corpora/conformance/ics/occurrences.jsonl"), as: UTF8.self
    ).split(separator: "\n")
    var wrong: [String] = []
    for line in lines {
      let expected = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      if try instances(of: expected) != expected.occurrences.map(\.text).sorted() {
        wrong.append(expected.file)
      }
    }
    let unknown = wrong.filter { file in !Self.ownReadings.contains(where: file.hasSuffix) }
    #expect(unknown.isEmpty)
    #expect(!lines.isEmpty && wrong.count * 100 <= lines.count)
  }

  private func instances(of test: Case) throws -> [String] {
    // Days and floating times are read as UTC, as the expectations were.
    let calendar = CalendarListings(
      reading: try SharedFiles.bytes("corpora/conformance/ics/" + test.file), zone: .utc,
      zones: .system)
    let from = try #require(Instant(rfc3339: test.window[0]))
    let to = try #require(Instant(rfc3339: test.window[1]))
    let expander = ListingExpander(
      window: Window(from: from, to: to), zone: .utc, zones: .system, limit: 100_000)
    return calendar.listings.flatMap { listing in
      expander.expand(listing).occurrences.map { occurrence in
        let start = occurrence.start.instant(in: .utc)
        let end = (occurrence.end ?? occurrence.start).instant(in: .utc)
        return "\(listing.uid ?? "") \(start) \(end) \(occurrence.start.isDay)"
      }
    }.sorted()
  }
}
