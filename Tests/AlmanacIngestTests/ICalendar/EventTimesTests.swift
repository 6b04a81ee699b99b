import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct EventTimesTests {
  @Test(
    "DTSTART may be a day or a floating, zoned or UTC time",
    arguments: [
      ("DTSTART;VALUE=DATE:20261005", "2026-10-05"),
      ("DTSTART:20261005", "2026-10-05"),
      ("DTSTART;TZID=America/Los_Angeles;VALUE=DATE:20261005", "2026-10-05"),
      ("DTSTART:20261005T190000", "2026-10-05T19:00:00"),
      ("DTSTART:20261005T190000Z", "2026-10-05T19:00:00Z"),
      ("DTSTART;TZID=Asia/Singapore:20261005T190000", "2026-10-05T19:00:00+08:00[Asia/Singapore]"),
      ("DTSTART;TZID=Asia/Singapore:20261005T190000Z", "2026-10-05T19:00:00Z"),
      ("DTSTART;TZID=:20261005T190000", "2026-10-05T19:00:00"),
      ("DTSTART;VALUE=DATE:20261005T000000", "2026-10-05"),
      ("DTSTART;VALUE=DATE:20261005T190000", "2026-10-05T19:00:00"),
      ("DTSTART:VALUE=DATE:20261005", "2026-10-05"),
      ("DTSTART;VALUE=DATE:20261005Z", "2026-10-05"),
      ("DTSTART:TZID=Asia/Singapore:20261005T190000", "2026-10-05T19:00:00+08:00[Asia/Singapore]"),
      ("DTSTART:20261005T19", "2026-10-05T19:00:00"),
      ("DTSTART:20261005 190000", "2026-10-05T19:00:00"),
    ])
  func starts(line: String, start: String) {
    #expect(readCalendar(event(line)).first.start?.description == start)
  }

  @Test(
    "A vendor's flag turns times at midnight into whole days",
    arguments: [
      ("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "000000", "2026-10-05"),
      ("X-FUNAMBOL-ALLDAY:1", "000000", "2026-10-05"),
      ("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "090000", "2026-10-05T09:00:00"),
      ("X-MICROSOFT-CDO-ALLDAYEVENT:FALSE", "000000", "2026-10-05T00:00:00"),
    ])
  func vendorDays(line: String, time: String, start: String) {
    let entry = readCalendar(
      event("DTSTART:20261005T" + time, "DTEND:20261007T" + time, line)
    ).first
    #expect(entry.start?.description == start)
    #expect(entry.end?.description == start.replacing("-05", with: "-07"))
  }

  @Test("A whole day may be written as the UTC times of its midnights in the calendar's zone")
  func vendorDayInUTC() {
    let lines = ["DTSTART:20261004T220000Z", "DTEND:20261005T220000Z"]
    let entry = readCalendar(
      event(lines + ["X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"]), zone: "Europe/Berlin"
    ).first
    #expect(entry.start?.description == "2026-10-05")
    #expect(entry.end?.description == "2026-10-06")
    #expect(readCalendar(event(lines), zone: "Europe/Berlin").first.start?.isDay == false)
  }

  @Test(
    "A zone is recognized by many names",
    arguments: [
      ("W. Europe Standard Time", "Europe/Berlin"), ("Singapore Standard Time", "Asia/Singapore"),
      ("/freeassociation.sourceforge.net/Europe/Paris", "Europe/Paris"),
      ("/softwarestudio.org/Olson_20011030_5/America/New_York", "America/New_York"),
      ("/citadel.org/20210210_1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
      ("\"Europe/London\"", "Europe/London"), ("US/Eastern", "US/Eastern"),
    ])
  func zoneNames(name: String, zone: String) {
    let entry = readCalendar(event("DTSTART;TZID=\(name):20260705T190000")).first
    guard case .zoned(let time) = entry.start else {
      Issue.record("no zoned start for \(name)")
      return
    }
    #expect(time.zone == zone)
  }

  @Test(
    "An unknown zone is reported and not guessed",
    arguments: ["Mars/Olympus", "../../etc/passwd", "Customized Time Zone", "Eastern"])
  func unknownZone(name: String) {
    let entry = readCalendar(event("DTSTART;TZID=\(name):20260705T190000")).first
    #expect(entry.start == nil)
    #expect(entry.codes == ["Q_TZ"])
    #expect(entry.unreadable["timezone"] == name)
  }

  @Test(
    "Floating times are bound only if the context has a zone, and X-WR-TIMEZONE takes precedence")
  func floating() {
    let plain = event("DTSTART:20260705T190000")
    #expect(readCalendar(plain).first.start?.description == "2026-07-05T19:00:00")
    #expect(
      readCalendar(plain, zone: "Asia/Singapore").first.start?.description
        == "2026-07-05T19:00:00+08:00[Asia/Singapore]")
    let stated = calendar(
      "BEGIN:VEVENT", "DTSTART:20260705T190000", "END:VEVENT", "X-WR-TIMEZONE:Europe/Berlin")
    #expect(readCalendar(stated).first.start?.description == "2026-07-05T19:00:00")
    #expect(readCalendar(stated).document.timezone == "Europe/Berlin")
    #expect(
      readCalendar(stated, zone: "Asia/Singapore").first.start?.description
        == "2026-07-05T19:00:00+02:00[Europe/Berlin]")
  }

  @Test(
    "The end is DTEND, or the start plus DURATION",
    arguments: [
      (["DTSTART:20260705T190000Z", "DTEND:20260705T203000Z"], "2026-07-05T20:30:00Z"),
      (["DTSTART:20260705T190000Z", "DURATION:PT1H30M"], "2026-07-05T20:30:00Z"),
      (["DTSTART:20260705T190000Z"], nil),
      (["DTSTART;VALUE=DATE:20260705"], "2026-07-06"),
      (["DTSTART;VALUE=DATE:20260705", "DTEND;VALUE=DATE:20260705"], "2026-07-06"),
      (["DTSTART;VALUE=DATE:20260705", "DTEND;VALUE=DATE:20260708"], "2026-07-08"),
      (["DTSTART;VALUE=DATE:20260705", "DURATION:P3D"], "2026-07-08"),
      (["DTSTART;VALUE=DATE:20260705", "DURATION:PT36H"], "2026-07-07"),
      (["DTSTART;VALUE=DATE:20260705", "DTEND:20260706T000000Z"], "2026-07-06"),
      (["DTSTART;VALUE=DATE:20260705", "DTEND:20260706T120000Z"], "2026-07-07"),
      (["DTSTART;VALUE=DATE:20260705", "DTEND:late"], nil),
      (["DTSTART:20260705T190000Z", "DTEND;VALUE=DATE:20260706"], "2026-07-06T00:00:00Z"),
      // RFC 5545 section 3.3.6: a day is nominal, 24 hours are exact; the clocks go forward.
      (
        ["DTSTART;TZID=Europe/Berlin:20260328T120000", "DURATION:P1D"],
        "2026-03-29T12:00:00+02:00[Europe/Berlin]"
      ),
      (
        ["DTSTART;TZID=Europe/Berlin:20260328T120000", "DURATION:PT24H"],
        "2026-03-29T13:00:00+02:00[Europe/Berlin]"
      ),
    ] as [([String], String?)])
  func ends(lines: [String], end: String?) {
    let bytes = calendar(
      "BEGIN:VEVENT", lines.joined(separator: "\r\n"), "END:VEVENT")
    #expect(readCalendar(bytes).first.end?.description == end)
  }

  @Test("An end before the start stays unchanged")
  func endBeforeStart() {
    let entry = readCalendar(event("DTSTART:20260705T190000Z", "DTEND:20260705T180000Z")).first
    #expect(entry.end?.description == "2026-07-05T18:00:00Z")
  }

  @Test("A start that cannot be read is quoted")
  func unreadable() {
    let entry = readCalendar(event("DTSTART:Sunday noon", "DTEND:20260705T180000Z")).first
    #expect(entry.start == nil)
    #expect(entry.unreadable["start"] == "Sunday noon")
  }

  @Test("An end that cannot be read leaves the start")
  func unreadableEnd() {
    let entry = readCalendar(event("DTSTART:20260705T190000Z", "DTEND:late")).first
    #expect(entry.start != nil && entry.end == nil)
    #expect(entry.codes == ["W_END_UNREADABLE"])
  }

  @Test("Rules and lists of dates are read, floating ones in the start's zone")
  func recurrence() throws {
    let recurrence = readCalendar(
      event(
        "DTSTART;TZID=Asia/Singapore:20260105T190000", "RRULE:FREQ=WEEKLY;COUNT=10",
        "EXDATE;TZID=Asia/Singapore:20260112T190000,20260119T190000", "EXDATE:20260126T190000",
        "EXDATE;VALUE=DATE:20260202",
        "RDATE;VALUE=PERIOD:20260301T100000Z/PT2H,20260302T100000Z/20260302T110000Z")
    ).first.recurrence
    #expect(recurrence.rules.map(\.description) == ["FREQ=WEEKLY;COUNT=10"])
    #expect(
      recurrence.exclusions.map(\.description) == [
        "2026-01-12T19:00:00+08:00[Asia/Singapore]", "2026-01-19T19:00:00+08:00[Asia/Singapore]",
        "2026-01-26T19:00:00+08:00[Asia/Singapore]", "2026-02-02",
      ])
    #expect(
      recurrence.additions.map(\.description) == ["2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z"])
    #expect(
      recurrence.additions.compactMap { recurrence.additionEnds[$0]?.description }
        == ["2026-03-01T12:00:00Z", "2026-03-02T11:00:00Z"])
  }

  @Test("Local times without a zone are in the zone of DTSTART, not in that of the context")
  func zoneOfStart() {
    let entry = readCalendar(
      event(
        "DTSTART;TZID=Europe/Berlin:20260302T190000", "DTEND:20260302T210000",
        "RDATE:20260304T190000", "EXDATE:20260309T190000", "RECURRENCE-ID:20260302T180000"),
      zone: "America/New_York"
    ).first
    let recurrence = entry.recurrence
    let times = [entry.end, recurrence.recurrenceID] + recurrence.additions + recurrence.exclusions
    #expect(
      times.map { $0?.publicText } == [
        "2026-03-02T21:00:00+01:00", "2026-03-02T18:00:00+01:00", "2026-03-04T19:00:00+01:00",
        "2026-03-09T19:00:00+01:00",
      ])
  }

  @Test("A date added to a series of times is an instance at the hour of the start")
  func addedDate() throws {
    let recurrence = readCalendar(
      event(
        "DTSTART;TZID=Europe/Berlin:20260302T190000", "RRULE:FREQ=WEEKLY;COUNT=2",
        "RDATE;VALUE=DATE:20260401")
    ).first.recurrence
    #expect(recurrence.additions.map(\.description) == ["2026-04-01T19:00:00+02:00[Europe/Berlin]"])
  }

  @Test("A series with more dates than the limit is rejected", arguments: [20_000, 20_001])
  func dateLimit(count: Int) {
    let dates = repeatElement("20260705T190000Z", count: count).joined(separator: ",")
    let entry = readCalendar(event("DTSTART:20260705T190000Z", "EXDATE:" + dates)).first
    #expect(entry.codes == (count > 20_000 ? ["Q_EXDATE_LIMIT"] : []))
  }

  @Test("An invalid rule is reported with its text")
  func invalidRule() {
    let blank = readCalendar(event("DTSTART:20260105T190000Z", "RRULE: ")).first
    #expect(blank.codes == [] && blank.recurrence.rules.isEmpty)
    let entry = readCalendar(event("DTSTART:20260105T190000Z", "RRULE:FREQ=SOMETIMES")).first
    #expect(entry.codes == ["Q_RRULE_INVALID"])
    #expect(entry.unreadable["rrule"] == "FREQ=SOMETIMES")
  }

  @Test("Numbers of weekdays in a weekly rule are reported", arguments: ["WEEKLY", "MONTHLY"])
  func ordinals(frequency: String) {
    let rule = "RRULE:FREQ=\(frequency);BYDAY=1MO;COUNT=4"
    let entry = readCalendar(event("DTSTART:20260105T190000Z", rule)).first
    #expect(entry.codes == (frequency == "WEEKLY" ? ["W_RRULE_ORDINAL"] : []))
  }

  @Test(
    "A rule of vCalendar 1.0 is read",
    arguments: [
      ("D1 #10", "FREQ=DAILY;INTERVAL=1;COUNT=10"), ("D2", "FREQ=DAILY;INTERVAL=2;COUNT=2"),
      ("W2 MO TH #0", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
      ("w1 20261001T000000Z", "FREQ=WEEKLY;INTERVAL=1;UNTIL=20261001T000000Z"),
      ("MP1 1+ 2- MO TH 3 FR #4", "FREQ=MONTHLY;INTERVAL=1;BYDAY=1MO,-2MO,1TH,-2TH,3FR;COUNT=4"),
      ("MD1 15 LD #3", "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15,-1;COUNT=3"),
      ("YM1 6 #3", "FREQ=YEARLY;INTERVAL=1;BYMONTH=6;COUNT=3"),
      ("YD1 100 #3", "FREQ=YEARLY;INTERVAL=1;BYYEARDAY=100;COUNT=3"),
      ("D1 0900 1500 #3", nil), ("YM1 6 MP1 1+ MO #3", nil), ("MP1 MO #3", nil), ("MP1 1+ #3", nil),
      ("FREQ=DAILY", nil), ("", nil), ("X1", nil), ("W1 1 #2", nil),
    ] as [(String, String?)])
  func legacyRule(text: String, expected: String?) {
    #expect(VCalendarRule.text(text) == expected)
  }

  @Test(
    "A UTC time as UNTIL of a whole-day series is a day in the calendar's zone",
    arguments: [
      // The calendar names its zone: midnight, the last second, and a time within the day.
      ("Asia/Manila", "20260629T160000Z", "20260630"),
      ("Asia/Manila", "20260630T155959Z", "20260630"),
      ("Asia/Manila", "20260630T040000Z", "20260630"),
      ("America/Bogota", "20260630T050000Z", "20260630"),
      ("America/Bogota", "20260701T045959Z", "20260630"),
      ("Asia/Manila", "20260630T000000Z", "20260630"),
      ("Asia/Manila", "20260630T235959Z", "20260630"),
      ("Asia/Manila", "20260630", "20260630"), ("Asia/Manila", "20260630T120000", "20260630"),
      // It does not: midnight of the source's zone, or of the only offset that has midnight then.
      (nil, "20260630T060000Z", "20260630"), (nil, "20260629T213000Z", "20260630"),
      (nil, "20260629T183000Z", "20260630"), (nil, "20260630T175959Z", "20260630"),
      (nil, "20260630T040000Z", "20260630"), (nil, "20260701T025959Z", "20260630"),
      (nil, "20260630T110000Z", "20260630"), (nil, "20260630T170512Z", "20260630"),
    ] as [(String?, String, String)])
  func untilOfDays(zone: String?, until: String, day: String) {
    let bytes = calendar(
      zone.map { "X-WR-TIMEZONE:" + $0 } ?? "X-A:b", "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20260601",
      "RRULE:FREQ=DAILY;UNTIL=" + until, "EXRULE:FREQ=WEEKLY;UNTIL=" + until, "END:VEVENT")
    let recurrence = readCalendar(bytes, zone: "America/Denver").first.recurrence
    #expect(recurrence.rules.map(\.description) == ["FREQ=DAILY;UNTIL=" + day])
    #expect(recurrence.exclusionRules.map(\.description) == ["FREQ=WEEKLY;UNTIL=" + day])
  }

  @Test("A UTC time as UNTIL of a timed series stays unchanged")
  func untilOfTimes() {
    let recurrence = readCalendar(
      event("DTSTART:20260601T100000Z", "RRULE:FREQ=DAILY;UNTIL=20260629T160000Z")
    ).first.recurrence
    #expect(recurrence.rules.map(\.description) == ["FREQ=DAILY;UNTIL=20260629T160000Z"])
  }

  @Test("Other UTC times of a whole-day series become days in the calendar's zone")
  func datesOfDays() {
    let bytes = calendar(
      "X-WR-TIMEZONE:Asia/Manila", "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20260601",
      "DTEND:20260601T160000Z", "RRULE:FREQ=DAILY;COUNT=9", "EXDATE:20260602T160000Z",
      "EXDATE;TZID=Asia/Manila:20260604T000000", "RDATE:20260619T160000Z",
      "RECURRENCE-ID:20260604T160000Z", "END:VEVENT")
    let entry = readCalendar(bytes, zone: "America/Denver").first
    #expect(entry.end?.description == "2026-06-02")
    #expect(entry.recurrence.exclusions.map(\.description) == ["2026-06-03", "2026-06-04"])
    #expect(entry.recurrence.additions.map(\.description) == ["2026-06-20"])
    #expect(entry.recurrence.recurrenceID?.description == "2026-06-05")
  }

  @Test("RECURRENCE-ID and its RANGE are read")
  func recurrenceID() {
    let entry = readCalendar(
      event(
        "DTSTART:20260105T200000Z", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260105T190000Z")
    ).first
    #expect(entry.recurrence.recurrenceID?.description == "2026-01-05T19:00:00Z")
    #expect(entry.recurrence.thisAndFuture)
  }
}
