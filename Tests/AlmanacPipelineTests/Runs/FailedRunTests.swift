import AlmanacModel
import AlmanacStore
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

  @Test(
    "A workspace with damaged pages or without a body is reported as damaged",
    arguments: [true, false])
  func damagedWorkspace(isPage: Bool) async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    // A copy, because the process may still have the workspace open.
    let folder = fixture.folder.url.appending(path: "other/workspace")
    try Workspace(folder: fixture.folder.url.appending(path: "output/workspace")).copy(to: folder)
    if isPage {
      let file = folder.appending(path: "work.db")
      var bytes = try Data(contentsOf: file)
      // The first page, which has the schema, stays.
      bytes.replaceSubrange(4_096..., with: Data(repeating: 7, count: bytes.count - 4_096))
      try bytes.write(to: file)
    } else {
      try FileManager.default.removeItem(at: folder.appending(path: "raw"))
    }
    await #expect(throws: WorkspaceError.damaged(path: folder.path)) {
      try await fixture.run(from: .parse, output: "other", force: true, after: 24)
    }
    let text = try fixture.folder.contents(of: "other/run")["report.json"] ?? []
    #expect(String(decoding: text, as: UTF8.self).contains("\"exit\":74"))
  }

  @Test("A run time before all editions, as of a clock that was set back, changes nothing")
  func clockSetBack() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    let edition = try await fixture.run().edition
    await #expect(throws: RunError.self) { try await fixture.run(after: -24) }
    #expect(try report(fixture)["exit"] as? Int == 78)
    #expect(try await fixture.run(after: 0).edition == edition)
    try await fixture.run(after: 24)
    #expect(try await fixture.run(after: 0).edition == edition)
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
