import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("a dry run") struct DryRunTests {
  @Test("reports what the stages did, and leaves every file of the output folder as it was")
  func writesNothing() async throws {
    let night = try Night.empty()
    try night.add("calendar", Night.calendar(), file: "feed.ics")
    try await night.run()
    let before = try night.folder.contents(of: "output")
    try night.add("calendar", Night.calendar(title: "Autumn Concert"), file: "feed.ics")
    let report = try await night.run(dryRun: true, after: 24)
    #expect(report.edition == nil && report.reportPath == nil)
    #expect(report.stages.map(\.name) == StageName.allCases)
    #expect(report.sources.map(\.outcome) == [.ok])
    let after = try night.folder.contents(of: "output")
    #expect(after.keys.sorted() == before.keys.sorted())
    for (path, bytes) in before { #expect(after[path] == bytes, "\(path)") }
    // What it read is new to the next run.
    #expect(try await night.run(after: 24).sources.map(\.outcome) == [.ok])
    #expect(try night.text("calendars/all.ics").contains("Autumn Concert"))
  }

  @Test("needs no output folder and makes none")
  func makesNone() async throws {
    let night = try Night.empty()
    try night.add("calendar", Night.calendar(), file: "feed.ics")
    let report = try await night.run(dryRun: true)
    #expect(report.stages.first { $0.name == .parse }?.kept == 1)
    let output = night.folder.url.appending(path: "output")
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }
}
