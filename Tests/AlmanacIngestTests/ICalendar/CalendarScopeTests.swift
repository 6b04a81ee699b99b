import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests the declarations of one VCALENDAR in a stream of several (RFC 5545, sections 3.4 and
/// 3.2.19).
@Suite struct CalendarScopeTests {
  private func zone(_ offset: String, _ name: String = "Here") -> String {
    [
      "BEGIN:VTIMEZONE", "TZID:" + name, "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:" + offset, "TZOFFSETTO:" + offset, "END:STANDARD", "END:VTIMEZONE",
    ].joined(separator: "\r\n")
  }

  private func starts(_ bytes: [UInt8], zone: String? = nil) -> [String?] {
    readCalendar(bytes, zone: zone).entries.map { $0.start?.description }
  }

  private let named = "BEGIN:VEVENT\r\nDTSTART;TZID=Here:20260615T120000\r\nEND:VEVENT"
  private let floating = "BEGIN:VEVENT\r\nDTSTART:20260615T120000\r\nEND:VEVENT"

  @Test("A VTIMEZONE applies to its own calendar, before and after its events")
  func definitions() {
    let bytes =
      calendar(zone("+0300"), named) + calendar(named, zone("-0700"))
      + calendar(zone("+0300"), named)
    #expect(
      starts(bytes) == [
        "2026-06-15T12:00:00+03:00", "2026-06-15T12:00:00-07:00", "2026-06-15T12:00:00+03:00",
      ])
  }

  @Test("A calendar without a VTIMEZONE does not use that of another one")
  func absentDefinition() {
    let feed = readCalendar(calendar(zone("+0300"), named) + calendar(named))
    #expect(feed.entries.map(\.codes) == [[], ["Q_TZ"]])
  }

  @Test("X-WR-TIMEZONE applies to the floating times of its own calendar")
  func calendarZones() {
    let bytes =
      calendar("X-WR-TIMEZONE:Europe/Oslo", floating) + calendar(floating)
      + calendar(floating, "X-WR-TIMEZONE:America/Lima") + calendar(floating)
    #expect(
      starts(bytes, zone: "Asia/Tokyo") == [
        "2026-06-15T12:00:00+02:00[Europe/Oslo]", "2026-06-15T12:00:00+09:00[Asia/Tokyo]",
        "2026-06-15T12:00:00-05:00[America/Lima]", "2026-06-15T12:00:00+09:00[Asia/Tokyo]",
      ])
    #expect(readCalendar(bytes).document.timezone == nil)
  }

  @Test(
    "A start without a zone beside VTIMEZONEs of other zones only is doubtful",
    arguments: [("+0300", nil), ("+0900", nil), ("+0300", "X-WR-TIMEZONE:Asia/Seoul")])
  func doubtfulZone(offset: String, declared: String?) {
    let feed = readCalendar(
      calendar(zone(offset), declared ?? "X-NONE:1", floating), zone: "Asia/Tokyo")
    let text = feed.first.zoneConflict?.text
    #expect((text != nil) == (offset == "+0300"))
    #expect(text?.contains("but the only VTIMEZONE is of 'here'") ?? true)
  }

  @Test("A start without a zone has that of its end; an end in UTC makes it doubtful")
  func zoneOfEnd() {
    func first(_ start: String, _ end: String) -> Entry {
      readCalendar(event("DTSTART\(start):20260615T120000", "DTEND\(end)"), zone: "Asia/Tokyo")
        .first
    }
    let zoned = first("", ";TZID=Europe/Oslo:20260615T130000")
    #expect(zoned.start?.description == "2026-06-15T12:00:00+02:00[Europe/Oslo]")
    #expect(zoned.zoneConflict == nil)
    #expect(first("", ":20260615T130000Z").zoneConflict?.isFloating == true)
    let contradicted = readCalendar(event("DTSTART;TZID=Europe/Oslo:20260615T120000Z")).first
    #expect(contradicted.zoneConflict?.isFloating == false)
    #expect(contradicted.start?.description == "2026-06-15T12:00:00Z")
  }

  @Test(
    "A vCalendar 1.0 gives its offset and its daylight saving times",
    arguments: [
      ("TZ:+03", "DAYLIGHT:FALSE", "2026-06-15T12:00:00+03:00"),
      (
        "TZ:-05", "DAYLIGHT:TRUE;-04;20260308T020000;20261101T020000;EST;EDT",
        "2026-06-15T12:00:00-04:00"
      ),
      // Without daylight saving time, the offset is that of the source's zone.
      ("TZ:+0900", "X-NONE:1", "2026-06-15T12:00:00+09:00[Asia/Tokyo]"),
      ("TZ:soon", "X-NONE:1", "2026-06-15T12:00:00+09:00[Asia/Tokyo]"),
    ])
  func plainZones(offset: String, daylight: String, start: String) {
    let found = starts(calendar(offset, daylight, floating), zone: "Asia/Tokyo").first ?? nil
    #expect(found?.hasPrefix(start) == true)
  }

  @Test("An unclosed event belongs to the calendar in which it starts")
  func unclosedEvent() {
    let bytes =
      Array("BEGIN:VCALENDAR\r\nX-WR-TIMEZONE:Europe/Oslo\r\nMETHOD:CANCEL\r\n".utf8)
      + Array("BEGIN:VEVENT\r\nDTSTART:20260615T120000\r\n".utf8)
      + calendar("X-WR-TIMEZONE:America/Lima", floating)
    let feed = readCalendar(bytes, zone: "Asia/Tokyo")
    #expect(
      feed.entries.map { $0.start?.description } == [
        "2026-06-15T12:00:00+02:00[Europe/Oslo]", "2026-06-15T12:00:00-05:00[America/Lima]",
      ])
    #expect(feed.entries.map(\.status) == [.cancelled, nil])
  }

  @Test("A nested VCALENDAR closes the outer one with all its open components")
  func nestedCalendar() {
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260615T120000\r\nBEGIN:VALARM\r\n"
      + "TRIGGER:-PT5M\r\n" + String(decoding: calendar(floating), as: UTF8.self)
    let feed = readCalendar(Array(text.utf8))
    #expect(feed.entries.count == 2)
    #expect(feed.codes == ["W_UNCLOSED"])
  }

  @Test("METHOD:CANCEL cancels the events of its own calendar")
  func method() {
    let feed = readCalendar(
      calendar(floating) + calendar("METHOD:CANCEL", floating) + calendar(floating)
        + calendar("METHOD:PUBLISH", floating) + calendar(floating, "METHOD:CANCEL"))
    #expect(feed.entries.map(\.status) == [nil, .cancelled, nil, nil, .cancelled])
  }

  @Test(
    "A folded property is read completely with any position of the fold",
    arguments: [
      "X-WR-TIMEZONE:America/Argentina/Bue\r\n nos_Aires",
      "X-WR-TIME\r\n ZONE:America/Argentina\r\n\t/Buenos_Aires",
      "X-WR-TIMEZONE:\r\n America/Argentina/Buenos_Aires",
    ])
  func folded(line: String) {
    #expect(
      starts(calendar(line, floating), zone: "Asia/Tokyo")
        == ["2026-06-15T12:00:00-03:00[America/Argentina/Buenos_Aires]"])
  }

  @Test("A folded VTIMEZONE is read")
  func foldedDefinition() {
    let folded = zone("+0300").replacing("VTIMEZONE", with: "VTIME\r\n ZONE")
    #expect(starts(calendar(folded, named)) == ["2026-06-15T12:00:00+03:00"])
  }

  @Test(
    "An escaped TZID in a VTIMEZONE matches the quoted one in DTSTART",
    arguments: [
      #"Hills\, North"#, "Hills, North", #""Hills\, North""#, #"Hills\\\, North"#,
      "  Hills\\, North ",
    ])
  func escaped(name: String) {
    for parameter in [#""Hills, North""#, "Hills, North", #""Hills\, North""#] {
      let event = "BEGIN:VEVENT\r\nDTSTART;TZID=\(parameter):20260615T120000\r\nEND:VEVENT"
      #expect(starts(calendar(zone("+0300", name), event)) == ["2026-06-15T12:00:00+03:00"])
    }
  }

  @Test("A known zone name with a VTIMEZONE of another offset is reported with both offsets")
  func otherOffset() throws {
    func read(_ offset: String, _ day: String) -> ParsedFeed {
      readCalendar(
        calendar(
          zone(offset, "America/Chicago"), "BEGIN:VEVENT",
          "DTSTART;TZID=America/Chicago:\(day)T120000", "END:VEVENT"))
    }
    let feed = read("-0500", "20260115")
    #expect(feed.first.start?.description == "2026-01-15T12:00:00-06:00[America/Chicago]")
    #expect(feed.codes == ["W_TZ_DIFFERS"])
    let message = try #require(feed.document.problems.first?.message)
    #expect(message.contains("-06:00") && message.contains("-05:00"))
    // On this day both have one offset.
    #expect(read("-0500", "20260715").codes.isEmpty)
    #expect(read("-0600", "20260115").codes.isEmpty)
    // The definition begins in 1970.
    #expect(read("-0500", "19690115").codes.isEmpty)
  }

  @Test("A known zone name with a VTIMEZONE that agrees is not reported")
  func sameOffsets() {
    let bytes = calendar(
      "BEGIN:VTIMEZONE", "TZID:Europe/Vienna", "BEGIN:DAYLIGHT", "DTSTART:19810329T020000",
      "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
      "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:19961027T030000", "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD",
      "END:VTIMEZONE", "BEGIN:VEVENT", "DTSTART;TZID=Europe/Vienna:20260329T120000",
      "DTEND;TZID=Europe/Vienna:20260704T120000", "END:VEVENT")
    #expect(readCalendar(bytes).codes.isEmpty)
  }

  // MARK: Bounds

  private func monthly(_ number: Int, observances: Int) -> String {
    let parts = (0..<observances).map { index in
      "BEGIN:STANDARD\r\nDTSTART:1970\(index % 12 < 9 ? "0" : "")\(index % 12 + 1)"
        + "\(10 + index % 18)T0\(index % 9)0000\r\nTZOFFSETFROM:+0\(index % 9)00\r\n"
        + "TZOFFSETTO:+0\((index + number) % 9)00\r\nRRULE:FREQ=MONTHLY;BYMONTHDAY=\(index % 28 + 1)\r\n"
        + "END:STANDARD\r\n"
    }
    return "BEGIN:VTIMEZONE\r\nTZID:Zone \(number)\r\n" + parts.joined() + "END:VTIMEZONE"
  }

  private func use(_ number: Int) -> String {
    "BEGIN:VEVENT\r\nDTSTART;TZID=Zone \(number):20260615T120000\r\nEND:VEVENT"
  }

  @Test("The definitions of a document share one budget of onsets, for any number of definitions")
  func onsetBudget() {
    let bytes = calendar(
      (0..<12).map { monthly($0, observances: 200) + "\r\n" + use($0) }.joined(separator: "\r\n"))
    let context = ReadingContext()
    var zones = CalendarZones(CalendarDeclarations(bytes, context: context), context: context)
    zones.enter(calendar: 1)
    for number in 0..<12 { _ = zones.meaning(of: "Zone \(number)", year: 2026) }
    #expect(zones.budget.isSpent)
    // The maximum is one expansion more than the budget.
    #expect(zones.budget.onsets >= -1)
    let feed = readCalendar(bytes)
    #expect(feed.entries.allSatisfy { $0.codes == ["Q_TZ"] })
    #expect(feed.codes.allSatisfy { $0 == "W_VTIMEZONE" } && !feed.codes.isEmpty)
  }

  @Test("A definition repeated in several calendars is stored once")
  func repeatedDefinition() {
    let one = calendar(zone("+0300"), named)
    let bytes = Array(repeatElement(one, count: 500).joined())
    let declarations = CalendarDeclarations(bytes, context: ReadingContext())
    #expect(declarations.zones.count == 500)
    #expect(declarations.definitions.count == 1)
    #expect(starts(bytes).allSatisfy { $0 == "2026-06-15T12:00:00+03:00" })
  }

  @Test("Calendars without zone declarations take no memory")
  func manyCalendars() {
    let bytes = Array(
      repeatElement(Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8), count: 10_000).joined())
    #expect(CalendarDeclarations(bytes, context: ReadingContext()).zones.isEmpty)
  }

  @Test("RDATEs of observances count as onsets")
  func manyDates() {
    let dates = repeatElement("20260101T000000", count: ReadBudget.onsetLimit + 1)
      .joined(separator: ",")
    let definition = zone("+0300").replacing(
      "END:STANDARD", with: "RDATE:\(dates)\r\nEND:STANDARD")
    #expect(readCalendar(calendar(definition, named)).first.codes == ["Q_TZ"])
  }
}
