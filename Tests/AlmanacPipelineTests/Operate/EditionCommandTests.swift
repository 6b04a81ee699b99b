import AlmanacModel
import AlmanacPublish
import AlmanacStore
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Logging
import Testing

@testable import AlmanacPipeline

@Suite("Diff, rollback and prune") struct EditionCommandTests {
  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func output(_ fixture: CampusFixture) -> URL {
    fixture.folder.url.appending(path: "output")
  }

  /// Three runs of one source that changes: an event comes, one is renamed, one goes.
  private static func threeRuns() async throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    try fixture.append("publish: {keepEditions: 9}")
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let second = CampusFixture.calendar(
      extra: """
        END:VEVENT
        BEGIN:VEVENT
        UID:two@hill.example
        DTSTAMP:20260301T000000Z
        DTSTART;TZID=Asia/Singapore:20260315T100000
        SUMMARY:Book Fair
        LOCATION:Hill Library

        """)
    try fixture.add("calendar", second, file: "feed.ics")
    try await fixture.run(after: 24)
    try fixture.add(
      "calendar", CampusFixture.calendar(title: "Summer Concert"), file: "feed.ics")
    try await fixture.run(after: 48)
    return fixture
  }

  @Test("'diff' lists added, changed and lost events of any two editions")
  func diff() async throws {
    let fixture = try await Self.threeRuns()
    let latest = try EditionDiff(output: output(fixture), from: nil, to: nil)
    let text = latest.text(limit: 50)
    #expect(text.contains("title: Spring Concert → Summer Concert"), "\(text)")
    #expect(text.contains("- "), "the fair is gone: \(text)")
    let fair = try Explanation.all(of: "calendar/two@hill.example", output: output(fixture))
    #expect(fair.first?.text.contains("calendar/two@hill.example: no longer listed") == true)
    let first = try EditionDiff(
      output: output(fixture), from: "20260302", to: "20260303"
    ).text(limit: 50)
    #expect(first.contains("+ ") && first.contains("Book Fair"), "\(first)")
    let whole = try EditionDiff(output: output(fixture), from: "20260302", to: "20260304")
    let object = try ProgramFolder.object(whole.json)
    #expect((object["changes"] as? [Any])?.count == 1)
    #expect((object["events"] as? [String: Int])?["changed"] == 1)
    #expect(throws: ArchiveError.self) {
      try EditionDiff(output: self.output(fixture), from: "19990101", to: nil)
    }
  }

  @Test("'run --dry-run' shows what a run would change, and changes nothing")
  func rehearsal() async throws {
    let fixture = try await Self.threeRuns()
    let before = try fixture.folder.contents(of: "output/latest")
    let workspace = try Workspace(folder: output(fixture).appending(path: "workspace"))
    let captures = try workspace.captures().count
    try fixture.add("calendar", CampusFixture.calendar(title: "Autumn Concert"), file: "feed.ics")
    let options = RunOptions(
      configuration: fixture.configuration, output: output(fixture), now: fixture.now + 72 * 3_600)
    let rehearsal = try await Pipeline(options: options, log: Self.quiet).rehearse()
    #expect(rehearsal.text(limit: 9).contains("Summer Concert → Autumn Concert"))
    #expect(rehearsal.diff?.isRehearsed == true)
    let object = try ProgramFolder.object(rehearsal.json)
    #expect(object["schema"] as? String == "almanac.rehearsal/1")
    #expect(((object["diff"] as? [String: Any])?["changes"] as? [Any])?.isEmpty == false)
    #expect(try fixture.folder.contents(of: "output/latest") == before)
    #expect(try workspace.captures().count == captures)
    #expect(try workspace.bodies.digests().count == 3)
  }

  @Test("'rollback' moves only the link; the next run publishes a new edition")
  func rollback() async throws {
    let fixture = try await Self.threeRuns()
    let rollback = Rollback(output: output(fixture))
    let editions = try rollback.list()
    #expect(editions.map(\.latest) == [true, false, false])
    let (from, to) = try rollback.roll(to: nil)
    #expect(from == editions[0].id && to == editions[1].id)
    #expect(try fixture.answer().reader.occurrences(EventFilter()).count > 0)
    #expect(try rollback.roll(to: "20260302").to == editions[2].id)
    #expect(throws: ArchiveError.onlyOne) { try rollback.roll(to: nil) }
    #expect(throws: ArchiveError.self) { try rollback.roll(to: "x") }
    #expect(try rollback.list().count == 3)
    try await fixture.run(after: 72)
    let newest = try #require(try rollback.list().first)
    #expect(newest.latest)
    try FileManager.default.removeItem(
      at: output(fixture).appending(path: "editions/\(newest.id)"))
    #expect(throws: ArchiveError.noLatest) {
      try EditionDiff(output: self.output(fixture), from: nil, to: nil)
    }
    #expect(try rollback.roll(to: nil).to == editions[0].id)
  }

  @Test("'prune' removes old editions and captures, but nothing that is still read")
  func prune() async throws {
    let fixture = try await Self.threeRuns()
    func prune(days: Int, editions: Int?, isDry: Bool = false) throws -> Prune {
      try Prune(
        fixture.lastRun(), keepEditions: editions, days: days, now: fixture.now + 72 * 3_600,
        isDry: isDry)
    }
    let dry = try prune(days: 0, editions: 1, isDry: true)
    #expect(dry.editions.count == 1 && dry.captures == 2 && dry.bodies == 2, "\(dry)")
    #expect(try prune(days: 400, editions: 9).bodies == 0)
    let done = try prune(days: 0, editions: 1)
    #expect(done.editions == dry.editions && done.bodies == 2)
    #expect(try Rollback(output: output(fixture)).list().count == 2, "the one before stays")
    let workspace = try Workspace(folder: output(fixture).appending(path: "workspace"))
    #expect(try workspace.captures().count == 1)
    #expect(try workspace.bodies.digests() == [String](workspace.captureDigests()))
    #expect(try workspace.damage().isEmpty)
    let report = try await fixture.run(after: 96)
    #expect(report.exitCode == .published)
  }
}
