import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Tests which differences are logged as changes.
@Suite struct RevisionLinesTests {
  private let output: TemporaryOutput
  private let first = EditionFixture.firstRun

  init() throws { output = try TemporaryOutput() }

  @discardableResult
  private func run(_ number: Int, _ events: [Event]) throws -> PublishedEdition {
    try output.publish(
      EditionFixture.contents(now: first + number * 3_600, events: events), keep: 20)
  }

  /// Change, field, old and new value of each line.
  private func lines(_ edition: PublishedEdition) throws -> [[String?]] {
    try edition.text("changes.ndjson").split(separator: "\n").map {
      let line = try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
      return ["change", "field", "old", "new"].map { line[$0] }
    }
  }

  private func lines(_ one: Event, _ other: Event) throws -> [[String?]] {
    try run(0, [one])
    return try lines(try run(1, [other]))
  }

  private func sequence(_ id: String, _ edition: PublishedEdition) throws -> [Int64] {
    try edition.read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT sequence, created, modified FROM event_revision WHERE event = ?",
        arguments: [id])
      return try #require(row).databaseValues.compactMap { Int64.fromDatabaseValue($0) }
    }
  }

  @Test("Changes expire at the start of a week")
  func keepsLog() throws {
    try run(0, EditionFixture.events)
    let monday = EditionFixture.instant("2026-04-06T00:00:00Z")
    for (seconds, count) in [(-1, EditionFixture.events.count), (0, 0)] {
      var contents = EditionFixture.contents(now: monday + seconds)
      contents.options.keepChanges = 30 * 86_400
      let edition = try output.publish(contents)
      let found = try edition.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM event_change WHERE change = 'added'")
      }
      #expect(found == count)
    }
  }

  @Test(
    "Each part of a series is content, even if no date differs",
    arguments: [
      { $0.recurrence.additions = [EditionFixture.time("2029-03-24T07:30:00")] },
      { $0.recurrence.exclusions.append(EditionFixture.time("2029-03-24T07:30:00")) },
      { $0.recurrence.exclusionRules = EditionFixture.rules("FREQ=YEARLY;COUNT=1") },
      { $0.start = EditionFixture.time("2026-02-17T07:30:00+08:00[Asia/Singapore]") },
      { $0.end = EditionFixture.time("2026-02-24T08:00:00+08:00[Asia/Singapore]") },
    ] as [@Sendable (inout Series) -> Void])
  func countsSeries(change: @Sendable (inout Series) -> Void) throws {
    var event = EditionFixture.yoga
    var series = try #require(event.series)
    change(&series)
    event.series = series
    try run(0, [EditionFixture.yoga])
    #expect(try sequence(event.id, try run(1, [event])).first == 1)
  }

  @Test("Changing a day to a time is a change, even at the same instant")
  func logsKindOfStart() throws {
    var event = EditionFixture.openDay
    event.occurrences = [
      Occurrence(
        start: EditionFixture.time("2026-03-07T00:00:00+08:00[Asia/Singapore]"),
        end: EditionFixture.time("2026-03-09T00:00:00+08:00[Asia/Singapore]"))
    ]
    #expect(
      try lines(EditionFixture.openDay, event)
        == [["changed", "start", "2026-03-07", "2026-03-07T00:00:00+08:00"]])
  }

  @Test("Cancelling a whole series is one change")
  func logsCancelledSeriesOnce() throws {
    var event = EditionFixture.yoga
    event.status = .cancelled
    #expect(
      try lines(EditionFixture.yoga, event) == [["cancelled", "status", "confirmed", "cancelled"]])
  }

  @Test("Moving a whole series is one change for each field, and none for dates")
  func logsMovedSeriesOnce() throws {
    var event = EditionFixture.yoga
    event.venue = "Reading Room"
    event.placement = EditionFixture.inLibrary
    #expect(
      try lines(EditionFixture.yoga, event).map { $0[1] }
        == ["venue", "place", "room", "latitude", "longitude"])
  }

  @Test("A date that returns to its series' place has its own changes")
  func logsEndOfException() throws {
    var event = EditionFixture.yoga
    event.occurrences[2].venue = nil
    event.occurrences[2].placement = nil
    let start = "2026-03-10T18:00:00+08:00"
    #expect(
      try lines(EditionFixture.yoga, event) == [
        ["changed", "occurrence.venue", "\(start) Library", "\(start) Foyer"],
        ["changed", "occurrence.place", "\(start) hill/library", "\(start) hill/great-hall"],
        ["changed", "occurrence.room", "\(start) ", "\(start) GH-01-02"],
      ])
  }

  @Test("A date of a series with a later end is a change")
  func logsEndOfDate() throws {
    var event = EditionFixture.yoga
    event.occurrences[1].end = EditionFixture.time("2026-03-03T09:00:00+08:00[Asia/Singapore]")
    let start = "2026-03-03T07:30:00+08:00"
    #expect(
      try lines(EditionFixture.yoga, event) == [
        [
          "changed", "occurrence.end", "\(start) 2026-03-03T00:30:00Z",
          "\(start) 2026-03-03T01:00:00Z",
        ]
      ])
  }

  @Test("A single date with a later end is a change")
  func logsEnd() throws {
    var event = EditionFixture.jazz
    event.occurrences[0].end = EditionFixture.time("2026-03-03T21:30:00+08:00[Asia/Singapore]")
    #expect(
      try lines(EditionFixture.jazz, event)
        == [["changed", "end", "2026-03-03T13:00:00Z", "2026-03-03T13:30:00Z"]])
  }

  @Test("A date of a series with a new title is a change")
  func logsTitleOfDate() throws {
    var event = EditionFixture.yoga
    event.occurrences[1].title = "Yin Yoga"
    let start = "2026-03-03T07:30:00+08:00"
    #expect(
      try lines(EditionFixture.yoga, event)
        == [["changed", "occurrence.title", "\(start) ", "\(start) Yin Yoga"]])
  }

  @Test("Making a whole series tentative is one change")
  func logsTentativeSeriesOnce() throws {
    var event = EditionFixture.yoga
    event.status = .tentative
    #expect(
      try lines(EditionFixture.yoga, event) == [["changed", "status", "confirmed", "tentative"]])
  }

  @Test(
    "Confirming a tentative series is one change",
    arguments: [EventStatus.cancelled, .postponed, .tentative])
  func logsConfirmedSeriesOnce(status: EventStatus) throws {
    var event = EditionFixture.yoga
    event.status = status
    #expect(
      try lines(event, EditionFixture.yoga)
        == [["changed", "status", status.rawValue, "confirmed"]])
  }

  @Test("A date that remains cancelled when its series is confirmed is a change")
  func logsDateThatStaysCancelled() throws {
    var one = EditionFixture.yoga
    one.status = .tentative
    var other = EditionFixture.yoga
    other.occurrences[1].status = .cancelled
    let start = "2026-03-03T07:30:00+08:00"
    #expect(
      try lines(one, other) == [
        ["changed", "status", "tentative", "confirmed"],
        ["cancelled", "occurrence", start, start],
      ])
  }

  @Test("A date that is restored when its series becomes tentative is a change")
  func logsRestoredDate() throws {
    var one = EditionFixture.yoga
    one.occurrences[1].status = .cancelled
    var other = EditionFixture.yoga
    other.status = .tentative
    let start = "2026-03-03T07:30:00+08:00"
    #expect(
      try lines(one, other) == [
        ["changed", "status", "confirmed", "tentative"],
        ["changed", "occurrence.status", "\(start) cancelled", "\(start) tentative"],
      ])
  }

  @Test(
    "A date that moves in the same run as its series is a change",
    arguments: [
      (EventStatus.confirmed, EventStatus.tentative), (.confirmed, .postponed),
      (.confirmed, .cancelled), (.tentative, .confirmed), (.cancelled, .confirmed),
    ])
  func logsMoveBesideStatus(old: EventStatus, new: EventStatus) throws {
    var one = EditionFixture.yoga
    one.status = old
    var other = EditionFixture.yoga
    other.status = new
    other.occurrences[1].start = EditionFixture.time(
      "2026-03-03T09:15:00+08:00[Asia/Singapore]")
    other.occurrences[1].end = other.occurrences[1].start
    one.occurrences[1].end = one.occurrences[1].start
    let moved = try lines(one, other).filter { $0[1] == "occurrence" }
    #expect(
      moved == [
        ["changed", "occurrence", "2026-03-03T07:30:00+08:00", "2026-03-03T09:15:00+08:00"]
      ])
  }

  @Test("A cancelled date of a tentative series is a change and increments the sequence")
  func logsCancelledDateOfTentativeSeries() throws {
    var one = EditionFixture.yoga
    one.status = .tentative
    var other = one
    other.occurrences[1].status = .cancelled
    let start = "2026-03-03T07:30:00+08:00"
    try run(0, [one])
    let edition = try run(1, [other])
    #expect(try lines(edition) == [["cancelled", "occurrence", start, start]])
    #expect(try sequence(one.id, edition).first == 1)
  }

  @Test("Dates within 36 hours of the window's end appear and disappear without a change")
  func followsEndOfWindow() throws {
    var shorter = EditionFixture.yoga
    shorter.occurrences.removeLast()
    // After the start of the last date, 19:30 on 31 March in Singapore.
    for (end, count) in [("2026-04-01T11:30:00Z", 0), ("2026-04-01T11:30:01Z", 1)] {
      let output = try TemporaryOutput()
      var one = EditionFixture.contents(events: [shorter])
      one.window.to = EditionFixture.instant(end)
      try output.publish(one)
      let edition = try output.publish(
        EditionFixture.contents(now: first + 60, events: [EditionFixture.yoga]))
      #expect(try lines(edition).count == count, "\(end)")
    }
  }

  @Test("If two events have the same alias, the first is the successor")
  func logsFirstSuccessor() throws {
    var trio = EditionFixture.jazz
    trio.id = "jazz-trio"
    trio.aliases = []
    var other = EditionFixture.jazz
    other.id = "jazz-other-night"
    try run(0, [trio])
    let edition = try run(1, [EditionFixture.jazz, other])
    #expect(
      try lines(edition).filter { $0[0] == "merged" }
        == [["merged", "id", "jazz-trio", "jazz-night"]])
  }

  /// Between the editions of two runs.
  private func difference(_ one: [Event], _ other: [Event], hours: Int = 1) throws
    -> EditionDifference
  {
    let output = try TemporaryOutput()
    try output.publish(EditionFixture.contents(events: one))
    try output.publish(EditionFixture.contents(now: first + hours * 3_600, events: other))
    let entries = try EditionArchive(output: output.folder).entries
    return try EditionDifference(from: entries[0], to: entries[1])
  }

  @Test("Each removed date of an event is one line of the difference between editions")
  func namesDates() throws {
    var event = EditionFixture.lectures
    event.occurrences = (3..<9).map { day in
      Occurrence(start: EditionFixture.time("2026-03-0\(day)"))
    }
    var left = event
    left.occurrences.removeFirst(3)
    let found = try difference([event], [left])
    #expect(found.lines.map(\.field) == ["occurrence", "occurrence", "occurrence"])
    #expect(found.lines.map(\.old) == ["2026-03-03", "2026-03-04", "2026-03-05"])
    #expect(found.lines.allSatisfy { $0.kind == .changed } && found.unchanged == 0)
  }

  @Test("Between two editions, past events have ended and upcoming ones are gone")
  func logsEnded() throws {
    for (hours, kinds) in [(1, [EditionDifference.Line.Kind.gone]), (48, [])] {
      let difference = try difference([EditionFixture.jazz], [], hours: hours)
      #expect(difference.lines.map(\.kind) == kinds)
      #expect(difference.ended == 1 - kinds.count)
    }
  }
}
