import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("A source whose definition can't be read") struct BrokenDefinitionTests {
  private func twoSources() async throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    try fixture.add(
      "choir", CampusFixture.calendar(uid: "c@hill", title: "Evensong"), file: "feed.ics")
    try fixture.add(
      "union", CampusFixture.calendar(uid: "u@hill", title: "Debate"), file: "feed.ics")
    try await fixture.run()
    return fixture
  }

  @Test(
    "A broken definition is a failed source with its line; its last data and all others are published",
    arguments: [
      ("every: often", 3), ("completness: full", 3), ("campus: hill", 1),
      ("mapping: {item: e, lookup: {x: {path: none.xml, item: v, id: i}}}", nil),
      ("venue: [", 4),
    ] as [(String, Int?)])
  func staysPublished(definition: String, line: Int?) async throws {
    let fixture = try await twoSources()
    try fixture.add("choir", nil, file: "feed.ics", definition: definition)
    try fixture.add(
      "union", CampusFixture.calendar(uid: "u@hill", title: "Great Debate"), file: "feed.ics")
    let report = try await fixture.run(after: 24)
    #expect(report.exitCode == .published && report.isDegraded)
    let failed = try #require(report.sources.first { $0.id == "choir" })
    #expect(failed.status == .failed)
    #expect(failed.consecutiveFailures == 1)
    let finding = try #require(failed.finding)
    #expect(finding.code == "E_CONFIG")
    let place = line.map { "choir/feed.yaml:\($0):" } ?? "none.xml"
    #expect(finding.message.contains(place), "\(finding.message)")
    #expect(report.findings.contains(finding))
    let calendar = try fixture.text("calendars/all.ics")
    #expect(calendar.contains("SUMMARY:Evensong") && calendar.contains("SUMMARY:Great Debate"))

    let status = try fixture.status(after: 24)
    #expect(status.exitCode == .degraded)
    #expect(status.lines.first { $0.id == "choir" }?.finding == finding)
    #expect(status.lines.first { $0.id == "choir" }?.accepted == 1)
    let check = ConfigurationCheck(configuration: fixture.configuration, environment: [:])
    #expect(check.exitCode == .configuration)
    #expect(check.mistakes.map(\.description).contains { $0.contains(place) })
    #expect(check.text().contains("1 mistake in definitions of sources"))

    try fixture.add(
      "choir", CampusFixture.calendar(uid: "c@hill", title: "Vespers"), file: "feed.ics")
    let mended = try await fixture.run(after: 48)
    #expect(!mended.isDegraded)
    #expect(try fixture.text("calendars/all.ics").contains("SUMMARY:Vespers"))
    #expect(try fixture.status(after: 48).exitCode == .published)
  }

  @Test("A source with a broken definition is published as its last good definition allowed")
  func keepsLimits() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("open", CampusFixture.calendar(uid: "o@hill", title: "Fair"), file: "feed.ics")
    try fixture.add(
      "staff", CampusFixture.calendar(uid: "s@hill", title: "Staff Meeting"), file: "feed.ics",
      definition: "visibility: private")
    try await fixture.run()
    #expect(try !fixture.text("calendars/all.ics").contains("Staff Meeting"))
    try fixture.add("staff", nil, file: "feed.ics", definition: "visiblity: private")
    try await fixture.run(force: true, after: 24)
    #expect(try !fixture.text("calendars/all.ics").contains("Staff Meeting"))
  }

  @Test("A source that was never read has nothing to publish, and is named")
  func neverRead() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    try fixture.add("odd", CampusFixture.calendar(), file: "feed.ics", definition: "every: often")
    let report = try await fixture.run()
    #expect(report.sources.map(\.id) == ["good", "odd"])
    #expect(report.sources.last?.status == .failed)
    #expect(try fixture.status().lines.map(\.status) == [.ok, .failed])
  }

  @Test(
    "A broken definition doesn't prevent adding or previewing others, and is named with its line")
  func others() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("odd", CampusFixture.calendar(), file: "feed.ics", definition: "every: often")
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    var options = PreviewOptions(
      configuration: fixture.configuration, output: fixture.folder.url.appending(path: "output"),
      now: fixture.now)
    options.environment = [:]
    let previewer = try FeedPreviewer(options)
    #expect(try await previewer.preview("good").accepted == 1)
    let error = await #expect(throws: ConfigurationError.self) {
      try await previewer.preview("odd")
    }
    #expect(error?.line == 3)
  }

  @Test("A name in 'trust' of a source that was removed is a warning with its line")
  func trust() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    try fixture.append("trust: [gone, good]")
    let report = try await fixture.run()
    #expect(report.exitCode == .published && !report.isDegraded)
    let warning = try #require(report.findings.first { $0.subject == "trust" })
    #expect(warning.code == "W_CONFIGURATION" && warning.severity == .warning)
    #expect(warning.message.contains("almanac.yaml:4: trust[0]: there is no source 'gone'"))
    let check = ConfigurationCheck(configuration: fixture.configuration, environment: [:])
    #expect(check.mistakes.isEmpty && check.warnings.contains(warning))
    let settings = try SettingsLoader(samples: false).load(fixture.configuration)
    #expect(settings.trust == ["good"])
  }
}
