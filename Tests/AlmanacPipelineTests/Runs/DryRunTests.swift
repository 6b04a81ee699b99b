import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("A dry run") struct DryRunTests {
  @Test("Reports what the stages did, and leaves every file of the output folder as it was")
  func writesNothing() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let before = try fixture.folder.contents(of: "output")
    try fixture.add("calendar", CampusFixture.calendar(title: "Autumn Concert"), file: "feed.ics")
    let report = try await fixture.run(dryRun: true, after: 24)
    #expect(report.edition == nil && report.reportPath == nil)
    #expect(report.stages.map(\.name) == StageName.allCases)
    #expect(report.sources.map(\.status) == [.ok])
    let after = try fixture.folder.contents(of: "output")
    #expect(after.keys.sorted() == before.keys.sorted())
    for (path, bytes) in before { #expect(after[path] == bytes, "\(path)") }
    // What it read is new to the next run.
    #expect(try await fixture.run(after: 24).sources.map(\.status) == [.ok])
    #expect(try fixture.text("calendars/all.ics").contains("Autumn Concert"))
  }

  @Test("A dry run needs no output folder and creates none")
  func makesNone() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    let report = try await fixture.run(dryRun: true)
    #expect(report.stages.first { $0.name == .parse }?.accepted == 1)
    let output = fixture.folder.url.appending(path: "output")
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }
}
