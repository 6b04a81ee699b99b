import AlmanacFiles
import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Crypto
import Foundation
import GRDB
import Testing

@Suite("From run to run") struct LongTermTests {
  @Test("An event keeps its id when its title changes, and its sequence rises")
  func keepsID() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let before = try fixture.text("calendars/all.ics").line("UID:")
    try fixture.add("calendar", CampusFixture.calendar(title: "Spring Gala"), file: "feed.ics")
    try await fixture.run(after: 24)
    let calendar = try fixture.text("calendars/all.ics")
    #expect(calendar.line("UID:") == before)
    #expect(calendar.line("SUMMARY:") == "SUMMARY:Spring Gala")
    #expect(calendar.line("SEQUENCE:") == "SEQUENCE:1")
    let changes = try fixture.text("changes.ndjson")
    #expect(changes.contains(#""change":"changed""#) && changes.contains("Spring Gala"))
  }

  @Test("Publishing alone after parsing adds no new listing to the previous events")
  func publishesNoMixture() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add(
      "calendar", CampusFixture.calendar(extra: "URL:https://hill.example/1\n"), file: "feed.ics")
    try await fixture.run()
    let before = try fixture.edition()
    try fixture.add(
      "calendar",
      CampusFixture.calendar(title: "Spring Gala", extra: "URL:https://hill.example/2\n"),
      file: "feed.ics")
    try await fixture.run(until: .parse, after: 1)
    try await fixture.run(from: .publish)
    let alone = try fixture.edition()
    let differing = alone.keys.filter { alone[$0] != before[$0] }
    #expect(Set(differing).isSubset(of: ["changes.ndjson", "almanac.sqlite", "manifest.json"]))
    let listings = try await fixture.database().read {
      try Row.fetchAll($0, sql: "SELECT title, url FROM listing").map { row -> [String?] in
        [row["title"], row["url"]]
      }
    }
    #expect(listings == [["Spring Concert", "https://hill.example/1"]])
    try await fixture.run(after: 1)
    #expect(try fixture.text("calendars/all.ics").contains("Spring Gala"))
  }

  @Test("A lost workspace takes ids and sequences back from the edition")
  func survivesLostWorkspace() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    try fixture.add("calendar", CampusFixture.calendar(title: "Spring Gala"), file: "feed.ics")
    try await fixture.run(after: 24)
    let before = try fixture.text("calendars/all.ics")
    try FileManager.default.removeItem(
      at: fixture.folder.url.appending(path: "output/workspace"))
    try await fixture.run(after: 48)
    #expect(try fixture.text("calendars/all.ics") == before)
    #expect(before.contains("SEQUENCE:1"))
  }

  @Test("Only the owner of a run can read the workspace that it creates")
  func isPrivate() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let workspace = fixture.folder.url.appending(path: "output/workspace")
    let attributes = try FileManager.default.attributesOfItem(atPath: workspace.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("Only a full source withdraws an event by listing it no longer")
  func withdraws() async throws {
    let fixture = try CampusFixture.empty()
    let two = CampusFixture.calendar().replacingOccurrences(
      of: "END:VCALENDAR\n", with: ""
    ).appending(
      CampusFixture.calendar(uid: "two@hill.example", title: "Chess Open", start: "20260312T100000")
        .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
        .joined(separator: "\n"))
    for (id, definition) in [("full", ""), ("window", "completeness: window")] {
      try fixture.add(
        id, two.replacingOccurrences(of: "@hill", with: "@\(id)"), file: "feed.ics",
        definition: definition)
    }
    let first = try await fixture.run()
    #expect(first.sources.map(\.accepted) == [2, 2])
    for id in ["full", "window"] {
      try fixture.add(
        id, CampusFixture.calendar(uid: "one@\(id).example"), file: "feed.ics",
        definition: id == "window" ? "completeness: window" : "")
    }
    try await fixture.run(after: 24)
    let calendar = try fixture.text("calendars/source/full.ics")
    #expect(!calendar.contains("Chess Open"))
    #expect(try fixture.text("calendars/source/window.ics").contains("Chess Open"))
  }

  @Test("An edited item without an identifier is published once")
  func followsEdits() async throws {
    let fixture = try CampusFixture.empty()
    func feed(_ title: String, _ start: String) -> String {
      "<list><item><name>\(title)</name><when>\(start)</when></item></list>"
    }
    let definition = """
      format: xml
      mapping: {item: item, title: name, start: when}
      """
    for (hour, item) in [
      feed("Chess Open", "2026-03-12T10:00"), feed("Chess Open", "2026-03-12T11:00"),
      feed("Grand Chess Open", "2026-03-12T11:00"),
    ].enumerated() {
      try fixture.add("club", item, file: "feed.xml", definition: definition)
      try await fixture.run(after: 24 * hour)
      let titles = try fixture.text("calendars/all.ics").split(whereSeparator: \.isNewline)
        .filter { $0.hasPrefix("SUMMARY:") }
      #expect(titles.count == 1, "\(titles)")
    }
  }

  @Test("A source that is removed and comes back has its events again")
  func comesBack() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try fixture.add(
      "other", CampusFixture.calendar(uid: "two@hill.example", title: "Fair"), file: "b.ics")
    try await fixture.run()
    let before = try fixture.text("calendars/all.ics")
    let folder = fixture.folder.url.appending(path: "config/feeds/calendar")
    let aside = fixture.folder.url.appending(path: "aside")
    try FileManager.default.moveItem(at: folder, to: aside)
    try await fixture.run(after: 24)
    #expect(!(try fixture.text("calendars/all.ics").contains("Spring Concert")))
    try FileManager.default.moveItem(at: aside, to: folder)
    try await fixture.run(after: 48)
    #expect(try fixture.text("calendars/all.ics").line("UID:") == before.line("UID:"))
    #expect(try fixture.text("calendars/all.ics").contains("Spring Concert"))
  }

  @Test(
    "Events that a definition no longer publishes are removed, also if the feed has dropped them")
  func tightens() async throws {
    let fixture = try CampusFixture.empty()
    let text = CampusFixture.calendar(extra: "DESCRIPTION:Bring a chair.\n")
    try fixture.add("calendar", text, file: "feed.ics", definition: "completeness: window")
    try await fixture.run()
    #expect(try fixture.text("calendars/all.ics").contains("Bring a chair."))
    try fixture.add(
      "calendar", CampusFixture.calendar(uid: "two@hill.example", title: "Fair"), file: "feed.ics",
      definition: "completeness: window\npublish: facts")
    try await fixture.run(after: 24)
    let calendar = try fixture.text("calendars/all.ics")
    #expect(calendar.contains("Spring Concert") && !calendar.contains("Bring a chair."))
    try fixture.add(
      "calendar", CampusFixture.calendar(uid: "two@hill.example", title: "Fair"), file: "feed.ics",
      definition: "completeness: window\nvisibility: private")
    try await fixture.run(after: 48)
    #expect(!(try fixture.text("calendars/all.ics").contains("Spring Concert")))
  }

  @Test("A stage runs alone from the results of the one before")
  func runsOneStage() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    for stage in StageName.allCases {
      let report = try await fixture.run(from: stage, until: stage)
      #expect(report.stages.map(\.name) == [stage])
    }
    #expect(try fixture.text("calendars/all.ics").contains("Spring Concert"))
  }

  @Test("Publishing before anything was deduplicated withdraws nothing")
  func publishesNothingUnseen() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let before = try fixture.edition()
    try FileManager.default.removeItem(
      at: fixture.folder.url.appending(path: "output/workspace"))
    try await fixture.run(until: .parse, after: 24)
    let error = await #expect(throws: RunError.self) {
      try await fixture.run(from: .publish, after: 24)
    }
    #expect(error == .nothingUsable)
    #expect(try fixture.edition() == before)
  }

  @Test("A second run finds the lock taken: exit 75")
  func locked() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let lock = try FileLock(at: fixture.folder.url.appending(path: "output/workspace/lock"))
    let error = await #expect(throws: RunError.self) { try await fixture.run() }
    #expect(error?.exitCode.rawValue == 75)
    withExtendedLifetime(lock) {}
  }

  @Test("An item that can't be used now keeps its last data, unless it has become private")
  func holdsBrokenItems() async throws {
    let fixture = try CampusFixture.empty()
    let other =
      "END:VEVENT\nBEGIN:VEVENT\nUID:two@hill.example\nDTSTART:20260312T100000Z\nSUMMARY:Fair\n"
    try fixture.add("calendar", CampusFixture.calendar(extra: other), file: "feed.ics")
    try await fixture.run()
    let first = try fixture.text("calendars/all.ics")
    #expect(first.contains("Spring Concert") && first.contains("Fair"))
    let broken = CampusFixture.calendar(title: "", extra: other)
    try fixture.add("calendar", broken, file: "feed.ics")
    let report = try await fixture.run(after: 24)
    #expect(report.findings.contains { $0.code == "Q_NO_TITLE" })
    #expect(try fixture.text("calendars/all.ics") == first)
    let hidden = CampusFixture.calendar(title: "", extra: "CLASS:PRIVATE\n" + other)
    try fixture.add("calendar", hidden, file: "feed.ics")
    try await fixture.run(after: 48)
    let last = try fixture.text("calendars/all.ics")
    #expect(!last.contains("Spring Concert") && last.contains("Fair"))
  }

  @Test("An end before its start is rejected, never swapped")
  func quarantinesSwappedTimes() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add(
      "calendar",
      CampusFixture.calendar(extra: "DTEND;TZID=Asia/Singapore:20260310T180000\n"), file: "feed.ics"
    )
    try fixture.add("good", CampusFixture.calendar(uid: "two@hill.example"), file: "feed.ics")
    let report = try await fixture.run()
    let finding = try #require(report.findings.first { $0.code.rejectsItem })
    #expect(finding.code == "Q_DATE_RANGE")
    #expect(finding.source == "calendar")
    #expect(finding.message.contains("end"))
  }

  @Test(
    "An edition has exactly the files of the manifest, with their hashes")
  func manifestIsTrue() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let manifest = try JSONValue(parsing: Array(fixture.text("manifest.json").utf8))
    let named = manifest["files"]?.array?.compactMap { $0["path"]?.string } ?? []
    let files = try fixture.edition()
    #expect(Set(named + ["manifest.json"]) == Set(files.keys))
    #expect(named == named.sorted())
    for file in manifest["files"]?.array ?? [] {
      let bytes = try #require(files[file["path"]?.string ?? ""])
      let digest = SHA256.hash(data: bytes).map {
        String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
      }
      #expect(file["sha256"]?.string == digest.joined())
      #expect(file["bytes"]?.double == Double(bytes.count))
    }
  }
}

extension String {
  /// The first line that begins so.
  func line(_ prefix: String) -> String? {
    split(whereSeparator: \.isNewline).map(String.init).first { $0.hasPrefix(prefix) }
  }
}
