import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("A run that fails before its first stage") struct FailedRunTests {
  private func report(_ fixture: CampusFixture) throws -> [String: Any] {
    try ProgramFolder.object(try text("report.json", fixture))
  }

  private func text(_ file: String, _ fixture: CampusFixture) throws -> String {
    try String(
      contentsOf: fixture.folder.url.appending(path: "output/run/\(file)"), encoding: .utf8)
  }

  @Test("A mistake in almanac.yaml leaves a report and metrics with exit code 78")
  func configuration() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    try fixture.append("windw: {past: 1d}")
    await #expect(throws: ConfigurationError.self) { try await fixture.run(after: 24) }
    let report = try report(fixture)
    #expect(report["exit"] as? Int == 78)
    #expect(report["result"] as? String == "failed")
    #expect((report["error"] as? String)?.contains("almanac.yaml:4: unknown key 'windw'") == true)
    let metrics = try text("metrics.prom", fixture)
    #expect(metrics.contains("almanac_run_exit_code 78"))
    // The age of the last success grows, whatever failed after it.
    #expect(
      metrics.contains(
        "almanac_run_last_success_timestamp_seconds \(fixture.now.secondsSinceEpoch)"))
  }

  @Test("A workspace that can't be opened leaves them with 74, one of the other kind with 78")
  func workspace() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    try fixture.folder.write("this is no database at all", to: "output/workspace/work.db")
    await #expect(throws: (any Error).self) { try await fixture.run() }
    #expect(try report(fixture)["exit"] as? Int == 74)
    #expect(try text("metrics.prom", fixture).contains("almanac_run_exit_code 74"))
    var other = try CampusFixture.empty()
    try other.add("good", CampusFixture.calendar(), file: "sample.ics")
    try await other.run()
    other.samples = true
    await #expect(throws: RunError.self) { try await other.run() }
    #expect(try report(other)["exit"] as? Int == 78)
  }

  @Test("A usage error and a dry run leave nothing")
  func traceless() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    await #expect(throws: RunError.self) { try await fixture.run(sources: ["nobody"]) }
    try fixture.append("windw: {past: 1d}")
    await #expect(throws: ConfigurationError.self) { try await fixture.run(dryRun: true) }
    let output = fixture.folder.url.appending(path: "output")
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  @Test("The executable exits 78 and leaves the same, also where the output folder is new")
  func executable() throws {
    let work = try ProgramFolder()
    #expect(try work.almanac("run").code == 78)
    let report = try ProgramFolder.object(work.text("output/run/report.json"))
    #expect(report["exit"] as? Int == 78)
    #expect((report["error"] as? String)?.contains("almanac init") == true)
    #expect(try work.text("output/run/metrics.prom").contains("almanac_run_exit_code 78"))
  }
}
