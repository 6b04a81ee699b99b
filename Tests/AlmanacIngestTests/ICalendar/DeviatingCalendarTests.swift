import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests common deviations of publishers from RFC 5545.
@Suite struct DeviatingCalendarTests {
  private static let start = "DTSTART;TZID=Europe/Paris:20260310T183000"

  @Test(
    "A start with an offset, a fraction of a second, the hour 24 or a direction mark is read",
    arguments: [
      ("DTSTART:2026-03-10T18:30:00-05:00", "2026-03-10T18:30:00-05:00"),
      ("DTSTART:20260310T183000+0100", "2026-03-10T18:30:00+01:00"),
      ("DTSTART;TZID=Europe/Paris:20260310T183000.000", "2026-03-10T18:30:00+01:00"),
      ("DTSTART:20260310T173000.5Z", "2026-03-10T17:30:00Z"),
      ("DTSTART;TZID=Europe/Paris:20260310T240000", "2026-03-11T00:00:00+01:00"),
      ("DTSTART:\u{200E}20260310T173000Z", "2026-03-10T17:30:00Z"),
    ])
  func starts(line: String, start: String) {
    let entry = readCalendar(event(line)).first
    #expect(entry.start?.publicText == start)
    #expect(entry.codes == [])
  }

  @Test("White space around the calendar and its components is ignored")
  func whiteSpace() {
    let text = String(decoding: event("DTSTART:20260310T173000Z"), as: UTF8.self)
    let feed = readCalendar(
      Array("\r\n \t\(text.replacing("VEVENT", with: "VEVENT\t"))".utf8))
    #expect(feed.first.start?.publicText == "2026-03-10T17:30:00Z")
    #expect(feed.codes == [])
  }

  @Test("An offset applies, but a series keeps the zone that has it")
  func offsetAndZone() {
    let same = readCalendar(event("DTSTART;TZID=America/New_York:20260310T183000-0400")).first
    #expect(same.start?.description == "2026-03-10T18:30:00-04:00[America/New_York]")
    let other = readCalendar(event("DTSTART;TZID=America/New_York:20260310T183000+0100")).first
    #expect(other.start?.description == "2026-03-10T18:30:00+01:00")
  }

  @Test("The date of the start is no end of a start with a time")
  func endOnDay() {
    let same = readCalendar(event(Self.start, "DTEND;VALUE=DATE:20260310")).first
    #expect(same.start != nil && same.end == nil && same.codes == [])
    let next = readCalendar(event(Self.start, "DTEND;VALUE=DATE:20260311")).first
    #expect(next.end?.publicText == "2026-03-11T00:00:00+01:00")
  }

  @Test("Dates of exclusions may be separated by semicolons")
  func semicolons() {
    let entry = readCalendar(
      event(
        Self.start, "RRULE:FREQ=DAILY;COUNT=5",
        "EXDATE;TZID=Europe/Paris:20260311T183000;20260313T183000")
    ).first
    #expect(
      entry.recurrence.exclusions.map(\.publicText)
        == ["2026-03-11T18:30:00+01:00", "2026-03-13T18:30:00+01:00"])
    #expect(entry.codes == [])
  }

  @Test(
    "A midnight excludes its day from a series at another hour",
    arguments: [
      ("EXDATE;TZID=Europe/Paris:20260311T000000", "2026-03-11"),
      ("EXDATE:20260311T000000", "2026-03-11"), ("EXDATE:20260311T000000Z", "2026-03-11"),
      ("EXDATE;TZID=Europe/Paris:20260311T120000", "2026-03-11T12:00:00+01:00"),
    ])
  func midnights(line: String, excluded: String) {
    let entry = readCalendar(event(Self.start, "RRULE:FREQ=DAILY;COUNT=5", line)).first
    #expect(entry.recurrence.exclusions.map(\.publicText) == [excluded])
  }

  @Test("A midnight that is an instance of the series excludes that instance only")
  func instancesAtMidnight() {
    // 19:00 in New York is midnight in UTC in winter.
    let west = readCalendar(
      event(
        "DTSTART;TZID=America/New_York:20260105T190000", "RRULE:FREQ=DAILY;COUNT=5",
        "EXDATE:20260107T000000Z")
    ).first
    #expect(west.recurrence.exclusions.map(\.publicText) == ["2026-01-07T00:00:00Z"])
    let hours = readCalendar(
      event(Self.start, "RRULE:FREQ=DAILY;BYHOUR=0,18;COUNT=5", "EXDATE:20260311T000000")
    ).first
    #expect(hours.recurrence.exclusions.map(\.publicText) == ["2026-03-11T00:00:00+01:00"])
  }

  @Test("An override at midnight changes the instance of its day")
  func overrideAtMidnight() {
    let entry = readCalendar(
      event("DTSTART;TZID=Europe/Paris:20260312T200000", "RECURRENCE-ID:20260311T000000")
    ).first
    #expect(entry.recurrence.recurrenceID?.publicText == "2026-03-11")
  }

  @Test("A cancelled instance needs no start")
  func cancelledInstance() throws {
    let lines = [
      "BEGIN:VEVENT", "UID:w", "SUMMARY:Walk", Self.start, "RRULE:FREQ=DAILY;COUNT=3",
      "END:VEVENT", "BEGIN:VEVENT", "UID:w", "STATUS:CANCELLED",
      "RECURRENCE-ID;TZID=Europe/Paris:20260311T183000", "END:VEVENT",
    ]
    let feed = readCalendar(calendar(lines.joined(separator: "\r\n")))
    #expect(feed.entries.map(\.codes) == [[], []])
    let listing = try #require(SeriesGrouper.assemble(feed.entries, .fixture()).listings.first)
    #expect(listing.overrides.map(\.status) == [.cancelled])
    #expect(listing.overrides.map(\.recurrenceID.publicText) == ["2026-03-11T18:30:00+01:00"])
  }

  @Test("The name of a zone may have another case than its VTIMEZONE or the IANA name")
  func caseOfZones() {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Harbor Clock
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0345
      TZOFFSETTO:+0345
      END:STANDARD
      END:VTIMEZONE
      """
    func start(_ name: String) -> String? {
      readCalendar(
        calendar(
          "\(zone)\nBEGIN:VEVENT\nUID:z\nDTSTART;TZID=\(name):20260710T183000\nEND:VEVENT"
            .replacing("\n", with: "\r\n"))
      ).first.start?.publicText
    }
    #expect(start("HARBOR CLOCK") == "2026-07-10T18:30:00+03:45")
    #expect(start("europe/paris") == "2026-07-10T18:30:00+02:00")
    #expect(start("Greenwich Mean Time") == "2026-07-10T18:30:00Z")
  }

  @Test("Quoted-printable text of vCalendar 1.0 is decoded, across soft line breaks")
  func quotedPrintable() {
    let entry = readCalendar(
      event(
        "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:F=C3=AAte =3D=\r\n plaisir",
        "LOCATION;CHARSET=ISO-8859-1;ENCODING=quoted-printable:Th=E9=E2tre de la =\r\nVille",
        "DESCRIPTION:E=mc2, =C3 stays")
    ).first
    #expect(entry.title == "Fête =plaisir")
    #expect(entry.venue == "Théâtre de la Ville")
    #expect(entry.summary == "E=mc2, =C3 stays")
  }
}
