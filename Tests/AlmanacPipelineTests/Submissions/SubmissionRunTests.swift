import AlmanacModel
import AlmanacPipeline
import AlmanacPublish
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@Suite("Runs with submissions") struct SubmissionRunTests {
  @Test("An event that an operator approves, with the printed line, is published everywhere")
  func approves() async throws {
    let board = try SubmissionBoard()
    try board.append(
      board.line(
        "submit", "gala", by: "ada", ago: 500,
        SubmissionBoard.event("Winter Gala", ["type": "official"])),
      board.line("submit", "quiz", by: "ada", ago: 400, SubmissionBoard.event("Pub Quiz")))
    let first = try await board.fixture.run()
    #expect(first.findings.contains { $0.code == "I_SUBMISSION_WAITS" && $0.count == 1 })
    #expect(try board.titles() == ["Spring Concert", "Pub Quiz"])
    let review = try board.review()
    #expect(review.total == 1)
    let line = try #require(review.lines.first)
    #expect(line.state == "pending" && line.title == "Winter Gala")
    #expect(review.text.contains(line.approve))

    try board.append(line.approve)
    try await board.fixture.run()
    #expect(try board.titles() == ["Spring Concert", "Pub Quiz", "Winter Gala"])
    #expect(try board.review().text == "no submitted event waits for a decision")
    let events = try board.fixture.answer().reader.occurrences(EventFilter())
    let gala = try #require(events.first { $0.title == "Winter Gala" })
    #expect(gala.place == "great-hall" && gala.kind == "official")
    let posts = try board.fixture.text("feeds/posts.atom")
    #expect(posts.components(separatedBy: "<entry>").count == 3)
    let entry = try #require(posts.components(separatedBy: "<entry>").dropFirst().first)
    #expect(entry.contains("Winter Gala · Friday 20 March 2026, 19:00 · Great Hall"))
    #expect(entry.contains("https://events.hill.example/site/index.html#"))
    #expect(entry.contains("<published>\(board.fixture.now.rfc3339)</published>"))
    let data = try board.fixture.text("site/data.js")
    #expect(data.contains(#""report":"https://hill.example/report?event=gala""#))
    // Events of other sources can't be reported.
    #expect(data.components(separatedBy: #""report":"#).count == 3)
    let page = try board.fixture.text("site/index.html")
    #expect(page.contains("href=\"mailto:board@hill.example?subject=Event&amp;body="))
    #expect(page.contains("Official events appear after approval"))
    #expect(page.contains("href=\"https://events.hill.example/feeds/posts.atom\""))
  }

  @Test("An event that enough people report is hidden without a trace of it or of them")
  func hides() async throws {
    let board = try SubmissionBoard()
    try board.append(
      board.line("submit", "rant", by: "ada", ago: 900, SubmissionBoard.event("Rant Hour")))
    try await board.fixture.run()
    for (number, person) in ["bobcanary", "catcanary", "dancanary"].enumerated() {
      #expect(try board.titles().contains("Rant Hour"))
      try board.append(
        board.line("report", "rant", by: person, ago: 800 - number, ["reason": "offensive"]))
      try await board.fixture.run(after: number + 1)
    }
    for (path, bytes) in try board.fixture.edition() {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("Rant Hour"), "\(path)")
      #expect(!path.hasPrefix("site/event/rant-hour"))
    }
    let review = try board.review()
    #expect(review.lines.map(\.state) == ["hidden"])
    #expect(review.lines.first?.reports == ["offensive": 3])
    // Reporters are nowhere, and no token is.
    for (path, bytes) in try board.fixture.folder.contents(of: "output") {
      let text = String(decoding: bytes, as: Unicode.ASCII.self)
      #expect(!text.contains("canary"), "\(path)")
      #expect(!text.contains("1.p.ada"), "\(path)")
    }
    #expect(!review.text.contains("canary"))
    let reject = try #require(review.lines.first?.reject)
    try board.append(reject)
    try await board.fixture.run(after: 5)
    #expect(try board.review().total == 0)
  }

  @Test("Two thousand events for friends leave no byte in the edition, the report or the log")
  func keepsSecrets() async throws {
    let person = "friends: [%]\n"
    let board = try SubmissionBoard([
      "ada": person.replacing("%", with: "bob"), "bob": person.replacing("%", with: "ada"),
      "cat": person.replacing("%", with: "ada"), "dan": "{}\n",
    ])
    try board.append(
      board.line("submit", "quiz", by: "ada", ago: 90, SubmissionBoard.event("Pub Quiz")))
    try await board.fixture.run(output: "plain")
    let fields = [
      "title", "description", "venue", "organizer", "contact", "category", "tag", "audience",
      "price", "url", "image", "online",
    ]
    var lines: [String] = []
    for number in 0..<2_000 {
      var event = SubmissionBoard.event("", ["visibility": "friends", "start": "2026-03-20"])
      for field in fields { event[field] = "https://canary\(number).example/\(field)" }
      let seconds = 10_000 + number % 1_000
      lines.append(
        try board.line("submit", "canary\(number)", by: "ada", ago: seconds, event))
    }
    lines += (0..<20).map { "{\"canary\":\($0)" }
    try board.append(lines)
    let words = LogKeeper()
    let report = try await board.fixture.run(log: words.logger)
    #expect(report.exitCode == .published)
    let plain = try board.fixture.edition("plain")
    let edition = try board.fixture.edition()
    #expect(edition.count == plain.count)
    for (path, bytes) in edition {
      #expect(!Self.hasCanary(bytes), "\(path)")
      #expect(bytes == plain[path], "\(path)")
    }
    for (path, bytes) in try board.fixture.folder.contents(of: "output/run") {
      #expect(!Self.hasCanary(bytes), "\(path)")
    }
    #expect(!words.text.contains("canary"))
    // They are in the agendas of their owner and of mutual friends only.
    for (id, count) in [("ada", 2_000), ("bob", 2_000), ("cat", 0), ("dan", 0)] {
      let file = try board.fixture.folder.contents(of: "output/people/\(id)")["agenda.ics"]
      let agenda = String(decoding: file ?? [], as: UTF8.self).replacing("\r\n ", with: "")
      #expect(agenda.components(separatedBy: "SUMMARY:https://canary").count - 1 == count, "\(id)")
    }
  }

  private static func hasCanary(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "c")).contains { $0.starts(with: "anary".utf8) }
  }

  @Test("Only owners see events that wait for approval, in their agenda")
  func showsPending() async throws {
    let board = try SubmissionBoard(["ada": "friends: [bob]\n", "bob": "friends: [ada]\n"])
    try board.append(
      board.line(
        "submit", "gala", by: "ada", ago: 500,
        SubmissionBoard.event("Winter Gala", ["type": "official"])),
      board.line(
        "submit", "party", by: "ada", ago: 500,
        SubmissionBoard.event("Party", ["visibility": "friends", "description": "Bring a cake"])))
    try await board.fixture.run()
    func agenda(_ id: String) throws -> String {
      try String(
        contentsOf: board.fixture.folder.url.appending(path: "output/people/\(id)/agenda.ics"),
        encoding: .utf8
      ).replacing("\r\n ", with: "")
    }
    let (ada, bob) = (try agenda("ada"), try agenda("bob"))
    #expect(ada.contains("SUMMARY:Winter Gala (waits for approval)"))
    #expect(ada.contains("STATUS:TENTATIVE"))
    #expect(!bob.contains("Winter Gala"))
    #expect(ada.contains("SUMMARY:Party") && bob.contains("SUMMARY:Party"))
    #expect(bob.contains("Shared by ada") && !ada.contains("Shared by"))
    // Placed as public events are.
    #expect(bob.contains("LOCATION:Great Hall") && bob.contains("GEO:1.3;103.77"))
  }

  @Test("Owners see the state of each submission in a private file, and nobody's name")
  func listsOwnSubmissions() async throws {
    let board = try SubmissionBoard(["ada": "friends: [bob]\n", "bob": "{}\n"])
    func submit(_ id: String, _ type: String, _ more: [String: String] = [:]) throws -> String {
      let event = SubmissionBoard.event("Event \(id)", more.merging(["type": type]) { $1 })
      return try board.line("submit", id, by: "ada", ago: 900, event)
    }
    try board.append(
      submit("waits", "official"), submit("agreed", "official"), submit("refused", "official"),
      submit("edited", "official"), submit("shown", "student"), submit("bad", "student"),
      submit("party", "student", ["visibility": "friends"]), submit("gone", "student"),
      board.line("delete", "gone", by: "ada", ago: 800))
    for person in ["bobcanary", "catcanary", "dancanary"] {
      try board.append(board.line("report", "bad", by: person, ago: 700, ["reason": "spam"]))
    }
    try await board.fixture.run()
    for line in try board.review().lines {
      switch line.id {
      case "agreed", "edited": try board.append(line.approve)
      case "refused":
        try board.append(String(line.reject.dropLast()) + #","reason":"No food in the hall"}"#)
      default: break
      }
    }
    try board.append(
      board.line(
        "edit", "edited", by: "ada", ago: -1, SubmissionBoard.event("Other", ["type": "official"])))
    try await board.fixture.run(after: 1)
    let folder = board.fixture.folder.url.appending(path: "output/people")
    let file = folder.appending(path: "ada/submissions.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let json = try JSONValue(parsing: Array(text.utf8))
    let lines = try #require(json["submissions"]?.array).map { line in
      ["id", "state", "edit", "reason"].compactMap { line.text($0) }.joined(separator: " ")
        + (line["reports"]?.array.map { " \($0.compactMap(\.string))" } ?? "")
    }
    #expect(
      lines == [
        "agreed approved", #"bad hidden ["spam"]"#, "edited approved pending", "party shared",
        "refused rejected No food in the hall", "shown published", "waits pending",
      ])
    #expect(!text.contains("canary"))
    let facts = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/bob/submissions.json"))
    // The words for the owner are nowhere else.
    for (path, bytes) in try board.fixture.edition() {
      #expect(bytes.firstRange(of: Array("No food".utf8)) == nil, "\(path)")
    }
    try board.fixture.folder.write("", to: "people/ada/person.yaml")
    try FileManager.default.removeItem(
      at: board.fixture.folder.url.appending(path: "config/feeds/board"))
    try await board.fixture.run(after: 2)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test("Staff may reject most events at once, but a log that lost its lines is held")
  func guards() async throws {
    let board = try SubmissionBoard()
    for number in 0..<20 {
      try board.append(
        board.line(
          "submit", "e\(number)", by: "ada", ago: 900,
          SubmissionBoard.event(
            "Meeting of club \(number)", ["start": "2026-03-\(number + 10)T19:00"])))
    }
    for number in 0..<20 {
      for person in ["bob", "cat", "dan"] {
        guard number < 15 else { continue }
        try board.append(
          board.line("report", "e\(number)", by: person, ago: 1, ["reason": "spam"]))
      }
    }
    let reported = try String(
      contentsOf: board.fixture.folder.url.appending(path: "config/feeds/board/log.ndjson"),
      encoding: .utf8)
    let submitted = reported.components(separatedBy: "\n").prefix(20).joined(separator: "\n")
    try board.fixture.folder.write(submitted + "\n", to: "config/feeds/board/log.ndjson")
    try await board.fixture.run()
    #expect(try board.titles().count == 21)
    try board.fixture.folder.write(reported, to: "config/feeds/board/log.ndjson")
    let second = try await board.fixture.run(after: 1)
    #expect(!second.findings.contains { $0.code == "E_SHRUNK" })
    #expect(try board.titles().count == 6)
    try board.fixture.folder.write("", to: "config/feeds/board/log.ndjson")
    let third = try await board.fixture.run(after: 2)
    #expect(third.findings.contains { $0.code == "E_EMPTY" && $0.source == "board" })
    #expect(try board.titles().count == 6)
  }

  @Test("A line of a later time counts when it is due, though the log is the same")
  func waits() async throws {
    let board = try SubmissionBoard()
    try board.append(
      board.line("submit", "quiz", by: "ada", ago: -7_200, SubmissionBoard.event("Pub Quiz")))
    let report = try await board.fixture.run()
    #expect(report.findings.contains { $0.code == "W_SUBMISSION_EARLY" })
    #expect(try !board.titles().contains("Pub Quiz"))
    try await board.fixture.run(after: 3)
    #expect(try board.titles().contains("Pub Quiz"))
  }

  @Test("Without its key a log is not read, and its last data stays published")
  func needsKey() async throws {
    let board = try SubmissionBoard()
    try board.append(
      board.line("submit", "quiz", by: "ada", ago: 60, SubmissionBoard.event("Pub Quiz")))
    try await board.fixture.run()
    for key in ["short", ""] {
      try board.fixture.folder.write(key, to: "config/board.key")
      let report = try await board.fixture.run(after: 1)
      #expect(report.findings.contains { $0.code == "E_KEY" && $0.source == "board" })
      #expect(try board.titles().contains("Pub Quiz"))
    }
  }

  @Test("The sample board has an approved event whose edit waits, and a hidden one")
  func readsSample() async throws {
    let folder = try TemporaryFolder()
    for name in ["config", "feeds"] {
      try FileManager.default.copyItem(
        at: ProjectFiles.url(name), to: folder.url.appending(path: name))
    }
    try FileManager.default.copyItem(
      at: ProjectFiles.url("samples/board"), to: folder.url.appending(path: "feeds/board"))
    let fixture = CampusFixture(
      folder: folder, configuration: folder.url.appending(path: "config/almanac.yaml"),
      samples: true)
    let report = try await fixture.run()
    let findings = report.findings.filter { $0.source == "board" }
    #expect(
      findings.map { "\($0.code.rawValue) \($0.line ?? 0)" } == [
        "Q_SUBMISSION 10", "Q_SUBMISSION_TOKEN 11", "I_SUBMISSION_WAITS 0",
      ])
    let calendar = try fixture.text("calendars/source/board.ics")
    #expect(calendar.contains("SUMMARY:Lantern Gala") && calendar.contains("T190000"))
    #expect(calendar.contains("SUMMARY:Corridor Quiz"))
    #expect(!calendar.contains("Buy My Notes") && !calendar.contains("Picnic"))
    let review = try Review<WaitingSubmission>(
      LastRun(
        of: folder.url.appending(path: "output"), configuration: fixture.configuration,
        now: fixture.now, isGiven: true, environment: [:]), limit: 50)
    #expect(review.lines.map { "\($0.state) \($0.id)" } == ["hidden notes", "edit gala"])
  }

  @Test(
    "A definition of another kind with rules for submissions, or without them, is a mistake",
    arguments: [
      ("kind: submissions", "belong together"),
      ("submissions: {key: {env: KEY}}", "belong together"),
      ("kind: submissions\nsubmissions: {reports: 2}", "'key'"),
      ("kind: submissions\nsubmissions: {key: {env: KEY}}\npages: link", "has no pages"),
      ("kind: submissions\nsubmissions: {key: {env: KEY}, required: password}", "password"),
    ])
  func checksDefinition(definition: String, message: String) async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("choir", CampusFixture.calendar(), file: "choir.ics")
    try fixture.add("board", "", file: "log.ndjson", definition: definition)
    let report = try await fixture.run()
    let finding = try #require(report.findings.first { $0.source == "board" })
    #expect(finding.code == "E_CONFIG" && finding.message.contains(message), "\(finding)")
  }
}
