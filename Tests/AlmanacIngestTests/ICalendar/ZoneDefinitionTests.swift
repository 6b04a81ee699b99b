import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct ZoneDefinitionTests {
  /// The rules of central Europe under a name of its own, defined behind its use.
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
    "a definition in the file finds the zone whose clocks agree with it",
    arguments: [
      ("20260705T190000", "2026-07-05T19:00:00+02:00[Europe/Berlin]"),
      ("20260105T190000", "2026-01-05T19:00:00+01:00[Europe/Berlin]"),
    ])
  func equivalent(local: String, start: String) {
    let feed = readCalendar(central("DTSTART;TZID=Our Town:" + local))
    #expect(feed.first.start?.description == start)
  }

  @Test("X-LIC-LOCATION names the zone")
  func location() {
    let feed = readCalendar(
      central("DTSTART;TZID=Our Town:20260705T190000", extra: "X-LIC-LOCATION:Europe/Rome"))
    #expect(feed.first.start?.description == "2026-07-05T19:00:00+02:00[Europe/Rome]")
  }

  @Test("an IANA name means that zone, whatever the file defines")
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
    "rules that no zone has give the offset of the date, with a skipped hour read before the gap",
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

  @Test("a series on such clocks is not guessed")
  func seriesOnOwnRules() {
    let entry = readCalendar(odd("DTSTART;TZID=Odd:20260401T120000", "RRULE:FREQ=DAILY")).first
    #expect(entry.start == nil)
    #expect(entry.codes == ["Q_TZ"])
  }

  @Test(
    "a definition that cannot be read is no definition",
    arguments: ["TZOFFSETTO:+9999", "TZOFFSETTO:-5744", "TZOFFSETTO:", "TZOFFSETTO:east"])
  func damaged(line: String) {
    let bytes = calendar(
      "BEGIN:VTIMEZONE", "TZID:Evil", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0000", line, "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT",
      "DTSTART;TZID=Evil:20260705T190000", "END:VEVENT")
    #expect(readCalendar(bytes).first.codes == ["Q_TZ"])
  }

  @Test("offsets with seconds and two TZIDs in one definition are understood")
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
