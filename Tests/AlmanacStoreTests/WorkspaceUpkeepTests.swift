import AlmanacFiles
import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacStore

@Suite("Maintenance of the workspace") struct WorkspaceUpkeepTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(folder: folder.url.appending(path: "workspace"))
  }

  private func at(_ day: Int) -> Instant { Instant(secondsSinceEpoch: Int64(day) * 86_400) }

  private func capture(_ body: String, of source: String = "a", day: Int) throws {
    try workspace.bodies.store(Array(body.utf8), sha256: body)
    try workspace.recordSuccess(
      of: source,
      capture: Capture(
        source: source, sha256: body, byteCount: body.utf8.count, fetchedAt: at(day),
        origin: "feed"),
      at: at(day))
  }

  @Test(
    "Old captures are deleted unless a result needs them, and so are bodies without a capture")
  func excess() throws {
    try capture("one", day: 1)
    try capture("two", day: 2)
    try capture("three", day: 3)
    try capture("one", of: "b", day: 3)
    try workspace.note(
      StageRecord(
        stage: .parse, key: "a", fingerprint: "x", read: 0, accepted: 0, rejected: 0, findings: [],
        capture: "two"))
    let excess = try workspace.captureExcess(before: at(9))
    #expect(excess.entries == 1)
    #expect(excess.bodies.isEmpty, "'one' is the newest of the other source")
    #expect(try workspace.captureExcess(before: at(1)).entries == 0)
    try workspace.bodies.store([1], sha256: "nobodys")
    let more = try workspace.captureExcess(before: at(9))
    #expect(more.bodies == ["nobodys"] && more.bytes == 1)
    try workspace.remove(more, before: at(9))
    #expect(try workspace.captures().map(\.sha256) == ["two", "three", "one"])
    #expect(try workspace.bodies.digests() == ["one", "three", "two"])
    #expect(try workspace.damage().isEmpty)
  }

  @Test("The captures of the current events remain, even if their source was parsed again")
  func keepsWhatEventsComeFrom() throws {
    for (day, body) in ["first", "read", "newest"].enumerated() { try capture(body, day: day + 1) }
    #expect(try workspace.captureExcess(before: at(9)).entries == 2)
    try workspace.saveEvents(
      [], identities: [], campus: "hill",
      record: StageRecord(
        stage: .deduplicate, key: "hill", fingerprint: "x", read: 0, accepted: 0, rejected: 0,
        findings: [], capture: "a first\nb other"))
    let excess = try workspace.captureExcess(before: at(9))
    #expect(excess.entries == 1 && excess.bodies == ["read"])
  }

  @Test("A copy is a separate workspace that reads the same bodies")
  func copies() throws {
    try capture("one", day: 1)
    let place = folder.url.appending(path: "copy")
    try workspace.copy(to: place)
    let copy = try Workspace(folder: place)
    #expect(try copy.captures() == workspace.captures())
    #expect(try copy.bodies.body(sha256: "one") == Array("one".utf8))
    try copy.recordSuccess(
      of: "two", capture: nil, at: Instant(secondsSinceEpoch: 86_400), isUnconditional: true)
    #expect(try workspace.state(of: "two").lastSuccessAt == nil)
    #expect(try workspace.captures().count == 1)
  }
}
