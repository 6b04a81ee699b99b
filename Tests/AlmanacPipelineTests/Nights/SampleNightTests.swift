import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import GRDB
import Testing

@Suite("the demonstration's samples") struct SampleNightTests {
  @Test("come out as feeds/README.md says: items, listings, events and occurrences")
  func counts() async throws {
    let night = try Night.ofSamples()
    let report = try await night.run()
    let kept = Dictionary(uniqueKeysWithValues: report.sources.map { ($0.id, $0.kept) })
    #expect(
      kept == [
        "nus-events": 16, "arts-festival": 14, "computing": 14, "student-life": 15,
        "weather-nus": 168,
      ])
    let quarantined = report.findings.filter(\.code.quarantinesItem).map(\.code.rawValue).sorted()
    // A point at 0, 0 costs the item its point only.
    #expect(quarantined == ["Q_COORD_NULL_ISLAND", "Q_DATE_PARSE", "Q_DATE_RANGE", "Q_NO_TITLE"])
    let database = try night.database()
    let events = try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM event") }
    let occurrences = try await database.read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM occurrence")
    }
    #expect(events == 49)
    #expect(occurrences == 63)
  }

  @Test("what is private is in no artifact")
  func keepsPrivateOut() async throws {
    let night = try Night.ofSamples()
    try await night.run()
    for (path, bytes) in try night.edition() {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("Hiring Committee"), "\(path)")
    }
  }

  @Test("the same bytes with one worker and with two, and with the sources one by one, backwards")
  func deterministic() async throws {
    let night = try Night.ofSamples()
    try await night.run(output: "one", workers: 1)
    try await night.run(output: "two", workers: 2)
    for source in ["weather-nus", "student-life", "nus-events", "computing", "arts-festival"] {
      try await night.run(until: .parse, sources: [source], output: "three")
    }
    try await night.run(from: .geocode, output: "three")
    let one = try night.edition("one")
    #expect(one.count > 10)
    #expect(try night.edition("two") == one)
    #expect(try night.edition("three") == one)
  }

  @Test("an unchanged night redoes nothing, and only the manifest and the changes differ")
  func unchangedNight() async throws {
    let night = try Night.ofSamples()
    try await night.run()
    let first = try night.edition()
    let report = try await night.run(after: 1)
    #expect(report.stages.filter { [.parse].contains($0.name) }.map(\.skipped) == [5])
    #expect(
      report.stages.filter { (.geocode ... .enrich).contains($0.name) }.map(\.skipped)
        == [1, 1, 1, 1])
    let second = try night.edition()
    let differing = Set(second.keys).union(first.keys).filter { first[$0] != second[$0] }
    #expect(Set(differing) == ["manifest.json", "changes.ndjson"])
    try await night.run(after: 2)
    let third = try night.edition()
    #expect(third.keys.filter { third[$0] != second[$0] } == ["manifest.json"])
  }

  @Test("weather that the provider confirms with the same bytes stays fresh")
  func confirmsWeather() async throws {
    let night = try Night.ofSamples()
    try await night.run()
    try await night.run(after: 26)
    let count = try await night.database().read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM occurrence_weather") ?? 0
    }
    #expect(count > 10)
  }

  @Test("a forced night gives what the unforced one gave")
  func forced() async throws {
    let night = try Night.ofSamples()
    try await night.run()
    let first = try night.edition()
    try await night.run(force: true)
    #expect(try night.edition() == first)
  }

  @Test("a live run does not touch a workspace of samples")
  func refusesLiveRun() async throws {
    var night = try Night.ofSamples()
    try await night.run()
    night.samples = false
    let error = await #expect(throws: RunError.self) { try await night.run() }
    #expect(error?.exitCode == .configuration)
  }

  /// The table of feeds/README.md: title, venue's place, room.
  @Test(
    "every venue of the gazetteer is placed where people would walk to, and no other is",
    arguments: SampleVenues.table)
  func places(venue: SampleVenues.Row) async throws {
    let database = try await SampleVenues.database()
    let rows = try database.read {
      try Row.fetchAll(
        $0,
        sql: """
          SELECT DISTINCT o.place, o.room, e.placement_reason
          FROM occurrence o JOIN event e ON e.id = o.event
          WHERE coalesce(o.title, e.title) LIKE ? AND coalesce(o.venue, e.venue, '') = ?
          """, arguments: ["%\(venue.title)%", venue.text])
    }
    let row = try #require(rows.first)
    #expect(rows.count == 1)
    #expect(row["place"] as String? == venue.place)
    if let room = venue.room { #expect(row["room"] as String? == room) }
    if venue.place == nil { #expect(row["placement_reason"] as String? == venue.reason) }
  }
}

extension Night {
  func database(_ output: String = "output") throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(
      path: folder.url.appending(path: "\(output)/latest/almanac.sqlite").path,
      configuration: configuration)
  }
}
