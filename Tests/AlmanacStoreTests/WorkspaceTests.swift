import AlmanacModel
import AlmanacStore
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

@Suite struct WorkspaceTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace
  private let night = Instant(secondsSinceEpoch: 1_000_000)

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(folder: folder.url)
  }

  private func capture(_ sha: String, etag: String? = nil, at time: Instant) -> Capture {
    Capture(
      source: "a", sha256: sha, byteCount: 1, fetchedAt: time, origin: "a.rss", etag: etag)
  }

  private func listing(_ key: String, source: String = "a") -> Listing {
    Listing(
      source: source, campus: "hill", key: key, title: key,
      start: .floating(CivilDateTime(localSeconds: 0)))
  }

  private func save(_ keys: [String], _ completeness: Source.Completeness) throws {
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: keys.map { listing($0) }, forecasts: [],
      completeness: completeness, at: night,
      done: StageDone(
        stage: .parse, key: "a", fingerprint: keys.joined(), taken: keys.count,
        kept: keys.count, dropped: 0, findings: []))
  }

  @Test("the last capture is the current one, and the same body again is no new one")
  func capturesLatest() throws {
    #expect(try workspace.currentCapture(of: "a") == nil)
    try workspace.recordSuccess(of: "a", capture: capture("x", at: night), at: night)
    let later = night + 86_400
    try workspace.recordSuccess(of: "a", capture: capture("x", etag: "e", at: later), at: later)
    let same = try #require(try workspace.currentCapture(of: "a"))
    #expect(same.fetchedAt == night && same.etag == "e")
    try workspace.recordSuccess(of: "a", capture: capture("y", at: later), at: later)
    #expect(try workspace.currentCapture(of: "a")?.sha256 == "y")
  }

  @Test("failures count by the night, and a success ends the count")
  func countsFailures() throws {
    let finding = Finding("E_NETWORK", source: "a", message: "no route")
    for time in [night, night, night + 86_400] {
      try workspace.recordFailure(of: "a", finding: finding, at: time)
    }
    #expect(try workspace.state(of: "a").consecutiveFailures == 2)
    #expect(try workspace.state(of: "a").failure?.code == "E_NETWORK")
    try workspace.recordSuccess(of: "a", capture: nil, at: night)
    #expect(try workspace.state(of: "a").consecutiveFailures == 0)
    #expect(try workspace.state(of: "a").failure == nil)
  }

  @Test("a full source's listings are replaced, a window source's are kept")
  func keepsWindow() throws {
    try save(["one", "two"], .full)
    try save(["two", "three"], .window)
    #expect(try workspace.listings(campus: "hill").map(\.key) == ["one", "three", "two"])
    try save(["three"], .full)
    #expect(try workspace.listings(campus: "hill").map(\.key) == ["three"])
  }

  @Test("listings come back as they went in")
  func roundTrip() throws {
    var rich = listing("rich")
    rich.uid = "uid"
    rich.recurrence = Recurrence(
      rules: [try RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=3")],
      exclusions: [.floating(CivilDateTime(localSeconds: 604_800))])
    rich.overrides = [
      ListingOverride(recurrenceID: rich.start, start: rich.start, title: "Moved")
    ]
    rich.coordinate = Coordinate(latitude: 1.25, longitude: 103.5)
    rich.tags = ["x", "y"]
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: [rich], forecasts: [], completeness: .full,
      at: night,
      done: StageDone(
        stage: .parse, key: "a", fingerprint: "f", taken: 1, kept: 1, dropped: 0, findings: []))
    #expect(try workspace.listings(campus: "hill") == [rich])
  }

  @Test("the ledger tells what was done from what, with its findings")
  func ledger() throws {
    let finding = Finding("Q_NO_TITLE", source: "a", subject: "1", message: "no title", line: 7)
    let done = StageDone(
      stage: .parse, key: "a", fingerprint: "f", taken: 2, kept: 1, dropped: 1,
      findings: [finding])
    try workspace.saveRefusal(done)
    #expect(try workspace.done(.parse, key: "a") == done)
    #expect(try workspace.done(.geocode, key: "a") == nil)
  }

  @Test("a workspace of a newer version is refused")
  func refusesNewer() throws {
    let database = try DatabaseQueue(path: folder.url.appending(path: "work.db").path)
    try database.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('v99')")
    }
    #expect(throws: WorkspaceError.newer(path: folder.url.path)) {
      _ = try Workspace(folder: folder.url)
    }
  }

  @Test("a source that is no longer configured leaves nothing behind")
  func forgets() throws {
    try save(["one"], .full)
    try workspace.forgetSources(otherThan: ["b"])
    #expect(try workspace.listings(campus: "hill").isEmpty)
  }
}
