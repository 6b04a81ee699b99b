import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Which lines the log of changes has of a difference, and which it has not.
@Suite struct RevisionLinesTests {
  private let output: TemporaryOutput
  private let first = EditionFixture.firstNight

  init() throws { output = try TemporaryOutput() }

  @discardableResult
  private func night(_ number: Int, _ events: [Event]) throws -> PublishedEdition {
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
    try night(0, [one])
    return try lines(try night(1, [other]))
  }

  private func sequence(_ id: String, _ edition: PublishedEdition) throws -> [Int64] {
    try edition.read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT sequence, created, modified FROM event_revision WHERE event = ?",
        arguments: [id])
      return try #require(row).databaseValues.compactMap { Int64.fromDatabaseValue($0) }
    }
  }

  @Test("a change leaves the log with the week in which it is as old as is set")
  func keepsLog() throws {
    try night(0, EditionFixture.events)
    let monday = EditionFixture.instant("2026-04-06T00:00:00Z")
    for (seconds, count) in [(-1, EditionFixture.events.count), (0, 0)] {
      var contents = EditionFixture.contents(now: monday + seconds)
      contents.keepChanges = 30 * 86_400
      let edition = try output.publish(contents)
      let found = try edition.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM event_change WHERE change = 'added'")
      }
      #expect(found == count)
    }
  }

  @Test(
    "each part of a series is content, also where no date is another one for it",
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
    try night(0, [EditionFixture.yoga])
    #expect(try sequence(event.id, try night(1, [event])).first == 1)
  }

  @Test("a day that becomes a time is a change, although it begins at the same instant")
  func tellsKindOfStart() throws {
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

  @Test("a series that is cancelled as a whole has one line")
  func tellsCancelledSeriesOnce() throws {
    var event = EditionFixture.yoga
    event.status = .cancelled
    #expect(
      try lines(EditionFixture.yoga, event) == [["cancelled", "status", "confirmed", "cancelled"]])
  }

  @Test("a series that moves as a whole has a line for each of its own fields, none for its dates")
  func tellsMovedSeriesOnce() throws {
    var event = EditionFixture.yoga
    event.venue = "Reading Room"
    event.placement = EditionFixture.inLibrary
    #expect(
      try lines(EditionFixture.yoga, event).map { $0[1] }
        == ["venue", "place", "room", "latitude", "longitude"])
  }

  @Test("one date of a series that is back where the others are has lines of its own")
  func tellsEndOfException() throws {
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

  @Test("one date of a series that ends later has a line")
  func tellsEndOfDate() throws {
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

  @Test("an event of one date that ends later has a line")
  func tellsEnd() throws {
    var event = EditionFixture.jazz
    event.occurrences[0].end = EditionFixture.time("2026-03-03T21:30:00+08:00[Asia/Singapore]")
    #expect(
      try lines(EditionFixture.jazz, event)
        == [["changed", "end", "2026-03-03T13:00:00Z", "2026-03-03T13:30:00Z"]])
  }

  @Test("one date of a series that has a title of its own has a line")
  func tellsTitleOfDate() throws {
    var event = EditionFixture.yoga
    event.occurrences[1].title = "Yin Yoga"
    let start = "2026-03-03T07:30:00+08:00"
    #expect(
      try lines(EditionFixture.yoga, event)
        == [["changed", "occurrence.title", "\(start) ", "\(start) Yin Yoga"]])
  }

  @Test("a series that becomes tentative as a whole has one line")
  func tellsTentativeSeriesOnce() throws {
    var event = EditionFixture.yoga
    event.status = .tentative
    #expect(
      try lines(EditionFixture.yoga, event) == [["changed", "status", "confirmed", "tentative"]])
  }

  @Test(
    "a series that is confirmed again has one line",
    arguments: [EventStatus.cancelled, .postponed, .tentative])
  func tellsConfirmedSeriesOnce(status: EventStatus) throws {
    var event = EditionFixture.yoga
    event.status = status
    #expect(
      try lines(event, EditionFixture.yoga)
        == [["changed", "status", status.rawValue, "confirmed"]])
  }

  @Test("a date that stays away when its series is confirmed again has a line")
  func tellsDateThatStaysCancelled() throws {
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

  @Test("a date that takes place again when its series becomes tentative has a line")
  func tellsDateThatIsBack() throws {
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
    "a date that moves in the night in which its series changes has a line",
    arguments: [
      (EventStatus.confirmed, EventStatus.tentative), (.confirmed, .postponed),
      (.confirmed, .cancelled), (.tentative, .confirmed), (.cancelled, .confirmed),
    ])
  func tellsMoveBesideStatus(old: EventStatus, new: EventStatus) throws {
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

  @Test("a cancelled date of a series that is tentative has a line, and a higher sequence")
  func tellsCancelledDateOfTentativeSeries() throws {
    var one = EditionFixture.yoga
    one.status = .tentative
    var other = one
    other.occurrences[1].status = .cancelled
    let start = "2026-03-03T07:30:00+08:00"
    try night(0, [one])
    let edition = try night(1, [other])
    #expect(try lines(edition) == [["cancelled", "occurrence", start, start]])
    #expect(try sequence(one.id, edition).first == 1)
  }

  @Test("an event that is back has a higher sequence, and was created when it first came")
  func remembersFormerLife() throws {
    try night(0, [EditionFixture.jazz])
    try night(1, [])
    let edition = try night(2, [EditionFixture.jazz])
    #expect(
      try sequence("jazz-night", edition)
        == [2, first.secondsSinceEpoch, (first + 7_200).secondsSinceEpoch])
  }

  @Test("a date within a day and a half of the window's end comes and goes without a line")
  func followsEndOfWindow() throws {
    var shorter = EditionFixture.yoga
    shorter.occurrences.removeLast()
    // Behind the last date's start, half past seven on 31 March in Singapore.
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

  @Test("of two events that both name a former one the first inherits")
  func tellsFirstHeir() throws {
    var trio = EditionFixture.jazz
    trio.id = "jazz-trio"
    trio.aliases = []
    var other = EditionFixture.jazz
    other.id = "jazz-other-night"
    try night(0, [trio])
    let edition = try night(1, [EditionFixture.jazz, other])
    #expect(
      try lines(edition).filter { $0[0] == "merged" }
        == [["merged", "id", "jazz-trio", "jazz-night"]])
  }

  /// Between the editions of two nights.
  private func difference(_ one: [Event], _ other: [Event], hours: Int = 1) throws
    -> EditionDifference
  {
    let output = try TemporaryOutput()
    try output.publish(EditionFixture.contents(events: one))
    try output.publish(EditionFixture.contents(now: first + hours * 3_600, events: other))
    let entries = try EditionArchive(output: output.folder).entries
    return try EditionDifference(from: entries[0], to: entries[1])
  }

  @Test("between two editions every date that is gone has the line that the change log has")
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

  @Test("between two editions what was over has ended, what lay ahead is gone")
  func tellsEnded() throws {
    for (hours, kinds) in [(1, [EditionDifference.Line.Kind.gone]), (48, [])] {
      let difference = try difference([EditionFixture.jazz], [], hours: hours)
      #expect(difference.lines.map(\.kind) == kinds)
      #expect(difference.ended == 1 - kinds.count)
    }
  }
}
