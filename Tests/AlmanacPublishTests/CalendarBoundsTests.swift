import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests the limits of calendars, of their time zones and of their series.
@Suite struct CalendarBoundsTests {
  private func lines(
    _ events: [Event], _ path: String = "calendars/all.ics", window: Window? = nil
  ) throws -> [String] {
    var contents = EditionFixture.contents(events: events)
    if let window { contents.window = window }
    let output = try TemporaryOutput()
    let edition = try output.publish(contents)
    return try CalendarForm.lines(of: [UInt8](try edition.text(path).utf8))
  }

  private static func event(_ id: String, at start: CalendarTime) -> Event {
    Event(
      id: id, campus: "hill", title: id, occurrences: [Occurrence(start: start)],
      listings: [ListingReference(id: "hall/\(id)", source: "hall")])
  }

  @Test(
    "A calendar contains all its events, at any size", arguments: 63...66)
  func holdsAll(count: Int) throws {
    let start = EditionFixture.time("2026-03-05T12:00:00+08:00[Asia/Singapore]")
    let events = (0..<count).map { Self.event("event-\(100 + $0)", at: start) }
    for path in ["calendars/all.ics", "calendars/source/hall.ics"] {
      let titles = try lines(events, path).filter { $0.hasPrefix("SUMMARY:") }
      #expect(titles == events.map { "SUMMARY:\($0.title)" }, "\(path)")
    }
  }

  /// The components inside a calendar's VTIMEZONE components.
  private func zones(_ lines: [String]) -> [String] {
    guard let first = lines.firstIndex(of: "BEGIN:VTIMEZONE"),
      let last = lines.lastIndex(of: "END:VTIMEZONE")
    else { return [] }
    return Array(lines[first...last])
  }

  private func declared(_ name: String, _ years: ClosedRange<Int>) throws -> [String] {
    let zone = try #require(ZoneDatabase.system.zone(named: name))
    var lines = ICalendarLines()
    TimeZoneComponent(zone: zone, years: years).write(to: &lines)
    return try CalendarForm.lines(of: lines.bytes)
  }

  @Test(
    "A zone is declared from its first year to its last, in any order of events",
    arguments: [
      [2025, 2026, 2027], [2025, 2027, 2026], [2026, 2025, 2027], [2026, 2027, 2025],
      [2027, 2025, 2026], [2027, 2026, 2025],
    ])
  func declaresAllYears(years: [Int]) throws {
    // Its transitions follow no rule, so the transitions of each year are listed.
    let name = "Africa/Casablanca"
    let events = years.enumerated().map { number, year in
      let start = EditionFixture.time("\(year)-08-05T12:00:00+01:00[\(name)]")
      var event = Self.event("event-\(number)", at: start)
      event.series = Series(
        start: start, end: nil,
        recurrence: Recurrence(rules: EditionFixture.rules("FREQ=YEARLY;COUNT=1")))
      event.occurrences[0].recurrenceID = start
      return event
    }
    #expect(try zones(lines(events)) == declared(name, 2025...2027))
  }

  @Test("A zone is declared from the first year of a series")
  func declaresStartOfSeries() throws {
    var webinar = EditionFixture.webinar
    webinar.series?.start = EditionFixture.time("2019-03-22T09:00:00+00:00[Europe/London]")
    webinar.series?.end = EditionFixture.time("2019-03-22T10:00:00+00:00[Europe/London]")
    let lines = try lines([webinar])
    #expect(lines.contains("DTSTART;TZID=Europe/London:20190322T090000"))
    #expect(try zones(lines) == declared("Europe/London", 2019...2026))
  }

  @Test("A zone is declared up to the year of a moved occurrence's original date")
  func declaresMovedDate() throws {
    let name = "Africa/Casablanca"
    let starts = ["2026-12-22", "2026-12-29", "2027-01-05"].map {
      EditionFixture.time("\($0)T10:00:00+01:00[\(name)]")
    }
    var event = EditionFixture.yoga
    event.series = Series(
      start: starts[0], end: nil,
      recurrence: Recurrence(rules: EditionFixture.rules("FREQ=WEEKLY;COUNT=3;BYDAY=TU")))
    event.occurrences = starts.map { Occurrence(recurrenceID: $0, start: $0) }
    event.occurrences[2].start = EditionFixture.time("2026-12-30T10:00:00+01:00[\(name)]")
    let lines = try lines([event])
    #expect(lines.contains("RECURRENCE-ID;TZID=\(name):20270105T100000"))
    #expect(try zones(lines) == declared(name, 2026...2027))
  }

  @Test("The campus's zone is declared if a timed event ends with a day")
  func declaresZoneOfEnd() throws {
    var event = EditionFixture.jazz
    event.occurrences = [
      Occurrence(
        start: EditionFixture.time("2026-03-05T12:00:00+01:00[Europe/Berlin]"),
        end: EditionFixture.time("2026-03-07"))
    ]
    let lines = try lines([event])
    #expect(lines.contains("DTEND;TZID=Asia/Singapore:20260307T000000"))
    #expect(lines.contains("DTSTART:20260305T110000Z"))
    #expect(try zones(lines) == declared("Asia/Singapore", 2026...2026))
  }

  @Test("A date that overlaps the start of the window belongs to its series")
  func reachesIntoWindow() throws {
    let window = Window(
      from: EditionFixture.instant("2026-02-24T08:00:00+08:00"),
      to: EditionFixture.instant("2027-03-01T00:00:00Z"))
    let lines = try lines([EditionFixture.yoga], window: window)
    #expect(
      Set(lines.filter { $0.hasPrefix("UID:") }) == ["UID:morning-yoga@hill.example"])
    // The rule's instance, the moved one and the cancelled one.
    #expect(lines.count { $0 == "BEGIN:VEVENT" } == 3)
  }

  @Test("Missing instances within 36 hours of the window's ends are not excluded")
  func excludesNothingAtEdges() throws {
    var event = EditionFixture.yoga
    event.series?.recurrence.rules = EditionFixture.rules("FREQ=WEEKLY;BYDAY=TU")
    func excluded(from: String, to: String) throws -> [String] {
      try lines(
        [event],
        window: Window(from: EditionFixture.instant(from), to: EditionFixture.instant(to))
      ).filter { $0.hasPrefix("EXDATE") }
    }
    let given = "20260324T073000"
    // The next Tuesday is 7 April.
    let start = "2026-02-20T00:00:00Z"
    #expect(
      try excluded(from: start, to: "2026-04-08T11:00:00Z")
        == ["EXDATE;TZID=Asia/Singapore:\(given)"])
    #expect(
      try excluded(from: start, to: "2026-04-08T12:00:00Z")
        == ["EXDATE;TZID=Asia/Singapore:\(given),20260407T073000"])
    // The first instance ends at 8:30.
    event.occurrences.removeFirst()
    let end = "2026-04-01T00:00:00Z"
    #expect(
      try excluded(from: "2026-02-22T12:30:00Z", to: end)
        == ["EXDATE;TZID=Asia/Singapore:\(given)"])
    #expect(
      try excluded(from: "2026-02-22T12:00:00Z", to: end)
        == ["EXDATE;TZID=Asia/Singapore:20260224T073000,\(given)"])
  }

  @Test("An occurrence of an all-day series that lasts longer is an exception")
  func writesLongerDays() throws {
    let tuesdays = ["2026-02-24", "2026-03-03", "2026-03-10"].map(EditionFixture.time)
    var event = EditionFixture.yoga
    event.series = Series(
      start: tuesdays[0], end: EditionFixture.time("2026-02-25"),
      recurrence: Recurrence(rules: EditionFixture.rules("FREQ=WEEKLY;COUNT=3;BYDAY=TU")))
    event.occurrences = zip(tuesdays, ["2026-02-25", "2026-03-05", "2026-03-11"]).map {
      Occurrence(recurrenceID: $0, start: $0, end: EditionFixture.time($1))
    }
    let lines = try lines([event])
    #expect(
      lines.filter { $0.hasPrefix("RECURRENCE-ID") } == ["RECURRENCE-ID;VALUE=DATE:20260303"])
    #expect(
      lines.filter { $0.hasPrefix("DTEND") }
        == ["DTEND;VALUE=DATE:20260225", "DTEND;VALUE=DATE:20260305"])
  }
}
