import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Crypto
import Foundation
import Testing

@Suite("A broken source") struct BrokenSourceTests {
  private static let page = "<!DOCTYPE html><html><head><title>Sign in</title></head></html>"

  @Test(
    "A broken source is in the report and in the status, and the others are published",
    arguments: [
      (nil, "E_FILE"), ("", "E_EMPTY"), (page, "E_NOT_A_FEED"),
      ("403 Forbidden", "E_NOT_A_FEED"),
    ] as [(String?, String)])
  func isNamed(text: String?, code: String) async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("broken", text)
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    let report = try await fixture.run()
    let line = try #require(report.sources.first { $0.id == "broken" })
    #expect(line.status == .failed)
    #expect(line.finding?.code.rawValue == code)
    #expect(report.isDegraded)
    #expect(try fixture.text("calendars/all.ics").contains("SUMMARY:Spring Concert"))
    let status = try fixture.status()
    #expect(status.lines.first { $0.id == "broken" }?.finding?.code.rawValue == code)
    #expect(status.exitCode == .degraded)
    let written = try String(
      contentsOf: fixture.folder.url.appending(path: "output/run/report.json"), encoding: .utf8)
    #expect(written.contains(code))
  }

  @Test("A broken source keeps its last data")
  func keepsLastGood() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let first = try fixture.text("calendars/all.ics")
    try fixture.add("calendar", Self.page, file: "feed.ics")
    let report = try await fixture.run(after: 24)
    #expect(report.sources.first?.status == .failed)
    #expect(try fixture.text("calendars/all.ics") == first)
    let digest = SHA256.hash(data: Data(CampusFixture.calendar().utf8))
      .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(try fixture.text("manifest.json").contains(digest), "the capture that still holds")
  }

  @Test("A broken source without others leaves nothing to publish: exit 65, and no edition")
  func nothingUsable() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("broken", Self.page)
    let error = await #expect(throws: RunError.self) { try await fixture.run() }
    #expect(error == .nothingUsable)
    #expect(error?.exitCode.rawValue == 65)
    let latest = fixture.folder.url.appending(path: "output/latest")
    #expect(!FileManager.default.fileExists(atPath: latest.path))
    #expect(try fixture.status().exitCode == .stale)
  }

  @Test("A full calendar that becomes empty is held")
  func holdsEmptyCalendar() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let empty = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Hill//EN\nEND:VCALENDAR\n"
    try fixture.add("calendar", empty, file: "feed.ics")
    let report = try await fixture.run(after: 24)
    #expect(report.sources.first?.finding?.code == "E_EMPTY")
    #expect(report.sources.first?.finding?.message.contains("after 1 event;") == true)
    #expect(report.sources.first?.status == .held)
    #expect(report.isDegraded)
    #expect(try fixture.text("calendars/all.ics").contains("Spring Concert"))
  }

  @Test("A truncated calendar is refused as a whole")
  func refusesTruncated() async throws {
    let fixture = try CampusFixture.empty()
    let whole = CampusFixture.calendar()
    try fixture.add("calendar", String(whole.prefix(whole.count / 2)), file: "feed.ics")
    try fixture.add("good", CampusFixture.calendar(), file: "feed.ics")
    let report = try await fixture.run()
    #expect(
      report.sources.first { $0.id == "calendar" }?.finding?.code == FindingCode("E_PARSE"))
  }
}

extension CampusFixture {
  func status(after hours: Int = 0) throws -> StatusReport {
    try StatusReport(lastRun(after: hours))
  }
}
