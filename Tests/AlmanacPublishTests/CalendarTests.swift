import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

@Suite struct CalendarTests {
  private func calendar(_ event: Event, window: Window? = nil) throws -> [String] {
    var contents = EditionFixture.contents(events: [event])
    if let window { contents.window = window }
    let output = try TemporaryOutput()
    let edition = try output.publish(contents)
    let bytes = [UInt8](try edition.text("calendars/all.ics").utf8)
    return try CalendarForm.lines(of: bytes)
  }

  @Test("The description ends with the weather, unless it is disabled", arguments: [true, false])
  func weatherLine(isWanted: Bool) throws {
    var contents = EditionFixture.contents()
    contents.options.calendarWeather = isWanted
    let output = try TemporaryOutput()
    let text = try output.publish(contents).text("calendars/all.ics")
      .replacing("\r\n ", with: "")
    let line =
      #"Weather: Light rain\, 25–28 °C\, rain 60 %. Rain is likely (Weather by Sky)"#
    #expect(text.contains(line) == isWanted)
    #expect(text.contains("Weather 2026-03-10: Clear") == false, "an override has its own day")
    #expect(text.contains("Weather: Clear") == isWanted)
    #expect(text.contains("Weather by Sky"), "the calendar has the attribution too")
  }

  private func observances(_ name: String, _ years: ClosedRange<Int>) throws -> [String] {
    let zone = try #require(ZoneDatabase.system.zone(named: name))
    var lines = ICalendarLines()
    TimeZoneComponent(zone: zone, years: years).write(to: &lines)
    return try CalendarForm.lines(of: lines.bytes)
  }

  @Test(
    "A zone with yearly transitions is declared by two rules",
    arguments: [
      ("Europe/Paris", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
      ("America/New_York", "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
      ("Australia/Sydney", "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU", "FREQ=YEARLY;BYMONTH=10;BYDAY=1SU"),
    ])
  func writesYearlyZones(name: String, one: String, other: String) throws {
    let lines = try observances(name, 2026...2026)
    #expect(lines.filter { $0.hasPrefix("RRULE") } == ["RRULE:\(one)", "RRULE:\(other)"])
    #expect(lines.count == 17)
  }

  @Test("A zone without transitions has one observance; irregular transitions are listed")
  func writesOtherZones() throws {
    #expect(
      try observances("Asia/Kolkata", 2026...2026).contains("TZOFFSETTO:+0530"))
    let morocco = try observances("Africa/Casablanca", 2026...2026)
    #expect(!morocco.contains { $0.hasPrefix("RRULE") })
    #expect(morocco.count { $0.hasPrefix("DTSTART") } >= 7)
    // The United States changed its rules in 2007, so no rule covers all years.
    #expect(
      try !observances("America/New_York", 2000...2026).contains { $0.hasPrefix("RRULE") })
  }

  @Test("A missing instance of the rule is excluded")
  func excludesMissing() throws {
    var event = EditionFixture.yoga
    event.occurrences.remove(at: 1)
    let lines = try calendar(event)
    #expect(lines.contains("EXDATE;TZID=Asia/Singapore:20260303T073000,20260324T073000"))
  }

  @Test("A start that the rule doesn't match is replaced by the rule's first date")
  func movesUnmatchedStart() throws {
    var event = EditionFixture.yoga
    event.series?.start = EditionFixture.time("2026-02-20T07:30:00+08:00[Asia/Singapore]")
    event.series?.end = EditionFixture.time("2026-02-20T08:30:00+08:00[Asia/Singapore]")
    let lines = try calendar(event)
    #expect(lines.contains("DTSTART;TZID=Asia/Singapore:20260224T073000"))
    #expect(lines.contains("DTEND;TZID=Asia/Singapore:20260224T083000"))
  }

  @Test(
    "UNTIL has the value type that DTSTART requires",
    arguments: [
      ("2026-02-24T07:30:00+08:00[Asia/Singapore]", "20260331", "20260331T155959Z"),
      ("2026-02-24T07:30:00+08:00[Asia/Singapore]", "20260331T073000", "20260330T233000Z"),
      ("2026-02-24", "20260331T235959Z", "20260331"),
      ("2026-02-24", "20260331T160000Z", "20260401"),
    ])
  func writesUntil(start: String, until: String, expected: String) throws {
    var event = EditionFixture.yoga
    event.series = Series(
      start: EditionFixture.time(start), end: nil,
      recurrence: Recurrence(
        rules: EditionFixture.rules("FREQ=WEEKLY;BYDAY=TU;UNTIL=\(until)")))
    let lines = try calendar(event)
    #expect(lines.contains("RRULE:FREQ=WEEKLY;UNTIL=\(expected);BYDAY=TU"))
  }

  @Test(
    "A series that clients may expand differently is published date by date",
    arguments: [
      { $0.series?.recurrence.rules += EditionFixture.rules("FREQ=DAILY;COUNT=2") },
      { $0.series?.recurrence.exclusionRules = EditionFixture.rules("FREQ=MONTHLY") },
      { $0.series?.start = EditionFixture.time("2026-02-24T07:30:00+08:00") },
      { $0.series?.start = EditionFixture.time("2026-02-24T07:30:00+08:00[Mars/Crater]") },
    ] as [@Sendable (inout Event) -> Void])
  func splitsSeries(change: @Sendable (inout Event) -> Void) throws {
    var event = EditionFixture.yoga
    change(&event)
    let lines = try calendar(event)
    #expect(!lines.contains { $0.hasPrefix("RRULE") && !$0.contains("YEARLY") })
    #expect(lines.count { $0 == "BEGIN:VEVENT" } == event.occurrences.count)
    let ids = lines.filter { $0.hasPrefix("UID:") }
    #expect(Set(ids).count == event.occurrences.count)
    #expect(ids.first == "UID:morning-yoga-20260224@hill.example")
  }

  @Test("A description of a single date makes that date an exception")
  func describesDates() throws {
    var event = EditionFixture.yoga
    event.text = "Every Tuesday."
    event.occurrences[1].text = "With live music."
    let text = try calendar(event).joined(separator: "\n")
    let components = text.components(separatedBy: "BEGIN:VEVENT").dropFirst()
    let master = try #require(components.first { $0.contains("RRULE") })
    let exception = try #require(components.first { $0.contains(":20260303T073000") })
    #expect(master.contains("DESCRIPTION:Every Tuesday."))
    #expect(exception.contains("RECURRENCE-ID"))
    #expect(exception.contains("DESCRIPTION:With live music."))
    #expect(!exception.contains("Every Tuesday."))
  }

  @Test("Links in entries are http, https or mailto only")
  func withholdsScripts() throws {
    var event = EditionFixture.jazz
    event.url = "javascript:alert(1)"
    event.image = "file:///etc/passwd"
    event.onlineURL = "JavaScript:alert(2)"
    let lines = try calendar(event)
    let links = lines.filter { line in
      ["URL:", "IMAGE;", "CONFERENCE;"].contains { line.hasPrefix($0) }
    }
    #expect(links == ["URL:https://hall.example/7"])
  }

  @Test("An occurrence outside the rule has an entry of its own")
  func publishesStrays() throws {
    var event = EditionFixture.yoga
    event.occurrences.append(
      Occurrence(start: EditionFixture.time("2026-03-28T10:00:00+08:00[Asia/Singapore]")))
    let lines = try calendar(event)
    #expect(lines.contains("UID:morning-yoga-20260328@hill.example"))
  }

  @Test(
    "Times are written so that every client reads the same instant",
    arguments: [
      ("2026-03-05T12:00:00", "DTSTART;TZID=Asia/Singapore:20260305T120000"),
      // The campus has the same offset at that time.
      ("2026-03-05T12:00:00+08:00", "DTSTART;TZID=Asia/Singapore:20260305T120000"),
      ("2026-03-05T12:00:00+09:00", "DTSTART:20260305T030000Z"),
      ("2026-03-05T12:00:00+09:00[Mars/Crater]", "DTSTART:20260305T030000Z"),
      ("2026-03-05T12:00:00Z", "DTSTART:20260305T120000Z"),
      ("2026-03-05T12:00:00+01:00[Europe/Berlin]", "DTSTART:20260305T110000Z"),
      ("2026-03-05", "DTSTART;VALUE=DATE:20260305"),
    ])
  func writesTimes(text: String, expected: String) throws {
    var event = EditionFixture.jazz
    event.occurrences = [Occurrence(start: EditionFixture.time(text))]
    let lines = try calendar(event)
    #expect(lines.contains(expected))
    // UTC and days need no zone.
    let declared = expected.contains("TZID=") ? ["TZID:Asia/Singapore"] : []
    #expect(lines.filter { $0.hasPrefix("TZID:") } == declared)
  }

  @Test(
    "DTEND has the value type of DTSTART and is after it, or is omitted",
    arguments: [
      ("2026-03-05", "2026-03-06T17:00:00+08:00[Asia/Singapore]", "DTEND;VALUE=DATE:20260307"),
      ("2026-03-05", "2026-03-07T00:00:00+08:00[Asia/Singapore]", "DTEND;VALUE=DATE:20260307"),
      ("2026-03-05", "2026-03-05", nil),
      ("2026-03-05T12:00:00Z", "2026-03-06", "DTEND;TZID=Asia/Singapore:20260306T000000"),
      ("2026-03-05T12:00:00Z", "2026-03-05T12:00:00Z", nil),
    ] as [(String, String, String?)])
  func writesEnds(start: String, end: String, expected: String?) throws {
    var event = EditionFixture.jazz
    event.occurrences = [
      Occurrence(start: EditionFixture.time(start), end: EditionFixture.time(end))
    ]
    #expect(try calendar(event).first { $0.hasPrefix("DTEND") } == expected)
  }

  @Test("An event without a link has that of its first listing with one")
  func linksListings() throws {
    var event = EditionFixture.lectures
    event.listings = [nil, "https://hall.example/9", "https://hall.example/10"].enumerated().map {
      ListingReference(id: "hall/\($0)", source: "hall", url: $1)
    }
    let lines = try calendar(event)
    #expect(
      lines.filter { $0.hasPrefix("URL:h") }.allSatisfy { $0 == "URL:https://hall.example/9" })
    #expect(lines.count { $0 == "URL:https://hall.example/9" } == 2)
    #expect(lines.count { $0.hasPrefix("DESCRIPTION:https://hall.example/9\\n") } == 2)
  }

  @Test("Places of two campuses with the same id have separate calendars")
  func separatesCampuses() throws {
    var contents = EditionFixture.contents(
      campuses: [
        EditionFixture.campus, Campus(id: "dale", name: "Dale", timezone: "Europe/Paris"),
      ])
    contents.gazetteers["dale"] = EditionFixture.gazetteer
    var event = EditionFixture.lectures
    event.id = "dale-lectures"
    event.campus = "dale"
    contents.events.append(event)
    let output = try TemporaryOutput()
    let edition = try output.publish(contents)
    let one = try edition.text("calendars/place/hill-library.ics")
    let other = try edition.text("calendars/place/dale-library.ics")
    #expect(one.contains("TZID=Asia/Singapore:20260305T120000"))
    #expect(other.contains("TZID=Europe/Paris:20260305T120000"))
    #expect(!other.contains("Singapore"))
  }

  @Test("The calendar of a place has the events of all places within it")
  func containsInnerPlaces() throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents())
    for place in ["annex", "great-hall"] {
      let calendar = try edition.text("calendars/place/\(place).ics")
      #expect(calendar.contains("UID:exhibition@hill.example"), "\(place)")
    }
    #expect(try !edition.text("calendars/place/library.ics").contains("UID:exhibition@"))
  }

  @Test("A place keeps its calendar after its events are over")
  func keepsPlaceCalendars() throws {
    let output = try TemporaryOutput()
    try output.publish(EditionFixture.contents())
    let edition = try output.publish(
      EditionFixture.contents(now: EditionFixture.firstRun + 60, events: []))
    #expect(try edition.text("calendars/place/library.ics").contains("BEGIN:VTIMEZONE"))
  }
}
