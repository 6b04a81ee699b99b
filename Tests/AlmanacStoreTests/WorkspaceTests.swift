import AlmanacModel
import AlmanacStore
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

extension Workspace {
  /// Records one success.
  func recordSuccess(
    of source: String, capture: Capture?, at now: Instant, nextAttemptAt: Instant? = nil,
    address: String? = nil, isUnconditional: Bool = false
  ) throws {
    let success = Success(
      source: source, capture: capture, nextAttemptAt: nextAttemptAt, address: address,
      isUnconditional: isUnconditional)
    try record([success], at: now)
  }
}

/// Tests captures, source states, stage records and versions. Extensions test listings and events.
@Suite("The workspace") struct WorkspaceTests {
  let folder: TemporaryFolder
  let workspace: Workspace
  let now = Instant(secondsSinceEpoch: 1_000_000)

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(folder: folder.url)
  }

  func capture(_ sha: String, etag: String? = nil, at time: Instant) -> Capture {
    var capture = Capture(
      source: "a", sha256: sha, byteCount: 1, fetchedAt: time, origin: "a.rss")
    capture.etag = etag
    return capture
  }

  func listing(_ key: String, source: String = "a") -> Listing {
    Listing(
      source: source, campus: "hill", key: key, title: key,
      start: .floating(CivilDateTime(localSeconds: 0)))
  }

  func save(_ keys: [String], _ completeness: Source.Completeness) throws {
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: keys.map { listing($0) },
      forecasts: [],
      completeness: completeness, at: now,
      record: StageRecord(
        stage: .parse, key: "a", fingerprint: keys.joined(), read: keys.count,
        accepted: keys.count, rejected: 0, findings: []))
  }

  /// Parses a source whose listings have these titles, by key.
  func parse(_ titles: [String: String]) throws {
    let listings = titles.sorted { $0.key < $1.key }.map { key, title in
      var listing = listing(key)
      listing.title = title
      return listing
    }
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: listings, forecasts: [],
      completeness: .full,
      at: now, record: record(.parse, "a"))
  }

  func record(_ stage: StageName, _ key: String) -> StageRecord {
    StageRecord(
      stage: stage, key: key, fingerprint: "", read: 0, accepted: 0, rejected: 0, findings: [])
  }

  @Test("A new workspace is a folder that only its owner can read")
  func isPrivate() throws {
    let path = folder.url.appending(path: "new/workspace")
    _ = try Workspace(folder: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("The last capture is the current one, and the same body doesn't add another")
  func capturesLatest() throws {
    #expect(try workspace.currentCapture(of: "a") == nil)
    try workspace.recordSuccess(of: "a", capture: capture("x", at: now), at: now)
    let later = now + 86_400
    try workspace.recordSuccess(of: "a", capture: capture("x", etag: "e", at: later), at: later)
    let same = try #require(try workspace.currentCapture(of: "a"))
    #expect(same.fetchedAt == now && same.etag == "e")
    var described = capture("x", etag: "e", at: later)
    (described.contentLanguage, described.contentLocation) = ("de", "/de.rss")
    var page = CapturedPage(address: "a.rss?page=1", byteCount: 1)
    page.etag = "\"p\""
    described.pages = [page]
    try workspace.recordSuccess(of: "a", capture: described, at: later)
    described.fetchedAt = now
    #expect(try workspace.currentCapture(of: "a") == described)
    try workspace.recordSuccess(of: "a", capture: capture("y", at: later), at: later)
    #expect(try workspace.currentCapture(of: "a")?.sha256 == "y")
  }

  @Test(
    "Requests of unchanged documents are recorded separately for conditional and other requests")
  func unchangedDocuments() throws {
    try workspace.recordSuccess(of: "a", capture: nil, at: now, isUnconditional: true)
    try workspace.recordSuccess(of: "b", capture: nil, at: now, isUnconditional: true)
    let next = now + 86_400
    try workspace.record(
      [
        .init(source: "a", nextAttemptAt: next + 5, address: nil),
        .init(source: "b", nextAttemptAt: nil, address: nil, isUnconditional: true),
      ], at: next)
    let states = try workspace.states()
    #expect(states["a"]?.receivedAt == now)
    #expect(states["b"]?.receivedAt == next)
    #expect(states["a"]?.nextAttemptAt == next + 5)
    #expect(states.values.map(\.lastSuccessAt) == [next, next])
  }

  @Test(
    "A source is unusable from its first rejected document until one is accepted or its URL changes"
  )
  func refusals() throws {
    let source = "choir"
    func since() throws -> Instant? { try workspace.state(of: source).unusableSince }
    try workspace.recordSuccess(
      of: source, capture: nil, at: now, address: "https://a.example")
    #expect(try since() == nil && workspace.failingStates().isEmpty)
    try workspace.recordParse(of: source, refusedSince: now + 10)
    try workspace.recordSuccess(
      of: source, capture: nil, at: now + 20, address: "https://a.example")
    #expect(try since() == now + 10)
    // A later failure doesn't change the time.
    try workspace.recordFailure(
      of: source, finding: Finding("B_HTTP", message: "500"), at: now + 30,
      address: "https://a.example")
    #expect(try since() == now + 10 && workspace.failingStates()[source] != nil)
    try workspace.recordSuccess(
      of: source, capture: nil, at: now + 40, address: "https://b.example")
    #expect(try since() == nil)
    try workspace.recordParse(of: source, refusedSince: now + 50)
    try workspace.recordParse(of: source, refusedSince: nil)
    #expect(try since() == nil && workspace.failingStates().isEmpty)
  }

  @Test("Failures at one run time count once, and a success resets the count")
  func countsFailures() throws {
    let finding = Finding("E_NETWORK", source: "a", message: "no route")
    for time in [now, now, now + 86_400] {
      try workspace.recordFailure(of: "a", finding: finding, at: time)
    }
    #expect(try workspace.state(of: "a").consecutiveFailures == 2)
    #expect(try workspace.state(of: "a").failure?.code == "E_NETWORK")
    try workspace.recordSuccess(of: "a", capture: nil, at: now)
    #expect(try workspace.state(of: "a").consecutiveFailures == 0)
    #expect(try workspace.state(of: "a").failure == nil)
  }

  @Test("The stage record contains the counts, the fingerprint and the findings")
  func ledger() throws {
    let finding = Finding("Q_NO_TITLE", source: "a", subject: "1", message: "no title", line: 7)
    let record = StageRecord(
      stage: .parse, key: "a", fingerprint: "f", read: 2, accepted: 1, rejected: 1,
      findings: [finding])
    try workspace.note(record)
    #expect(try workspace.stageRecord(.parse, key: "a") == record)
    #expect(try workspace.stageRecord(.geocode, key: "a") == nil)
  }

  @Test("A workspace of a newer version is refused")
  func refusesNewer() throws {
    let database = try DatabaseQueue(path: folder.url.appending(path: "work.db").path)
    try database.write {
      try $0.execute(sql: "PRAGMA user_version = 99")
    }
    #expect(throws: WorkspaceError.newer(path: folder.url.path)) {
      _ = try Workspace(folder: folder.url)
    }
  }

  @Test("A workspace of an older version is refused and not changed")
  func refusesOlder() throws {
    let old = try TemporaryFolder()
    let database = try DatabaseQueue(path: old.url.appending(path: "work.db").path)
    try database.write { try $0.execute(sql: "CREATE TABLE listing (id TEXT)") }
    #expect(throws: WorkspaceError.older(path: old.url.path)) {
      _ = try Workspace(folder: old.url)
    }
    let tables = try database.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_master")
    }
    #expect(tables == ["listing"])
  }

  @Test("A workspace of the previous version is refused with instructions, and loses nothing")
  func refusesPreviousVersion() throws {
    try workspace.save(SourceHold(of: "choir", since: now, listed: 3))
    let database = try DatabaseQueue(path: folder.url.appending(path: "work.db").path)
    let version = try database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    try database.write { try $0.execute(sql: "PRAGMA user_version = 1") }
    let error = #expect(throws: WorkspaceError.self) { _ = try Workspace(folder: folder.url) }
    #expect(try #require(error).description.contains("move it away and run again"))
    let back = "PRAGMA user_version = \(try #require(version))"
    try database.write { try $0.execute(sql: back) }
    #expect(try Workspace(folder: folder.url).hold(of: "choir")?.listed == 3)
  }

  @Test("The tables of held and moved sources count days")
  func countsDays() throws {
    let database = try DatabaseQueue(path: folder.url.appending(path: "work.db").path)
    let columns = try database.read { database in
      try ["hold", "move"].flatMap { try database.columns(in: $0).map(\.name) }
    }
    #expect(columns.count { $0 == "days" || $0 == "lastDayAt" } == 4)
  }
}
