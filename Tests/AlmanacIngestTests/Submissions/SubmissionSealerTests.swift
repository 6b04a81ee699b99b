import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

/// Tests which parts of valid and hostile logs are read, and which are stored.
@Suite struct SubmissionSealerTests {
  private func codes(_ state: SubmissionState?) -> [String] {
    (state?.findings ?? []).map { "\($0.code.rawValue) \($0.line ?? 0)" }
  }

  @Test("A stored log contains no token, no person and no unknown member")
  func hidesTokens() {
    var log = SubmissionLog()
    var event = SubmissionLog.event("Quiz")
    event["password"] = "hunter2"
    log.add("submit", "quiz", by: "ada-lovelace", at: 1, event)
    log.add("report", "quiz", by: "bob-the-reporter", at: 2, ["reason": "spam"])
    log.lines.append(log.line("delete", "quiz", by: "no token of ours", at: 3))
    let text = String(
      decoding: log.sealed(Array(log.lines.joined(separator: "\n").utf8)), as: UTF8.self)
    #expect(text.contains("Quiz"))
    for word in [
      log.token("ada-lovelace"), log.token("bob-the-reporter"), "ada-lovelace",
      "bob-the-reporter", "no token of ours", "hunter2", "password", "token\":",
    ] { #expect(!text.contains(word), "\(word)") }
    #expect(text.split(separator: "\n").count == 4)
  }

  @Test("Sealing a log again gives the same bytes, and an empty log is valid")
  func isStable() {
    var log = SubmissionLog()
    log.add("submit", "quiz", by: "ada", at: 1, SubmissionLog.event("Quiz"))
    let bytes = Array(log.lines.joined(separator: "\n").utf8)
    #expect(log.sealed(bytes) == log.sealed(bytes))
    #expect(log.read([])?.events.isEmpty == true)
    #expect(log.read(Array("\n\n".utf8))?.findings.isEmpty == true)
  }

  @Test("Bytes that are no stored log have no state")
  func refusesOthers() {
    let log = SubmissionLog()
    let reader = SubmissionReader(source: log.source, zone: log.zone, zones: .system)
    for text in ["", "{}", "[]", "{\"format\":\"other\"}\n", "{\"op\":\"submit\"}\n"] {
      #expect(reader?.read(Array(text.utf8), now: log.now) == nil)
    }
  }

  @Test("An unusable line is rejected with its number, and the other lines count")
  func rejectsLines() {
    var log = SubmissionLog()
    let good = log.line("submit", "quiz", by: log.token("ada"), at: 1, SubmissionLog.event("Quiz"))
    let token = log.token("ada")
    let event = SubmissionLog.event("X")
    func line(_ members: [String: Any]) -> String {
      log.line("submit", "x", by: token, at: 1, event.merging(members) { $1 })
    }
    let title = String(repeating: "T", count: 1_000_000)
    log.lines = [
      good, "{\"op\":", "[]", "7", "\u{0}x\u{1}", line(["title": title]), line(["at": "yesterday"]),
      line(["at": 1_772_000_000]), line(["at": "2026-02-30T00:00:00Z"]), line(["op": "drop"]),
      line(["id": "../../etc"]), line(["id": "a/b"]), line(["id": "a\nb"]), line(["id": ""]),
      line(["id": String(repeating: "i", count: 65)]), line(["id": "ä"]),
      line(["type": "admin"]), line(["visibility": "private"]),
      line(["start": "soon"]), line(["end": "2026-03-31T10:00"]), line(["end": "later"]),
      line(["start": "9999-01-01T00:00"]), line(["title": ["a": 1]]), line(["token": 5]),
      line(["visibility": ["value": "friends"]]), line(["visibility": [["value": "friends"]]]),
      String(repeating: "[", count: 5_000), "{\"token\":\"\(token)\"}",
    ]
    #expect(log.published == ["quiz": "Quiz"])
    let numbers = (log.state()?.findings ?? []).filter { $0.code.rejectsItem }.map(\.line)
    #expect(numbers == (2...28).map { $0 })
  }

  @Test("A submission that lacks a required field is rejected with the field's name")
  func namesFields() {
    var log = SubmissionLog()
    log.rules.required = ["venue", "organizer"]
    func messages(_ members: [String: Any]) -> [String] {
      log.lines = []
      log.add("submit", "quiz", by: "ada", at: 1, members)
      return (log.state()?.findings ?? []).map { "\($0.line ?? 0) \($0.message)" }
    }
    var event = SubmissionLog.event("Quiz")
    #expect(messages(event) == ["1 'organizer' is missing or blank"])
    event["organizer"] = "Chess Club"
    #expect(messages(event) == [])
    for (name, blank) in [("title", " \u{a0}\t"), ("start", ""), ("venue", "\n")] {
      #expect(
        messages(event.merging([name: blank]) { $1 }) == ["1 '\(name)' is missing or blank"])
    }
  }

  @Test("Blank values count as absent, and markup in values is harmless")
  func cleansValues() throws {
    var log = SubmissionLog()
    log.add(
      "submit", "quiz", by: "ada", at: 1,
      [
        "title": "<b>Quiz</b><script>alert(1)</script>", "start": "2026-04-01T19:00",
        "venue": " ", "price": "\u{3000}", "url": "javascript:alert(1)",
        "image": "data:text/html,x", "description": "<p onclick=x>Come</p><iframe src=x></iframe>",
        "tag": "board games, ,\t", "organizer": "ada@hill.example",
      ])
    let listing = try #require(log.state()?.listings.first)
    #expect(listing.title == "Quiz")
    #expect(listing.venue == nil)
    #expect(listing.price == nil)
    #expect(listing.link == nil)
    #expect(listing.image == nil)
    #expect(listing.organizer == nil)
    #expect(listing.tags == ["board games"])
    #expect(listing.text == "Come")
    #expect(listing.html?.contains("onclick") != true)
  }

  @Test("Of two submissions with one id, the earlier one counts, in any order of the lines")
  func settlesIDs() {
    var log = SubmissionLog()
    log.add("submit", "quiz", by: "bob", at: 9, SubmissionLog.event("Bob's quiz"))
    log.add("submit", "quiz", by: "ada", at: 8, SubmissionLog.event("Ada's quiz"))
    #expect(log.published == ["quiz": "Ada's quiz"])
    log.lines.reverse()
    #expect(log.published == ["quiz": "Ada's quiz"])
    // In the same second, the content decides, in both orders.
    var same = SubmissionLog()
    same.add("submit", "quiz", by: "bob", at: 8, SubmissionLog.event("Bob's quiz"))
    same.add("submit", "quiz", by: "ada", at: 8, SubmissionLog.event("Ada's quiz"))
    let first = same.published
    same.lines.reverse()
    #expect(same.published == first)
  }

  @Test("A truncated last line counts once it is complete")
  func waitsForLines() {
    var log = SubmissionLog()
    log.add("submit", "quiz", by: "ada", at: 1, SubmissionLog.event("Quiz"))
    log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gäla"))
    let whole = Array(log.lines.joined(separator: "\n").utf8)
    let first = log.lines[0].utf8.count + 1
    for end in stride(from: first + 1, to: whole.count, by: 7) {
      let state = log.read(Array(whole[..<end]))
      #expect(state?.listings.map(\.key) == ["quiz"])
      #expect(codes(state) == ["W_SUBMISSION_CUT 2"])
      #expect(state?.rejected == 0)
    }
    #expect(log.read(whole)?.listings.count == 2)
  }

  @Test("Findings contain nothing of an event for friends")
  func keepsFindingsSilent() {
    var log = SubmissionLog()
    for (number, members) in [
      ["title": "Canary party", "start": "canary o'clock"],
      ["title": "Canary <script>x</script>", "start": "2026-04-01", "url": "javascript:canary"],
      ["title": "Canary", "start": "2026-04-01T10:00", "end": "2026-03-01T10:00"],
      ["title": "", "description": "canary"],
    ].enumerated() {
      var event: [String: Any] = members
      event["visibility"] = "friends"
      log.add("submit", "canary\(number)", by: "ada", at: 1, event)
      log.add("report", "canary\(number)", by: "eve", at: 2, ["reason": "spam"])
    }
    let state = log.state()
    #expect(state?.findings.isEmpty == false)
    #expect(state?.listings.isEmpty == true)
    for finding in state?.findings ?? [] {
      #expect(!"\(finding)".lowercased().contains("canary"))
    }
  }

  @Test("The table of a form is read by its column names")
  func readsForms() throws {
    var log = SubmissionLog()
    log.rules.columns = ["title": "What is it?", "start": "When?", "venue": "Where?"]
    let (ada, bob) = (log.token("ada"), log.token("bob"))
    let table = """
      Timestamp,Token,What is it?,When?,Where?,Type
      2026-03-01 10:00:00,\(ada),"=HYPERLINK(""x"")",2026-04-01 19:00,"Hall, left",student
      2026-03-01 10:00:01,\(ada),-Minus,2026-04-02 19:00,@Hall,official
      2026-03-01 10:00:02,nobody,Forged,2026-04-02 19:00,Hall,student
      2026-03-01 10:00:03,\(bob),One,two,three,four,five
      2026-03-01 10:00:04,\(bob),Last,2026-04-03
      """
    let state = try #require(log.read(Array(table.utf8)))
    #expect(state.listings.map(\.title) == ["=HYPERLINK(\"x\")"])
    #expect(state.listings.map(\.venue) == ["Hall, left"])
    #expect(state.events.count { $0.state == .pending } == 1)
    #expect(
      codes(state) == [
        "Q_SUBMISSION_TOKEN 4", "Q_SUBMISSION 5", "W_SUBMISSION_CUT 6", "I_SUBMISSION_WAITS 0",
      ])
    let ids = state.events.map(\.id)
    #expect(ids.allSatisfy { $0.hasPrefix("form-") } && Set(ids).count == 2)
    // A later export with more rows has the same ids.
    #expect(
      try #require(log.read(Array((table + ",Hall,student\n").utf8))).events.map(\.id)
        .filter(ids.contains) == ids)
  }

  @Test("A folder of logs is one log, and findings contain the file name")
  func joinsFolders() throws {
    var log = SubmissionLog()
    log.add("submit", "gala", by: "ada", at: 1, SubmissionLog.event("Gala", type: "official"))
    let hash = try #require(log.event("gala")?.pending?.hash)
    let decisions = log.line(
      "approve", "gala", by: log.token("dean", .staff), at: 2, ["hash": hash])
    let sealer = SubmissionSealer(key: log.key, rules: log.rules, zone: log.zone)
    let files: [(name: String?, bytes: [UInt8])] = [
      ("decisions.ndjson", Array("\(decisions)\nbroken\n".utf8)),
      ("events.ndjson", Array(log.lines[0].utf8)),
    ]
    let state = SubmissionReader(source: log.source, zone: log.zone, zones: .system)?
      .read(sealer.sealed(files), now: log.now)
    #expect(state?.listings.map(\.title) == ["Gala"])
    #expect(state?.findings.map(\.subject) == ["decisions.ndjson"])
    #expect(state?.findings.map(\.line) == [2])
  }
}
