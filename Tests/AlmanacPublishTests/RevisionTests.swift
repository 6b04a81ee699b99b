import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct RevisionTests {
  private let output: TemporaryOutput
  private let first = EditionFixture.firstRun
  private var second: Instant { first + 3_600 }

  init() throws { output = try TemporaryOutput() }

  /// Publishes two sets of events in two runs.
  private func runs(_ one: [Event], _ other: [Event]) throws -> PublishedEdition {
    try output.publish(EditionFixture.contents(events: one))
    return try output.publish(EditionFixture.contents(now: second, events: other))
  }

  private func lines(_ edition: PublishedEdition) throws -> [[String: String]] {
    try edition.text("changes.ndjson").split(separator: "\n").map {
      try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
    }
  }

  private func revision(_ id: String, _ edition: PublishedEdition) throws -> [Int64] {
    try edition.read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT sequence, created, modified FROM event_revision WHERE event = ?",
        arguments: [id])
      return try #require(row).databaseValues.compactMap { Int64.fromDatabaseValue($0) }
    }
  }

  @Test("Unchanged events keep sequence and times; changed ones have a higher sequence")
  func sequences() throws {
    var changed = EditionFixture.jazz
    changed.venue = "Great Hall, Stage"
    let edition = try runs(
      [EditionFixture.jazz, EditionFixture.yoga], [changed, EditionFixture.yoga])
    let (one, two) = (first.secondsSinceEpoch, second.secondsSinceEpoch)
    #expect(try revision("jazz-night", edition) == [1, one, two])
    #expect(try revision("morning-yoga", edition) == [0, one, one])
    let calendar = try edition.text("calendars/all.ics")
    let sequences = calendar.split(separator: "\r\n").filter { $0.hasPrefix("SEQUENCE") }
    #expect(sequences == ["SEQUENCE:1", "SEQUENCE:0", "SEQUENCE:0", "SEQUENCE:0"])
    #expect(
      try lines(edition) == [
        [
          "change": "changed", "event": "jazz-night", "title": changed.title,
          "at": "2026-03-02T19:00:00Z", "field": "venue", "old": "Great Hall, Foyer",
          "new": "Great Hall, Stage",
        ]
      ])
  }

  @Test(
    "Weather, confidence, sources and their order are not content",
    arguments: [
      { $0.occurrences[0].weather = nil },
      { $0.listings.removeLast() },
      { $0.categorization?.confidence = 0.1 },
      { $0.categorization?.reason = "other words" },
      { $0.placement?.confidence = 0.5 },
      { $0.tags.reverse() },
    ] as [@Sendable (inout Event) -> Void])
  func ignores(change: @Sendable (inout Event) -> Void) throws {
    var event = EditionFixture.jazz
    change(&event)
    let edition = try runs([EditionFixture.jazz], [event])
    #expect(try revision("jazz-night", edition).first == 0)
    #expect(try lines(edition).isEmpty)
  }

  struct FieldChange: Sendable {
    let field: String
    let old: String?
    let new: String
    let apply: @Sendable (inout Event) -> Void

    init(
      _ field: String, from old: String? = nil, to new: String,
      _ apply: @escaping @Sendable (inout Event) -> Void
    ) {
      self.field = field
      self.old = old
      self.new = new
      self.apply = apply
    }
  }

  @Test(
    "Each changed field is logged with its old and new value",
    arguments: [
      FieldChange("title", from: "Open Day", to: "Open House") { $0.title = "Open House" },
      FieldChange("url", to: "https://hill.example/") { $0.url = "https://hill.example/" },
      FieldChange("price", to: "Free") { $0.price = "Free" },
      FieldChange("place", to: "hill/library") { $0.placement = EditionFixture.inLibrary },
      FieldChange("latitude", to: "1.2975") { $0.placement = EditionFixture.inLibrary },
      FieldChange("tags", to: "a, b") { $0.tags = ["b", "a"] },
      FieldChange("status", from: "cancelled", to: "confirmed") { $0.status = .confirmed },
      FieldChange("start", from: "2026-03-07", to: "2026-03-06") {
        $0.occurrences[0].start = EditionFixture.time("2026-03-06")
      },
      FieldChange("category", to: "arts") {
        $0.categorization = Categorization(
          category: "arts", confidence: 1, method: .decision, reason: "decided")
      },
    ])
  func logsFields(change: FieldChange) throws {
    var event = EditionFixture.openDay
    change.apply(&event)
    let edition = try runs([EditionFixture.openDay], [event])
    let line = try lines(edition).first { $0["field"] == change.field }
    #expect(line?["change"] == "changed")
    #expect(line?["old"] == change.old)
    #expect(line?["new"] == change.new)
    #expect(try revision("open-day", edition).first == 1)
  }

  @Test("Cancelled events and cancelled dates are logged as cancelled")
  func logsCancellation() throws {
    var jazz = EditionFixture.jazz
    jazz.status = .cancelled
    var yoga = EditionFixture.yoga
    yoga.occurrences[4].status = .cancelled
    let edition = try runs([EditionFixture.jazz, EditionFixture.yoga], [jazz, yoga])
    let lines = try lines(edition)
    #expect(lines.map { $0["change"] } == ["cancelled", "cancelled"])
    #expect(lines.map { $0["field"] } == ["status", "occurrence"])
    #expect(lines.last?["new"] == "2026-03-31T07:30:00+08:00")
  }

  @Test("A changed description of a date is logged, inherited or not")
  func logsDescriptions() throws {
    var one = EditionFixture.yoga
    one.text = "Every Tuesday."
    var other = one
    other.occurrences[1].text = "With live music."
    let edition = try runs([one], [other])
    let line = try #require(try lines(edition).first)
    #expect(line["field"] == "occurrence.description")
    #expect(line["old"] == "2026-03-03T07:30:00+08:00")
    #expect(line["new"] == "2026-03-03T07:30:00+08:00")
    #expect(try revision("morning-yoga", edition).first == 1)
    // The text of the event moves to the other dates, so only one change is logged.
    var third = other
    third.text = "With live music."
    for index in third.occurrences.indices where third.occurrences[index].text == nil {
      third.occurrences[index].text = "Every Tuesday."
    }
    third.occurrences[1].text = nil
    let last = try output.publish(
      EditionFixture.contents(now: second + 60, events: [third]))
    let logged = try lines(last).filter { $0["at"] == (second + 60).rfc3339 }
    #expect(logged.map { $0["field"] } == ["description"])
  }

  @Test("A change of a text is logged without the text")
  func keepsTextsOutOfLog() throws {
    var one = EditionFixture.openDay
    one.text = "Former words"
    one.html = "<p>Former words</p>"
    let edition = try runs([one], [EditionFixture.openDay])
    #expect(
      try lines(edition).map { $0.filter { ["field", "old", "new"].contains($0.key) } }
        == [["field": "description"], ["field": "description_html"]])
  }

  @Test("An upcoming event that disappears is withdrawn; a past event ends without a change")
  func logsWithdrawal() throws {
    var past = EditionFixture.jazz
    past.id = "past"
    past.aliases = []
    past.occurrences[0].start = EditionFixture.time("2026-03-01T10:00:00Z")
    past.occurrences[0].end = EditionFixture.time("2026-03-01T11:00:00Z")
    let edition = try runs([EditionFixture.jazz, past], [])
    #expect(try lines(edition).map { $0["change"] } == ["withdrawn"])
    #expect(try lines(edition).map { $0["event"] } == ["jazz-night"])
  }

  @Test("An event whose id is another event's alias is merged")
  func logsMerge() throws {
    var trio = EditionFixture.jazz
    trio.id = "jazz-trio"
    trio.aliases = []
    let edition = try runs([trio], [EditionFixture.jazz])
    #expect(try lines(edition).map { $0["change"] } == ["added", "merged"])
    #expect(try lines(edition).last?["new"] == "jazz-night")
  }

  @Test("Dates that enter or leave the window are no change, but a new date within it is")
  func followsWindow() throws {
    var contents = EditionFixture.contents(events: [EditionFixture.yoga])
    contents.window.to = EditionFixture.instant("2026-03-27T00:00:00Z")
    contents.events[0].occurrences.removeLast()
    try output.publish(contents)
    let edition = try output.publish(
      EditionFixture.contents(now: second, events: [EditionFixture.yoga]))
    #expect(try lines(edition).isEmpty)
    #expect(try revision("morning-yoga", edition).first == 0)
    var shorter = EditionFixture.yoga
    shorter.occurrences.remove(at: 3)
    let third = try output.publish(
      EditionFixture.contents(now: second + 60, events: [shorter]))
    #expect(try lines(third).map { $0["old"] } == ["2026-03-17T07:30:00+08:00"])
    #expect(try revision("morning-yoga", third).first == 1)
  }

  @Test("An entry keeps its UID when the event's other dates have passed")
  func keepsDatedUIDs() throws {
    var later = EditionFixture.lectures
    later.occurrences.removeFirst()
    let edition = try runs([EditionFixture.lectures], [later])
    let calendar = try edition.text("calendars/all.ics")
    #expect(calendar.contains("UID:lectures-20260312@hill.example\r\n"))
    #expect(!calendar.contains("20260305"))
  }

  @Test("A database of unchanged events has the same bytes at any run time")
  func unchangedBytes() throws {
    let events = (0..<2_000).map { number in
      Event(
        id: "fair-\(number * 7_919 % 10_007)-\(String(repeating: "x", count: number % 31))",
        campus: "hill", title: "Fair", occurrences: [EditionFixture.session("2026-03-03")],
        listings: [])
    }.sorted { $0.id.precedes($1.id) }
    let databases = try [0, 3_600, 7_205].map { seconds in
      var contents = EditionFixture.contents(now: first + seconds, events: events)
      contents.window = Window(from: first - 30 * 86_400, to: first + 400 * 86_400)
      let edition = try output.publish(contents)
      return try Data(contentsOf: edition.folder.appending(path: "almanac.sqlite"))
    }
    #expect(databases[1] == databases[2])
  }
}
