import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

@Suite("Events that are hidden, deleted or private now") struct RetractedEventTests {
  private let board: SubmissionBoard

  init() throws { board = try SubmissionBoard() }

  /// An event each of whose texts has a name that is nowhere else.
  private static func event(_ name: String, start: String = "2026-03-20T19:00") -> [String: String]
  {
    var event = SubmissionBoard.event("\(name)canary title", ["start": start])
    for field in ["description", "organizer", "contact", "price", "tag"] {
      event[field] = "\(name)canary \(field)"
    }
    for field in ["url", "image"] { event[field] = "https://\(name)canary.example/\(field)" }
    return event
  }

  /// A title of which the id has nothing.
  private static func choir(isPrivate: Bool) -> String {
    CampusFixture.calendar(
      title: "Concert κανάρι",
      extra: isPrivate ? "CLASS:PRIVATE\n" : "URL:https://choircanary.example/\n")
  }

  /// Publishes events, changes all their texts, and retracts them: by reports, by their person, and
  /// by a calendar that makes one private.
  private func retract() async throws {
    let lines: [(op: String, ago: Int, suffix: String)] = [("submit", 900, ""), ("edit", 600, "2")]
    for (number, line) in lines.enumerated() {
      for name in ["rant", "quiz"] {
        try board.append(
          board.line(line.op, name, by: "ada", ago: line.ago, Self.event(name + line.suffix)))
      }
      try board.fixture.add("choir", Self.choir(isPrivate: false), file: "choir.ics")
      try await board.fixture.run(after: number)
    }
    for person in ["bob", "cat", "dan"] {
      try board.append(board.line("report", "rant", by: person, ago: 60, ["reason": "offensive"]))
    }
    try board.append(board.line("delete", "quiz", by: "ada", ago: 60))
    try board.fixture.add("choir", Self.choir(isPrivate: true), file: "choir.ics")
    try await board.fixture.run(after: 2)
  }

  /// Paths of the edition's files in which a word is.
  private func files(with word: String) throws -> [String] {
    try board.fixture.edition().filter { $0.value.firstRange(of: Array(word.utf8)) != nil }.keys
      .sorted()
  }

  /// The columns of the log, a text for each row.
  private func log() throws -> [String] {
    let path = board.fixture.folder.url.appending(path: "output/latest/almanac.sqlite").path
    return try DatabaseQueue(path: path).read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT change, title, field, old, new FROM event_change ORDER BY id"
      ).map { row in
        row.map { "\($0.1.storage.value.map { "\($0)" } ?? "-")" }.joined(separator: "|")
      }
    }
  }

  @Test(
    "Hidden and private events are nowhere in the edition, and the log keeps their former times only"
  )
  func retractsTexts() async throws {
    try await retract()
    for word in ["rantcanary", "rant2canary", "choircanary", "κανάρι", "quizcanary"] {
      #expect(try files(with: word) == [], "\(word)")
    }
    let changes = try board.fixture.text("changes.ndjson").split(separator: "\n")
    #expect(changes.count == 3)
    #expect(changes.allSatisfy { $0.contains(#""change":"withdrawn""#) })
    #expect(changes.allSatisfy { $0.contains(#""title":"","#) })
    #expect(changes.contains { $0.contains(#""field":"start","old":"2026-03-20T19:00:00+08:00"#) })
    #expect(changes.contains { $0.contains(#""field":"start","old":"2026-03-10T19:30:00+08:00"#) })
    let log = try log()
    #expect(log.count { $0.hasPrefix("withdrawn||start|2026-03") } == 3)
    #expect(log.contains("added||-|-|-"))
    #expect(log.contains("changed||title|-|-"))
    let feed = try board.fixture.text("feeds/changes.atom")
    #expect(feed.contains("<title>Withdrawn</title>"))
    #expect(feed.contains("start: no longer 2026-03-20T19:00:00+08:00"))
  }

  @Test("An event that its owner deletes is cancelled with its title and without texts")
  func cancelsDeleted() async throws {
    try await retract()
    let named = try files(with: "quiz2canary title")
    #expect(named.contains("calendars/all.ics"))
    #expect(!named.contains { $0 == "changes.ndjson" || $0.hasPrefix("feeds/changes") })
    #expect(try !log().contains { $0.contains("canary") })
    #expect(try files(with: "quiz2canary description") == [])
  }

  @Test("The log stays without them in later runs, and has what the staff approves again")
  func staysRetracted() async throws {
    try await retract()
    try await board.fixture.run(after: 30)
    #expect(try !log().contains { $0.contains("canary") })
    #expect(try log().count { $0.hasPrefix("withdrawn||start|2026-03") } == 3)
    try board.append(try #require(try board.review().lines.first).approve)
    try await board.fixture.run(after: 31)
    #expect(try board.titles().contains("rant2canary title"))
    #expect(try log().last == "added|rant2canary title|-|-|-")
  }
}
