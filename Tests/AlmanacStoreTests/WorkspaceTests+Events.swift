import AlmanacModel
import AlmanacStore
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

extension WorkspaceTests {
  @Test("New events must be categorized and enriched")
  func forgetsLaterStages() throws {
    func record(_ stage: StageName) -> StageRecord {
      StageRecord(
        stage: stage, key: "hill", fingerprint: "x", read: 0, accepted: 0, rejected: 0, findings: []
      )
    }
    try workspace.saveEvents([], identities: [], campus: "hill", record: record(.deduplicate))
    try workspace.saveCategorizations([], campus: "hill", record: record(.categorize))
    try workspace.saveWeather([], campus: "hill", record: record(.enrich))
    try workspace.saveEvents([], identities: [], campus: "vale", record: record(.deduplicate))
    #expect(try workspace.stageRecord(.enrich, key: "hill") != nil)
    try workspace.saveEvents([], identities: [], campus: "hill", record: record(.deduplicate))
    #expect(try workspace.stageRecord(.categorize, key: "hill")?.fingerprint == "")
    #expect(try workspace.stageRecord(.enrich, key: "hill")?.fingerprint == "")
  }

  @Test("Added, changed and deleted events are pending for a stage until it has processed them")
  func pending() throws {
    func record(_ stage: StageName) -> StageRecord { self.record(stage, "hill") }
    func deduplicate(_ titles: [String: String]) throws {
      let events = titles.sorted { $0.key < $1.key }.map { id, title in
        Event(id: id, campus: "hill", title: title, occurrences: [], listings: [])
      }
      try workspace.saveEvents(events, identities: [], campus: "hill", record: record(.deduplicate))
    }
    func pending(_ stage: StageName, _ rules: String) throws -> [String] {
      try workspace.pendingEvents(stage, campus: "hill", rules: rules).sorted()
    }
    func categorize(
      _ ids: [String], unmapped: [String: String] = [:], renewing renewed: Set<String>? = nil
    ) throws -> StageRecord {
      try workspace.saveCategorizations(
        ids.map { ($0, Categorization(category: "c", confidence: 1, method: .table, reason: $0)) },
        unmapped: unmapped.map {
          UnmappedWord(event: $0.key, word: $0.value, source: "of \($0.key)")
        },
        renewing: renewed, rules: "a", campus: "hill", record: record(.categorize)
      ) {
        $0.map {
          Finding("W_TEST", severity: .info, source: $0.source, subject: $0.word, message: "")
        }
      }
    }
    try deduplicate(["x": "1", "y": "1", "z": "1"])
    #expect(try pending(.categorize, "a") == ["x", "y", "z"])
    let first = try categorize(["x", "y", "z"], unmapped: ["z": "ales", "x": "ales", "y": "beer"])
    #expect(first.accepted == 3)
    #expect(first.findings.map(\.source) == ["of x", "of y"])
    try workspace.saveWeather([], campus: "hill", record: record(.enrich))
    #expect(try pending(.categorize, "a") == [])
    try deduplicate(["x": "2", "y": "1", "new": "1"])
    #expect(try pending(.categorize, "a") == ["new", "x", "z"])
    #expect(try pending(.categorize, "b") == ["new", "x", "y", "z"])
    // The results of enrich had no rules digest, so they can't be reused.
    #expect(try pending(.enrich, "a") == ["new", "x", "y"])
    let second = try categorize(["new", "x"], renewing: ["new", "x", "z"])
    #expect(second.accepted == 3)
    #expect(second.findings.map(\.subject) == ["beer"])
    #expect(try pending(.categorize, "a") == [])
    let reasons: [String] = try workspace.events(campus: "hill").compactMap {
      $0.categorization?.reason
    }
    #expect(reasons == ["new", "x", "y"])
    // The event returns to an earlier state, but the stored result is of the state in between.
    try deduplicate(["x": "1", "y": "1", "new": "1"])
    #expect(try pending(.categorize, "a") == ["x"])
  }

  @Test("New forecasts make exactly those events pending that they cover or that have weather")
  func pendingForForecasts() throws {
    let start = Instant(secondsSinceEpoch: 1_000_000)
    let weather = OccurrenceWeather(
      source: "sky", provider: .openMeteo, condition: .rainLight, text: "Light rain",
      fetchedAt: start, distance: 100)
    let events = ["far", "near", "over", "timeless"].map {
      Event(id: $0, campus: "hill", title: $0, occurrences: [], listings: [])
    }
    try workspace.saveEvents(
      events, identities: [], campus: "hill", record: record(.deduplicate, "hill"))
    func coverage(_ hash: String, _ from: Int, _ to: Int) -> ForecastCoverage {
      ForecastCoverage(hash: hash, span: start + from * 3_600..<start + to * 3_600)
    }
    func pending(_ coverage: ForecastCoverage, rules: String = "r") throws -> [String] {
      try workspace.pendingEvents(campus: "hill", rules: rules, coverage: coverage).sorted()
    }
    func span(_ from: Int, _ to: Int) -> ClosedRange<Instant> {
      start + from * 3_600...start + to * 3_600
    }
    func finding(_ event: String, _ subject: String, _ message: String) -> Finding {
      Finding("W_WEATHER_FAR", subject: subject, message: message)
    }
    let all = events.map(\.id)
    let first = coverage("a", 0, 48)
    #expect(try pending(first) == all)
    let saved = try workspace.saveWeather(
      [
        JoinedWeather(
          event: "far", weathers: [:], span: span(200, 300),
          findings: [finding("far", "hut", "30 km"), finding("far", "barn", "28 km")]),
        JoinedWeather(event: "near", weathers: [1: weather], span: span(-100, 40)),
        JoinedWeather(event: "over", weathers: [0: weather], span: span(1, 2)),
        JoinedWeather(
          event: "timeless", weathers: [:], findings: [finding("timeless", "hut", "31 km")]),
      ], rules: "r", coverage: first, campus: "hill", record: record(.enrich, "hill"))
    #expect(saved.findings.map(\.message) == ["28 km", "31 km"])
    #expect(saved.accepted == 2)
    #expect(try pending(first) == [])
    // The forecasts cover the same, more, or no times.
    #expect(try pending(coverage("b", 24, 72)) == ["near", "over"])
    #expect(try pending(coverage("b", 24, 250)) == ["far", "near", "over"])
    #expect(try pending(ForecastCoverage(hash: "b", span: nil)) == ["near", "over"])
    #expect(try pending(first, rules: "s") == all)
    let next = coverage("b", 24, 72)
    let again = try workspace.saveWeather(
      [
        JoinedWeather(event: "near", weathers: [1: weather], span: span(-100, 40)),
        JoinedWeather(event: "over", weathers: [:], span: span(1, 2)),
      ], renewing: ["near", "over"], rules: "r", coverage: next, campus: "hill",
      record: record(.enrich, "hill"))
    #expect(again.findings == saved.findings)
    #expect(again.accepted == 1)
    #expect(try pending(next) == [])
    #expect(try pending(coverage("c", 24, 73)) == ["near"])
  }

  @Test("The snapshot of deduplicate is stored per campus, with its events")
  func keepsSnapshots() throws {
    func save(_ snapshot: Data?, _ campus: String) throws {
      try workspace.saveEvents(
        [], identities: [], snapshot: snapshot, campus: campus,
        record: StageRecord(
          stage: .deduplicate, key: campus, fingerprint: "x", read: 0, accepted: 0, rejected: 0,
          findings: []))
    }
    let first = Data([0, 1, 255])
    let second = Data([7])
    #expect(try workspace.snapshot(campus: "hill") == nil)
    try save(first, "hill")
    try save(second, "vale")
    #expect(try workspace.snapshot(campus: "hill") == first)
    try save(second, "hill")
    #expect(try workspace.snapshot(campus: "hill") == second)
    try save(nil, "hill")
    #expect(try workspace.snapshot(campus: "hill") == nil)
    #expect(try workspace.snapshot(campus: "vale") == second)
  }

  @Test("A changed event loses its weather, which refers to positions; other events retain it")
  func forgetsWeather() throws {
    let weather = OccurrenceWeather(
      source: "sky", provider: .openMeteo, condition: .rainLight, text: "Light rain",
      fetchedAt: now, distance: 0)
    func save(_ events: [Event]) throws {
      try workspace.saveEvents(
        events, identities: [], campus: "hill", record: record(.deduplicate, "hill"))
    }
    func rainy() throws -> [String] {
      try workspace.events(campus: "hill").filter { $0.occurrences.contains { $0.weather != nil } }
        .map(\.id)
    }
    let start = CalendarTime.floating(CivilDateTime(localSeconds: 0))
    let events = ["changed", "gone", "kept"].map {
      Event(
        id: $0, campus: "hill", title: $0, occurrences: [Occurrence(start: start)], listings: [])
    }
    try save(events)
    try workspace.saveWeather(
      events.map { JoinedWeather(event: $0.id, weathers: [0: weather]) }, campus: "hill",
      record: record(.enrich, "hill"))
    #expect(try rainy() == ["changed", "gone", "kept"])
    var changed = events[0]
    changed.title = "Another title"
    try save([changed, events[2]])
    #expect(try rainy() == ["kept"])
    // An event that returns has no weather from before.
    try save(events)
    #expect(try rainy() == ["kept"])
  }
}
