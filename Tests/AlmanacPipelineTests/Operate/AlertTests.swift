import AlmanacModel
import AlmanacStore
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite struct AlertTests {
  private func alerts(_ fixture: CampusFixture) throws -> [[String: Any]] {
    let file = fixture.folder.url.appending(path: "alerts.ndjson")
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    let text = try String(contentsOf: file, encoding: .utf8)
    try FileManager.default.removeItem(at: file)
    return try text.split(separator: "\n").map(ProgramFolder.object)
  }

  private func fixture() throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    let file = fixture.folder.url.appending(path: "alerts.ndjson").path
    try fixture.append("alert: {command: \"cat >> '\(file)'\"}")
    try fixture.add("choir", CampusFixture.calendar(), file: "feed.ics")
    return fixture
  }

  @Test("A failing source is reported once, and once more when it recovers")
  func source() async throws {
    let fixture = try fixture()
    try await fixture.run()
    #expect(try alerts(fixture).isEmpty)
    try fixture.add("choir", "403 Forbidden", file: "feed.ics")
    try await fixture.run(after: 24)
    let failed = try alerts(fixture)
    #expect(failed.map { $0["source"] as? String } == ["choir"])
    #expect(failed.first?["status"] as? String == "failed")
    #expect(failed.first?["before"] as? String == "ok")
    #expect((failed.first?["message"] as? String)?.hasPrefix("E_NOT_A_FEED: ") == true)
    try await fixture.run(after: 48)
    #expect(try alerts(fixture).isEmpty)
    try fixture.add("choir", CampusFixture.calendar(title: "Concert"), file: "feed.ics")
    try await fixture.run(after: 72)
    #expect(try alerts(fixture).map { $0["status"] as? String } == ["ok"])
  }

  @Test("A rehearsal reports nothing, and a command that fails is repeated by the next run")
  func delivery() async throws {
    let fixture = try fixture()
    try fixture.add("choir", "403 Forbidden", file: "feed.ics")
    try fixture.add("club", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run(dryRun: true)
    #expect(try alerts(fixture).isEmpty)
    let text = try String(contentsOf: fixture.configuration, encoding: .utf8)
    try fixture.folder.write(
      text.replacing(/(?m)^alert: .*$/, with: "alert: {command: exit 3}"), to: "config/almanac.yaml"
    )
    try await fixture.run()
    try fixture.folder.write(text, to: "config/almanac.yaml")
    try await fixture.run(after: 24)
    #expect(try alerts(fixture).count == 1)
  }

  @Test("A mistake in the configuration is reported once, and again when it is another one")
  func configuration() async throws {
    let fixture = try fixture()
    try await fixture.run()
    let text = try String(contentsOf: fixture.configuration, encoding: .utf8)
    func run(adding line: String) async throws -> [[String: Any]] {
      try fixture.folder.write("\(text)\n\(line)\n", to: "config/almanac.yaml")
      await #expect(throws: ConfigurationError.self) { try await fixture.run(after: 24) }
      return try alerts(fixture)
    }
    let first = try await run(adding: "widnow: {past: 3d}")
    #expect(first.map { $0["status"] as? String } == ["failed"])
    #expect((first.first?["message"] as? String)?.contains("widnow") == true)
    #expect(try await run(adding: "widnow: {past: 3d}").isEmpty)
    #expect(try await run(adding: "fecth: {}").count == 1)
  }

  @Test("A failed run, a held and a silent source are alerts; a waiting source is none")
  func kinds() throws {
    let now = Instant(secondsSinceEpoch: 40 * 86_400)
    var report = RunReport(now: now)
    for (id, status) in [("a", SourceStatus.held), ("b", .ok), ("c", .waiting), ("d", .unchanged)] {
      var line = RunReport.SourceLine(id: id, kind: .events, status: status)
      if id == "d" { line.unchangedSince = now - 31 * 86_400 }
      report.sources.append(line)
    }
    report.sources.append(RunReport.SourceLine(id: "e", kind: .events, status: .ok))
    report.findings = [Finding("I_SHRUNK", source: "e", message: "lists 3 events; accepted")]
    let states = ["c": "failed", "e": "held"]
    let found = Alerts.alerts(for: report, states, silentAfter: 30 * 86_400)
    #expect(found.map(\.source) == ["a", "d", "e"])
    #expect(found.map(\.status) == ["held", "silent", "ok"])
    #expect(found.last?.message == "lists 3 events; accepted")
    report.exitCode = .networkDown
    let down = Alerts.alerts(for: report, states, silentAfter: 30 * 86_400)
    #expect(down.map(\.source) == [nil] && down.map(\.status) == ["failed"])
    report.error = "the disk is full"
    let failed = Alerts.alerts(for: report, states, silentAfter: 30 * 86_400)
    #expect(failed.map(\.status) == ["failed"] && failed.first?.source == nil)
    #expect(failed.first?.message == "the disk is full")
    let same = Alerts.alerts(for: report, ["the run": "failed"], silentAfter: 0)
    #expect(same.isEmpty)
  }

  @Test("A source that lists less than half of the same weekday of other weeks is a finding")
  func weekdays() async throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(folder: folder.url)
    // Many on Mondays, few on other days.
    for day in 0..<28 {
      let count = day % 7 == 0 ? 40 : 12
      let listed = ["choir": count, "tiny": day % 7 == 0 ? 3 : 0]
      #expect(try WeekdayCounts.update(listed, on: day, in: workspace) == [], "\(day)")
    }
    let listed = ["choir": 12, "tiny": 0, "new": 1]
    let found = try WeekdayCounts.update(listed, on: 28, in: workspace)
    #expect(found.map(\.code) == ["W_FEWER_LISTINGS"] && found.first?.source == "choir")
    #expect(found.first?.message.contains("lists 12, on this weekday usually 40") == true)
    #expect(try WeekdayCounts.update(listed, on: 29, in: workspace) == [])
  }
}
