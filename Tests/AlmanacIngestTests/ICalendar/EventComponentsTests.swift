import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// What stands inside an event: alarms (RFC 5545 section 3.6.6), places (RFC 9073 section 7.2).
@Suite struct EventComponentsTests {
  @Test(
    "a trigger is a time before or after the start or the end, or a moment",
    arguments: [
      ("TRIGGER:-PT15M", EntryAlarm.Trigger.start(CalendarDuration(seconds: -900))),
      ("TRIGGER;RELATED=END:P1D", .end(CalendarDuration(days: 1))),
      ("TRIGGER;related=start:PT0S", .start(.zero)),
      (
        "TRIGGER;VALUE=DATE-TIME:20260303T180000Z",
        .at(Instant(secondsSinceEpoch: 1_772_560_800))
      ),
    ])
  func trigger(line: String, trigger: EntryAlarm.Trigger) {
    let entry = readCalendar(
      event(
        "BEGIN:VALARM", "ACTION:display", line, "REPEAT:2", "DURATION:PT5M",
        "DESCRIPTION:Bring\\, a chair", "END:VALARM")
    ).first
    #expect(
      entry.alarms == [
        EntryAlarm(
          action: "DISPLAY", trigger: trigger, repetitions: 2,
          interval: CalendarDuration(seconds: 300), text: "Bring, a chair")
      ])
    #expect(entry.codes.isEmpty)
  }

  @Test(
    "an alarm without a trigger that can be read is told",
    arguments: ["ACTION:AUDIO", "TRIGGER:soon", "TRIGGER;VALUE=DATE-TIME:20260303"])
  func badTrigger(line: String) {
    let entry = readCalendar(event("BEGIN:VALARM", line, "END:VALARM")).first
    #expect(entry.alarms.isEmpty)
    #expect(entry.codes == ["W_ALARM"])
  }

  @Test("a VLOCATION says where, unless the event does")
  func location() {
    let place = ["BEGIN:VLOCATION", "NAME:Old Hall", "GEO:1.5;103.5", "END:VLOCATION"]
      .joined(separator: "\r\n")
    let entry = readCalendar(event(place)).first
    #expect(entry.venue == "Old Hall")
    #expect(entry.coordinate?.latitude == 1.5)
    #expect(readCalendar(event(place, "LOCATION:New Hall")).first.venue == "New Hall")
  }

  @Test("Apple's structured location names the place where LOCATION does not")
  func structuredLocation() {
    let line = #"X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Old Hall":geo:1.5,103.5"#
    let entry = readCalendar(event(line)).first
    #expect(entry.venue == "Old Hall")
    #expect(entry.coordinate?.longitude == 103.5)
  }

  @Test("a styled description is the event's HTML, an address of one is not fetched")
  func styledDescription() {
    let styled = readCalendar(
      event("STYLED-DESCRIPTION;FMTTYPE=text/html:<p>All <b>are</b> welcome</p>")
    ).first
    #expect(styled.html?.contains("<b>are</b>") == true)
    #expect(styled.summary == "All are welcome")
    let address = readCalendar(event("STYLED-DESCRIPTION;VALUE=URI:https://example.edu/d")).first
    #expect(address.html == nil && address.summary == nil)
  }

  @Test("raw line ends go on with the description, and many of them cost little")
  func strays() {
    let stray = String(repeating: "and so on\n", count: 20_000)
    let entry = readCalendar(event("DESCRIPTION:It begins\n" + stray)).first
    #expect(entry.summary?.hasPrefix("It begins\nand so on\nand so on") == true)
  }
}
