import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

@Suite struct QueryTests {
  private let output: TemporaryOutput
  private let zone: Zone

  init() throws {
    output = try TemporaryOutput()
    zone = try #require(ZoneDatabase.system.zone(named: "Asia/Singapore"))
  }

  private func reader(_ events: [Event] = EditionFixture.events) throws -> EditionReader {
    let edition = try output.publish(EditionFixture.contents(events: events))
    return try EditionReader(edition: edition.folder)
  }

  private func found(_ reader: EditionReader, _ change: (inout EventFilter) -> Void) throws
    -> [String]
  {
    var filter = EventFilter()
    change(&filter)
    return Set(try reader.occurrences(filter).map(\.event)).sorted()
  }

  @Test(
    "days are those that were asked for, of what lasts longer too",
    arguments: [
      ("2026-03-02T16:00:00Z", "2026-03-03T16:00:00Z", ["2026-03-03"]),
      ("2026-03-02T15:59:59Z", "2026-03-03T16:00:01Z", ["2026-03-02", "2026-03-03", "2026-03-04"]),
      ("2026-03-03T20:00:00Z", nil, ["2026-03-04"]),
      (nil, "2026-03-01T16:00:00Z", ["2026-03-01"]),
      (nil, nil, ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"]),
    ] as [(String?, String?, [String])])
  func clampsDays(from: String?, to: String?, expected: [String]) throws {
    var filter = EventFilter()
    filter.from = from.map(EditionFixture.instant)
    filter.to = to.map(EditionFixture.instant)
    let days = try reader([EditionFixture.exhibition]).days(filter, in: zone)
    #expect(days.map(\.description) == expected)
  }

  @Test("what never ends has no more days than the edition covers")
  func boundsDays() throws {
    var event = EditionFixture.exhibition
    event.occurrences[0].end = EditionFixture.time("9999-12-31")
    let days = try reader([event]).days(EventFilter(), in: zone)
    #expect(days.count < 410)
    #expect(days.first?.description == "2026-03-01")
  }

  @Test(
    "a page beyond all is empty, however large its number",
    arguments: [(2, 100), (.max, .max), (.max, 50)])
  func pagesFar(page: Int, limit: Int) throws {
    let none = try found(try reader()) { ($0.page, $0.limit) = (page, limit) }
    #expect(none.isEmpty)
  }

  @Test("a page before the first is the first", arguments: [0, -1, .min])
  func pagesBack(page: Int) throws {
    let all = try found(try reader()) { ($0.page, $0.limit) = (page, 100) }
    #expect(all.count == EditionFixture.events.count)
  }
}
