import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests subcomponents of an event: places (RFC 9073, section 7.2) and vendors' texts.
@Suite struct EventComponentsTests {
  @Test("A VLOCATION is the venue unless the event has a LOCATION")
  func location() {
    let place = ["BEGIN:VLOCATION", "NAME:Old Hall", "GEO:1.5;103.5", "END:VLOCATION"]
      .joined(separator: "\r\n")
    let entry = readCalendar(event(place)).first
    #expect(entry.venue == "Old Hall")
    #expect(entry.coordinate?.latitude == 1.5)
    #expect(readCalendar(event(place, "LOCATION:New Hall")).first.venue == "New Hall")
  }

  @Test("Apple's structured location is the venue if LOCATION is missing")
  func structuredLocation() {
    let line = #"X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Old Hall":geo:1.5,103.5"#
    let entry = readCalendar(event(line)).first
    #expect(entry.venue == "Old Hall")
    #expect(entry.coordinate?.longitude == 103.5)
  }

  @Test("A styled description is the event's HTML, and its address is not fetched")
  func styledDescription() {
    let styled = readCalendar(
      event("STYLED-DESCRIPTION;FMTTYPE=text/html:<p>All <b>are</b> welcome</p>")
    ).first
    #expect(styled.html?.contains("<b>are</b>") == true)
    #expect(styled.summary == "All are welcome")
    let address = readCalendar(event("STYLED-DESCRIPTION;VALUE=URI:https://example.edu/d")).first
    #expect(address.html == nil && address.summary == nil)
  }

  @Test("The place of a participant is not the event's")
  func nestedPlace() {
    let nested = [
      "BEGIN:PARTICIPANT", "BEGIN:VLOCATION", "NAME:Her Office", "END:VLOCATION", "END:PARTICIPANT",
    ].joined(separator: "\r\n")
    #expect(readCalendar(event(nested)).first.venue == nil)
  }

  @Test("Properties beyond the limit are omitted, and the first ones are read")
  func manyProperties() {
    let entry = readCalendar(
      event("LOCATION:Barn\r\n" + String(repeating: "CLASS:PUBLIC\r\n", count: 60_000))
    ).first
    #expect(entry.venue == "Barn")
    #expect(entry.codes.first == "W_TOO_MANY")
  }

  @Test("Raw line breaks continue the description in linear time")
  func strays() {
    let stray = String(repeating: "and so on\n", count: 20_000)
    let entry = readCalendar(event("DESCRIPTION:It begins\n" + stray)).first
    #expect(entry.summary?.hasPrefix("It begins\nand so on\nand so on") == true)
  }
}
