import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Synchronization
import Testing

/// Logs at an address, in files and in folders, and keys in files and in the environment.
@Suite("Logs of submissions and presence") struct LogAddressTests {
  /// What a server answers next.
  private final class Script: Sendable {
    private let answer = Mutex(LoopbackServer.Response(200))

    var next: LoopbackServer.Response { answer.withLock { $0 } }
    func set(_ response: LoopbackServer.Response) { answer.withLock { $0 = response } }

    /// Answers with a log from now on.
    func serve(_ log: String) {
      set(.init(200, [("Content-Type", "application/x-ndjson")], text: log))
    }
  }

  private let log = Script()
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer { [log] _ in log.next } }

  /// A definition of a source of the log.
  private func definition(_ lines: String) -> String {
    "campus: hill\nurl: \(server.url("/log.ndjson"))\nallow: [127.0.0.1]\n\(lines)\n"
  }

  /// Runs the program, with the key in the environment if there is one.
  private func run(
    _ fixture: CampusFixture, days: Int, key: String? = nil
  ) throws -> String {
    let env = try #require(Program.installed("env"))
    let now = (fixture.now + days * 86_400).rfc3339
    let answer = try Program.run(
      env,
      (key.map { ["LOG_KEY=\($0)"] } ?? []) + [
        Program.almanac.path, "run", "--config", fixture.configuration.path, "--output",
        fixture.folder.url.appending(path: "output").path, "--now", now, "--quiet",
      ])
    #expect(answer.code == 0, "\(answer.errors)")
    return try String(
      contentsOf: fixture.folder.url.appending(path: "output/run/report.json"), encoding: .utf8)
  }

  @Test(
    "A log at an address, with its key in the environment, may be cut, resumed, unchanged or gone")
  func readsAddress() throws {
    let board = try SubmissionBoard()
    try board.fixture.folder.write(
      definition("kind: submissions\nsubmissions: {key: {env: LOG_KEY}}"),
      to: "config/feeds/board/feed.yaml")
    let lines = try ["Pub Quiz", "Film Club", "Chess Club"].enumerated().map { number, title in
      try board.line(
        "submit", "e\(number)", by: "ada", ago: 900 - number, SubmissionBoard.event(title))
    }
    let first: Set = ["Spring Concert", "Pub Quiz", "Film Club"]
    log.serve(lines[0] + "\n" + lines[1] + "\n" + lines[2].prefix(80))
    #expect(try run(board.fixture, days: 0, key: board.key).contains("W_SUBMISSION_CUT"))
    #expect(try board.titles() == first)
    // Without the key the log can't be read, and what it gave stays.
    log.serve(lines.joined(separator: "\n") + "\n")
    #expect(try run(board.fixture, days: 1).contains("E_KEY"))
    #expect(try board.titles() == first)
    #expect(try !run(board.fixture, days: 2, key: board.key).contains("\"W_SUBMISSION"))
    #expect(try board.titles() == first.union(["Chess Club"]))
    for (days, response) in [LoopbackServer.Response(304), .init(500), .init(200, text: "")]
      .enumerated()
    {
      log.set(response)
      _ = try run(board.fixture, days: 3 + days, key: board.key)
      #expect(try board.titles() == first.union(["Chess Club"]))
    }
    for (path, bytes) in try board.fixture.folder.contents(of: "output") {
      #expect(bytes.firstRange(of: Array(board.key.utf8)) == nil, "\(path)")
    }
  }

  @Test(
    "A log that is divided into the files of a folder, in any way, gives the edition of one file")
  func readsFolder() async throws {
    let board = try SubmissionBoard()
    var lines = try ["Pub Quiz", "Film Club", "Chess Club", "Choir Trip"].enumerated().map {
      try board.line("submit", "e\($0)", by: "ada", ago: 900 - $0, SubmissionBoard.event($1))
    }
    lines.append(
      try board.line("edit", "e1", by: "ada", ago: 90, SubmissionBoard.event("Film Day")))
    lines.append(try board.line("delete", "e2", by: "ada", ago: 80))
    try board.append(lines)
    try await board.fixture.run(output: "one")

    let form = """
      token,at,id,title,start,venue
      \(board.token("ada")),\((board.fixture.now - 897).rfc3339),e3,Choir Trip,2026-03-20T19:00,Great Hall

      """
    func write(_ files: [String: String]) throws {
      try? FileManager.default.removeItem(
        at: board.fixture.folder.url.appending(path: "config/feeds/board"))
      try board.fixture.folder.write(
        """
        campus: hill
        path: logs
        kind: submissions
        submissions: {key: {file: ../../board.key}}
        """, to: "config/feeds/board/feed.yaml")
      for (name, text) in files {
        try board.fixture.folder.write(text, to: "config/feeds/board/logs/\(name)")
      }
    }
    try write([
      "form.csv": form, "z.ndjson": lines[0] + "\n" + lines[4] + "\n",
      "a.jsonl": lines[1] + "\n" + lines[5] + "\n" + lines[2] + "\n" + lines[0],
      "notes.txt": "not a log",
    ])
    let whole = try await board.fixture.run(output: "two")
    #expect(whole.findings.filter { $0.source == "board" } == [])
    #expect(try board.fixture.edition("two") == board.fixture.edition("one"))

    // Its files are written one after another, and read while one is not complete.
    try write(["a.jsonl": lines[0] + "\n" + lines[1], "b.ndjson": String(lines[2].prefix(99))])
    let cut = try await board.fixture.run(output: "three")
    #expect(cut.findings.contains { $0.code == "W_SUBMISSION_CUT" && $0.subject == "b.ndjson" })
    #expect(
      try board.fixture.text("calendars/source/board.ics", output: "three").contains("Film Club"))
    try write([
      "a.jsonl": lines[..<3].joined(separator: "\n"),
      "b.ndjson": lines[2...].joined(separator: "\n"),
      "c.csv": form,
    ])
    let resumed = try await board.fixture.run(output: "three", after: 1)
    #expect(resumed.findings.filter { $0.source == "board" } == [])
    let (one, three) = try (
      board.fixture.text("geojson/events.geojson", output: "one"),
      board.fixture.text("geojson/events.geojson", output: "three")
    )
    #expect(three.contains("Film Day") && three.contains("Choir Trip"))
    #expect(
      three.components(separatedBy: "\"Feature\"").count
        == one.components(separatedBy: "\"Feature\"").count)
  }

  @Test("Positions at an address, with their key in the environment, give the cells of a file")
  func readsPositions() throws {
    let fixture = try CampusFixture.empty()
    let key = "key of positions 0123456789"
    try fixture.add("choir", CampusFixture.calendar(), file: "choir.ics")
    func line(_ person: Int, hoursAgo: Int) -> String {
      let at = (fixture.now - hoursAgo * 3_600 - 600).rfc3339
      return #"{"person": "p\#(person)", "at": "\#(at)", "place": "great-hall"}"#
    }
    func cells() throws -> [String] {
      let path = fixture.folder.url.appending(path: "output/latest/almanac.sqlite").path
      return try DatabaseQueue(path: path).read { database in
        try Row.fetchAll(database, sql: "SELECT * FROM presence ORDER BY hour").map { "\($0)" }
      }
    }
    let early = (0..<60).map { line($0, hoursAgo: 2) }
    let late = (0..<90).map { line($0, hoursAgo: -22) }
    try fixture.folder.write(key, to: "config/feeds/people/people.key")
    try fixture.add(
      "people", (early + late).joined(separator: "\n"), file: "log.ndjson",
      definition: "kind: presence\npresence: {key: {file: people.key}}")
    _ = try run(fixture, days: 1)
    let expected = try cells()
    #expect(expected.count == 2)

    try FileManager.default.removeItem(at: fixture.folder.url.appending(path: "output"))
    try fixture.folder.write(
      definition("kind: presence\npresence: {key: {env: LOG_KEY}}"),
      to: "config/feeds/people/feed.yaml")
    log.serve(early.joined(separator: "\n") + "\n" + late[0].prefix(30))
    _ = try run(fixture, days: 0, key: key)
    #expect(try cells() == Array(expected.prefix(1)))
    log.set(.init(500))
    _ = try run(fixture, days: 1, key: key)
    #expect(try cells() == Array(expected.prefix(1)))
    log.serve((early + late).reversed().joined(separator: "\n"))
    _ = try run(fixture, days: 2, key: key)
    #expect(try cells() == expected)
  }
}
