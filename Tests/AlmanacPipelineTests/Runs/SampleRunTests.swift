import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import GRDB
import Testing

@Suite("The demonstration's samples") struct SampleRunTests {
  /// One run for all tests that only look at it.
  private static let published = Task {
    let fixture = try CampusFixture.ofSamples()
    return (fixture: fixture, report: try await fixture.run())
  }

  @Test("The tables of expected results are complete")
  func tables() {
    #expect(ExpectedSamples.malformed("sources.tsv", columns: 4) == 0)
    #expect(ExpectedSamples.malformed("listings.tsv", columns: 11) == 0)
    #expect(ExpectedSamples.sources.count == 14)
    #expect(ExpectedSamples.duplicates.count == 40)
    #expect(ExpectedSamples.duplicates.values.allSatisfy { $0.count > 1 })
    for source in ExpectedSamples.sources where !["weather-nus", "nus-shuttle"].contains(source.id)
    {
      let listings = Set(
        ExpectedSamples.listings.filter { $0.source == source.id }.map(\.listing))
      #expect(listings.count == source.kept, "\(source.id)")
    }
  }

  @Test("The samples give the items, listings and rejections of feeds/expected")
  func counts() async throws {
    let report = try await Self.published.value.report
    #expect(report.sources.map(\.id).sorted() == ExpectedSamples.sources.map(\.id).sorted())
    for expected in ExpectedSamples.sources {
      let source = try #require(report.sources.first { $0.id == expected.id })
      #expect(source.read == expected.items, "\(expected.id)")
      #expect(source.accepted == expected.kept, "\(expected.id)")
      let codes = report.findings.filter { $0.source == expected.id }.map(\.code.rawValue)
        // A point at 0, 0 costs the item its point only.
        .filter { $0.hasPrefix("Q_") && $0 != "Q_COORD_NULL_ISLAND" }
      #expect(codes.sorted() == expected.quarantined, "\(expected.id)")
    }
  }

  @Test("All events that several sources list are merged, and no others")
  func duplicates() async throws {
    let fixture = try await Self.published.value.fixture
    let database = try fixture.database()
    let pairs = try await database.read {
      try Row.fetchAll($0, sql: "SELECT event, listing FROM event_listing")
        .map { ($0["event"] as String, $0["listing"] as String) }
    }
    let events = Dictionary(grouping: pairs, by: \.0).mapValues { Set($0.map(\.1)) }
    let merged = Set(events.values.filter { $0.count > 1 })
    for (name, listings) in ExpectedSamples.duplicates.sorted(by: { $0.key < $1.key }) {
      let isMerged = merged.contains(listings)
      #expect(isMerged, "\(name): \(listings.sorted())")
    }
    let others = merged.subtracting(ExpectedSamples.duplicates.values)
    #expect(others == [])
    let shown = Set(ExpectedSamples.listings.filter { !$0.isHidden }.map(\.listing))
    #expect(Set(pairs.map(\.1)) == shown)
    #expect(events.count == 144)
    let occurrences = try await database.read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM occurrence")
    }
    #expect(occurrences == 176)
  }

  @Test(
    "'explain' shows why listings are one event, by the link or the id of any of them",
    arguments: [
      "https://events.example.edu/2056", "https://events.example.edu/2056/",
      "recreation/69a1c0de00017f0000001eef",
    ])
  func explains(name: String) async throws {
    let fixture = try await Self.published.value.fixture
    let output = fixture.folder.url.appending(path: "output")
    let text = try Explanation.all(of: name, output: output).map(\.text).joined(separator: "\n\n")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.contains(": ") && $0.hasSuffix("Wellness Day") } == 1, "\(text)")
    let evidence = "same place, title 0.89, same day (hours in one)"
    #expect(lines.contains { $0.contains(evidence) }, "\(text)")
    #expect(lines.contains { $0.hasSuffix(" added") })
    #expect(text.contains("2026-03-18"))
    #expect(throws: (any Error).self) {
      try Explanation.all(of: "nothing of that name", output: output)
    }
  }

  @Test("No artifact has private data")
  func keepsPrivateOut() async throws {
    let fixture = try await Self.published.value.fixture
    let hidden = ExpectedSamples.listings.filter(\.isHidden).map(\.title)
    #expect(hidden.count == 3)
    for (path, bytes) in try fixture.edition() {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(hidden.allSatisfy { !text.contains($0) }, "\(path)")
    }
  }

  @Test("One worker, two, and the sources one by one backwards give the same bytes")
  func deterministic() async throws {
    let fixture = try CampusFixture.ofSamples()
    try await fixture.run(output: "one", workers: 1)
    try await fixture.run(output: "two", workers: 2)
    for source in ExpectedSamples.sources.map(\.id).sorted(by: >) {
      try await fixture.run(until: .parse, sources: [source], output: "three")
    }
    try await fixture.run(from: .geocode, output: "three")
    let one = try fixture.edition("one")
    #expect(one.count > 10)
    #expect(try fixture.edition("two") == one)
    #expect(try fixture.edition("three") == one)
  }

  @Test("An unchanged run recomputes nothing, and only the manifest and the changes differ")
  func unchangedRun() async throws {
    let fixture = try CampusFixture.ofSamples()
    try await fixture.run()
    let first = try fixture.edition()
    let report = try await fixture.run(after: 1)
    #expect(report.stages.filter { [.parse].contains($0.name) }.map(\.unchanged) == [14])
    #expect(
      report.stages.filter { (.geocode ... .enrich).contains($0.name) }.map(\.unchanged)
        == [1, 1, 1, 1])
    let second = try fixture.edition()
    let differing = Set(second.keys).union(first.keys).filter { first[$0] != second[$0] }
    #expect(Set(differing) == ["manifest.json", "changes.ndjson"])
    try await fixture.run(after: 2)
    let third = try fixture.edition()
    #expect(third.keys.filter { third[$0] != second[$0] } == ["manifest.json"])
  }

  @Test("An outdoor event that will be wet is marked so in every artifact, an indoor one is not")
  func wet() async throws {
    let fixture = try await Self.published.value.fixture
    let wet = try await fixture.database().read {
      try Row.fetchAll(
        $0,
        sql: """
          SELECT e.title, o.start_text, w.text, w.precipitation, w.is_day
          FROM occurrence_advisory a JOIN occurrence o ON o.id = a.occurrence
          JOIN occurrence_weather w ON w.occurrence = o.id JOIN event e ON e.id = o.event
          WHERE a.advisory = 'wet'
          """
      ).map { row in (0..<5).map { "\(row[$0] as DatabaseValue)" } }
    }
    #expect(
      wet == [
        [
          #""Therapy Dogs at the Town Green""#, #""2026-03-04T12:00:00+08:00""#,
          #""Light rain, 29–31 °C, rain 76 %""#, "4.1", "1",
        ]
      ])
    let words = "Rain is likely and the place is outdoors"
    for path in ["calendars/place/town-green.ics", "calendars/all.ics", "site/data.js"] {
      #expect(try fixture.text(path).replacing("\r\n ", with: "").contains(words), "\(path)")
    }
    #expect(try fixture.text("geojson/days/2026-03-04.geojson").contains(#""advisories":["wet"]"#))
    let rainy = try await fixture.database().read {
      try Int.fetchOne(
        $0, sql: "SELECT COUNT(*) FROM occurrence_weather WHERE precipitation_probability > 0.7")
    }
    #expect((rainy ?? 0) > 1, "others have rain, too, but a roof")
  }

  @Test("Every artifact has the attribution of the weather, as the license requires")
  func attribution() async throws {
    let fixture = try await Self.published.value.fixture
    let words = "Weather data by Open-Meteo.com"
    for path in [
      "manifest.json", "calendars/all.ics", "calendars/place/town-green.ics",
      "calendars/source/clubs.ics", "geojson/events.geojson", "geojson/places.geojson",
      "geojson/days/2026-03-04.geojson", "site/index.html", "site/data.js",
    ] {
      #expect(try fixture.text(path).replacing("\r\n ", with: "").contains(words), "\(path)")
    }
    #expect(try fixture.text("site/index.html").contains("https://open-meteo.com/"))
    let unthanked = try await fixture.database().read {
      try Int.fetchOne(
        $0,
        sql: """
          SELECT (SELECT COUNT(*) FROM forecast WHERE attribution IS NULL)
            + (SELECT COUNT(*) FROM occurrence_weather WHERE attribution IS NULL)
          """)
    }
    #expect(unthanked == 0)
  }

  @Test("Weather that the provider confirms with the same bytes stays fresh")
  func confirmsWeather() async throws {
    let fixture = try CampusFixture.ofSamples()
    try await fixture.run()
    try await fixture.run(after: 26)
    let count = try await fixture.database().read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM occurrence_weather") ?? 0
    }
    #expect(count > 10)
  }

  @Test("A live run does not touch a workspace of samples")
  func refusesLiveRun() async throws {
    var fixture = try CampusFixture.ofSamples()
    try await fixture.run()
    fixture.samples = false
    let error = await #expect(throws: RunError.self) { try await fixture.run() }
    #expect(error?.exitCode == .configuration)
  }
}

extension CampusFixture {
  func database(_ output: String = "output") throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(
      path: folder.url.appending(path: "\(output)/latest/almanac.sqlite").path,
      configuration: configuration)
  }
}
