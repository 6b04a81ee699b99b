import AlmanacFiles
import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import Testing

@Suite("from night to night") struct NightlyLifeTests {
  @Test("an event keeps its id when its title changes, and its sequence rises")
  func keepsID() async throws {
    let night = try Night.empty()
    try night.add("calendar", Night.calendar(), file: "feed.ics")
    try await night.run()
    let before = try night.text("calendars/all.ics").line("UID:")
    try night.add("calendar", Night.calendar(title: "Spring Gala"), file: "feed.ics")
    try await night.run(after: 24)
    let calendar = try night.text("calendars/all.ics")
    #expect(calendar.line("UID:") == before)
    #expect(calendar.line("SUMMARY:") == "SUMMARY:Spring Gala")
    #expect(calendar.line("SEQUENCE:") == "SEQUENCE:1")
    let changes = try night.text("changes.ndjson")
    #expect(changes.contains(#""change":"changed""#) && changes.contains("Spring Gala"))
  }

  @Test("a lost workspace takes ids and sequences back from the edition")
  func survivesLostWorkspace() async throws {
    let night = try Night.empty()
    try night.add("calendar", Night.calendar(), file: "feed.ics")
    try await night.run()
    try night.add("calendar", Night.calendar(title: "Spring Gala"), file: "feed.ics")
    try await night.run(after: 24)
    let before = try night.text("calendars/all.ics")
    try FileManager.default.removeItem(
      at: night.folder.url.appending(path: "output/workspace"))
    try await night.run(after: 48)
    #expect(try night.text("calendars/all.ics") == before)
    #expect(before.contains("SEQUENCE:1"))
  }

  @Test("only a full source withdraws an event by listing it no longer")
  func withdraws() async throws {
    let night = try Night.empty()
    let two = Night.calendar().replacingOccurrences(
      of: "END:VCALENDAR\n", with: ""
    ).appending(
      Night.calendar(uid: "two@hill.example", title: "Chess Open", start: "20260312T100000")
        .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
        .joined(separator: "\n"))
    for (id, definition) in [("full", ""), ("window", "completeness: window")] {
      try night.add(
        id, two.replacingOccurrences(of: "@hill", with: "@\(id)"), file: "feed.ics",
        definition: definition)
    }
    let first = try await night.run()
    #expect(first.sources.map(\.kept) == [2, 2])
    for id in ["full", "window"] {
      try night.add(
        id, Night.calendar(uid: "one@\(id).example"), file: "feed.ics",
        definition: id == "window" ? "completeness: window" : "")
    }
    try await night.run(after: 24)
    let calendar = try night.text("calendars/source/full.ics")
    #expect(!calendar.contains("Chess Open"))
    #expect(try night.text("calendars/source/window.ics").contains("Chess Open"))
  }

  @Test("a stage runs alone from what the one before it left")
  func runsOneStage() async throws {
    let night = try Night.empty()
    try night.add("calendar", Night.calendar(), file: "feed.ics")
    for stage in StageName.allCases {
      let report = try await night.run(from: stage, until: stage)
      #expect(report.stages.map(\.name) == [stage])
    }
    #expect(try night.text("calendars/all.ics").contains("Spring Concert"))
  }

  @Test("a second run finds the lock taken: exit 75")
  func locked() async throws {
    let night = try Night.empty()
    try night.add("calendar", Night.calendar(), file: "feed.ics")
    try await night.run()
    let lock = try FileLock(at: night.folder.url.appending(path: "output/workspace/lock"))
    let error = await #expect(throws: RunError.self) { try await night.run() }
    #expect(error?.exitCode.rawValue == 75)
    withExtendedLifetime(lock) {}
  }

  @Test("an end before its start is set aside, never swapped")
  func quarantinesSwappedTimes() async throws {
    let night = try Night.empty()
    try night.add(
      "calendar",
      Night.calendar(extra: "DTEND;TZID=Asia/Singapore:20260310T180000\n"), file: "feed.ics")
    try night.add("good", Night.calendar(uid: "two@hill.example"), file: "feed.ics")
    let report = try await night.run()
    let finding = try #require(report.findings.first { $0.code.quarantinesItem })
    #expect(finding.code == "Q_DATE_RANGE")
    #expect(finding.source == "calendar")
    #expect(finding.message.contains("end"))
  }

  @Test(
    "an edition is whole: every file that the manifest names has its hash, and no other is there")
  func manifestIsTrue() async throws {
    let night = try Night.empty()
    try night.add("calendar", Night.calendar(), file: "feed.ics")
    try await night.run()
    let manifest = try JSONDecoder().decode(
      JSONValue.self, from: Data(night.text("manifest.json").utf8))
    let named = manifest["files"]?.array?.compactMap { $0["path"]?.string } ?? []
    #expect(Set(named + ["manifest.json"]) == Set(try night.edition().keys))
    #expect(named == named.sorted())
  }
}

extension String {
  /// The first line that begins so.
  func line(_ prefix: String) -> String? {
    split(whereSeparator: \.isNewline).map(String.init).first { $0.hasPrefix(prefix) }
  }
}
