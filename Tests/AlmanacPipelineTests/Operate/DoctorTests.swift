import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("almanac doctor") struct DoctorTests {
  private func examine(_ fixture: CampusFixture, after hours: Int = 1) async -> Doctor.Examination {
    await Doctor(
      configuration: fixture.configuration, output: fixture.folder.url.appending(path: "output"),
      now: fixture.now + hours * 3_600, isOffline: true, environment: [:]
    ).examine()
  }

  private func verdicts(_ examination: Doctor.Examination) -> [String: Doctor.Verdict] {
    Dictionary(examination.lines.map { ($0.name, $0.verdict) }, uniquingKeysWith: { $1 })
  }

  @Test("A healthy machine with a fresh edition has no failure; every failure has a remedy")
  func sound() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    let fresh = verdicts(await examine(fixture))
    #expect(fresh["edition"] == .warn)
    #expect(fresh["output"] == .ok)
    try await fixture.run()
    let lines = await examine(fixture)
    #expect(lines.exitCode == .published, "\(lines)")
    #expect(
      lines.lines.map(\.name) == [
        "configuration", "tzdata", "libcurl", "libxml2", "zlib", "sqlite", "output", "disk",
        "lock", "workspace", "captures", "edition", "leaflet", "network", "clock",
      ])
    for line in lines.lines { #expect((line.remedy == nil) == (line.verdict == .ok), "\(line)") }
    #expect(verdicts(await examine(fixture, after: 72))["edition"] == .warn)
    #expect(verdicts(await examine(fixture, after: -9))["edition"] == .fail)
  }

  @Test("A lost or changed capture, a damaged workspace and a broken configuration fail")
  func faults() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let raw = fixture.folder.url.appending(path: "output/workspace/raw")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: raw.path).first)
    try Data("other".utf8).write(to: raw.appending(path: name))
    #expect(verdicts(await examine(fixture))["captures"] == .fail)
    try FileManager.default.removeItem(at: raw.appending(path: name))
    let lines = await examine(fixture)
    #expect(verdicts(lines)["captures"] == .fail)
    #expect(lines.exitCode == .degraded)
    #expect(try ProgramFolder.object(lines.json)["exit"] as? Int == 1)
    let database = fixture.folder.url.appending(path: "output/workspace/work.db")
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database.path + suffix)
    }
    try Data(repeating: 7, count: 40_000).write(to: database)
    #expect(verdicts(await examine(fixture))["workspace"] == .fail)
    try fixture.append("nonsense: 1")
    #expect(verdicts(await examine(fixture))["configuration"] == .fail)
  }
}
