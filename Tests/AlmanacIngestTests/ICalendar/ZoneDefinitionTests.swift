import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct ZoneDefinitionTests {
  /// The rules of central Europe under an invented name, defined after its use.
  private func central(_ event: String..., name: String = "Our Town", extra: String = "X-A:b")
    -> [UInt8]
  {
    calendar(
      "BEGIN:VEVENT", event.joined(separator: "\r\n"), "END:VEVENT", "BEGIN:VTIMEZONE",
      "TZID:" + name, extra, "BEGIN:DAYLIGHT", "DTSTART:19810329T020000", "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
      "BEGIN:STANDARD", "DTSTART:19961027T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
      "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD", "END:VTIMEZONE")
  }

  @Test(
    "A VTIMEZONE is matched with the zone that agrees with it",
    arguments: [
      ("20260705T190000", "2026-07-05T19:00:00+02:00[Europe/Berlin]"),
      ("20260105T190000", "2026-01-05T19:00:00+01:00[Europe/Berlin]"),
    ])
  func equivalent(local: String, start: String) {
    let feed = readCalendar(central("DTSTART;TZID=Our Town:" + local))
    #expect(feed.first.start?.description == start)
  }

  @Test("A definition with other transition weeks matches no known zone")
  func otherWeek() {
    let bytes = central("DTSTART;TZID=Our Town:20260315T190000")
    let other = String(decoding: bytes, as: UTF8.self).replacing("BYDAY=-1SU", with: "BYDAY=1SU")
    let feed = readCalendar(Array(other.utf8))
    #expect(feed.first.start?.description == "2026-03-15T19:00:00+02:00")
  }

  @Test("If the rules of a zone change soon, the year of the event decides")
  func changedRules() {
    let bytes = calendar(
      "BEGIN:VTIMEZONE", "TZID:Old East", "BEGIN:DAYLIGHT", "DTSTART:19870405T020000",
      "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400", "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU",
      "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:19671029T020000", "TZOFFSETFROM:-0400",
      "TZOFFSETTO:-0500", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD",
      "END:VTIMEZONE", "BEGIN:VEVENT", "DTSTART;TZID=Old East:20060705T190000", "END:VEVENT")
    #expect(
      readCalendar(bytes).first.start?.description
        == "2006-07-05T19:00:00-04:00[America/New_York]")
  }

  @Test("X-LIC-LOCATION determines the zone")
  func location() {
    let feed = readCalendar(
      central("DTSTART;TZID=Our Town:20260705T190000", extra: "X-LIC-LOCATION:Europe/Rome"))
    #expect(feed.first.start?.description == "2026-07-05T19:00:00+02:00[Europe/Rome]")
  }

  @Test("A VTIMEZONE whose clocks differ from its X-LIC-LOCATION is reported")
  func contradictedLocation() {
    let feed = readCalendar(
      central("DTSTART;TZID=Our Town:20260705T190000", extra: "X-LIC-LOCATION:Asia/Tokyo"))
    #expect(feed.codes == ["W_TZ_DIFFERS", "I_TZ"])
  }

  @Test("An IANA name means that zone, whatever the VTIMEZONE defines")
  func ianaFirst() {
    let feed = readCalendar(
      central("DTSTART;TZID=Asia/Tokyo:20260705T190000", name: "Asia/Tokyo"))
    #expect(feed.first.start?.description == "2026-07-05T19:00:00+09:00[Asia/Tokyo]")
  }

  private func odd(_ event: String...) -> [UInt8] {
    calendar(
      "BEGIN:VTIMEZONE", "TZID:Odd", "BEGIN:STANDARD", "DTSTART:20000101T000000",
      "TZOFFSETFROM:+0600", "TZOFFSETTO:+0613", "END:STANDARD", "BEGIN:DAYLIGHT",
      "DTSTART:20000501T000000", "TZOFFSETFROM:+0613", "TZOFFSETTO:+0713",
      "RRULE:FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1", "END:DAYLIGHT", "BEGIN:STANDARD",
      "DTSTART:20000901T000000", "TZOFFSETFROM:+0713", "TZOFFSETTO:+0613",
      "RRULE:FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1", "END:STANDARD", "END:VTIMEZONE",
      "BEGIN:VEVENT", event.joined(separator: "\r\n"), "END:VEVENT")
  }

  @Test(
    "Rules that match no zone give the offset of the date, and before a gap the previous offset",
    arguments: [
      ("20260401T120000", "2026-04-01T12:00:00+06:13"),
      ("20260601T120000", "2026-06-01T12:00:00+07:13"),
      ("20260501T003000", "2026-05-01T00:30:00+06:13"),
      ("20260501T010000", "2026-05-01T01:00:00+07:13"),
      ("20260901T000000", "2026-09-01T00:00:00+06:13"),
      ("20261231T120000", "2026-12-31T12:00:00+06:13"),
    ])
  func ownRules(local: String, start: String) {
    #expect(readCalendar(odd("DTSTART;TZID=Odd:" + local)).first.start?.description == start)
  }

  @Test("A series in a zone known by its VTIMEZONE only is listed date by date with offsets")
  func seriesOnOwnRules() {
    let feed = readCalendar(
      odd(
        "DTSTART;TZID=Odd:20260429T120000", "RRULE:FREQ=DAILY;COUNT=4",
        "EXDATE;TZID=Odd:20260430T120000"))
    let recurrence = feed.first.recurrence
    #expect(recurrence.rules.isEmpty)
    #expect(
      recurrence.additions.map(\.description) == [
        "2026-04-29T12:00:00+06:13", "2026-04-30T12:00:00+06:13", "2026-05-01T12:00:00+07:13",
        "2026-05-02T12:00:00+07:13",
      ])
    #expect(recurrence.exclusions.map(\.description) == ["2026-04-30T12:00:00+06:13"])
    #expect(feed.first.codes.isEmpty)
  }

  @Test("A start that the rule does not generate is no instance")
  func startOutsideRule() {
    let feed = readCalendar(
      odd("DTSTART;TZID=Odd:20260429T120000", "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=2"))
    let recurrence = feed.first.recurrence
    #expect(recurrence.additions.first?.description == "2026-04-30T12:00:00+06:13")
    #expect(recurrence.exclusions.map(\.description) == ["2026-04-29T12:00:00+06:13"])
  }

  @Test("A series in such a zone without an end is listed for ten years and reported")
  func endlessSeriesOnOwnRules() {
    let entry = readCalendar(odd("DTSTART;TZID=Odd:20260401T120000", "RRULE:FREQ=YEARLY")).first
    #expect(entry.recurrence.additions.count == 11)
    #expect(entry.codes == ["W_SERIES_CUT"])
  }

  @Test(
    "The derivation of a zone from a TZID is reported",
    arguments: [
      ("W. Europe Standard Time", "I_TZ", "Europe/Berlin, as Windows names it"),
      ("/vendor.example/Europe/Rome", "I_TZ", "Europe/Rome, which ends the name"),
      ("Odd", "I_TZ", "the rules of its VTIMEZONE"),
      ("Campus", "W_TZ_ASSUMED", "Asia/Tokyo, the calendar's zone"),
    ])
  func path(name: String, code: String, text: String) {
    let feed = readCalendar(
      odd(
        "DTSTART;TZID=\(name):20260401T120000", "END:VEVENT", "X-WR-TIMEZONE:Asia/Tokyo",
        "BEGIN:VEVENT", "DTSTART;TZID=Europe/Paris:20260401T120000"))
    #expect(feed.codes == [code])
    #expect(feed.document.problems.first?.message.contains(text) == true)
  }

  @Test("An unknown zone is read as floating only for display")
  func assumed() {
    let bytes = event("DTSTART;TZID=Campus:20260401T120000")
    #expect(readCalendar(bytes).first.start == nil)
    var context = ReadingContext()
    context.assumesZones = true
    let feed = ICalendarReader.read(bytes, context: context)
    #expect(feed.first.start?.description == "2026-04-01T12:00:00")
    #expect(feed.codes == ["W_TZ_ASSUMED"])
  }

  @Test(
    "An unreadable definition is not used",
    arguments: ["TZOFFSETTO:+9999", "TZOFFSETTO:-5744", "TZOFFSETTO:", "TZOFFSETTO:east"])
  func damaged(line: String) {
    let bytes = calendar(
      "BEGIN:VTIMEZONE", "TZID:Evil", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0000", line, "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT",
      "DTSTART;TZID=Evil:20260705T190000", "END:VEVENT")
    #expect(readCalendar(bytes).first.codes == ["Q_TZ"])
    #expect(readCalendar(bytes).codes == ["W_VTIMEZONE"])
  }

  @Test("Offsets with seconds and two TZIDs in one definition are understood")
  func secondsAndTwoNames() {
    let bytes = calendar(
      "BEGIN:VTIMEZONE", "TZID:One", "TZID:Two", "BEGIN:STANDARD", "DTSTART:18831118T120358",
      "TZOFFSETFROM:-045602", "TZOFFSETTO:-045602", "END:STANDARD", "END:VTIMEZONE",
      "BEGIN:VEVENT", "DTSTART;TZID=One:20260705T190000", "DTEND;TZID=Two:20260705T200000",
      "END:VEVENT")
    #expect(readCalendar(bytes).first.start?.description == "2026-07-05T19:00:00-04:56:02")
    #expect(readCalendar(bytes).first.end?.description == "2026-07-05T20:00:00-04:56:02")
  }
}
