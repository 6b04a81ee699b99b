import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct EventPropertiesTests {
  @Test(
    "STATUS is read in any case and spelling",
    arguments: [
      ("CONFIRMED", EventStatus.confirmed), ("tentative", .tentative), ("CANCELLED", .cancelled),
      ("Canceled ", .cancelled), ("POSTPONED", .postponed),
    ])
  func status(text: String, status: EventStatus) {
    #expect(readCalendar(event("STATUS:" + text)).first.status == status)
  }

  @Test("An unknown STATUS is reported")
  func unknownStatus() {
    let entry = readCalendar(event("STATUS:MAYBE")).first
    #expect(entry.status == nil)
    #expect(entry.codes == ["W_STATUS"])
  }

  @Test("LiveWhale's flag and METHOD:CANCEL cancel an event")
  func cancelled() {
    #expect(readCalendar(event("X-LIVEWHALE-CANCELED:1")).first.status == .cancelled)
    let bytes = calendar("METHOD:CANCEL", "BEGIN:VEVENT", "UID:a", "END:VEVENT")
    #expect(readCalendar(bytes).first.status == .cancelled)
  }

  @Test(
    "CLASS determines the visibility, and unknown values mean private",
    arguments: [
      ("PUBLIC", Visibility.public), ("private", .private), ("CONFIDENTIAL", .confidential),
      ("X-STAFF", .private),
    ])
  func visibility(text: String, visibility: Visibility) {
    #expect(readCalendar(event("CLASS:" + text)).first.visibility == visibility)
  }

  @Test(
    "GEO is read as a coordinate",
    arguments: ["1.2966;103.7764", "1.2966,103.7764", #"1.2966\;103.7764"#, " 1.2966 ; 103.7764 "])
  func point(text: String) throws {
    let point = try #require(readCalendar(event("GEO:" + text)).first.coordinate)
    #expect(point.latitude == 1.2966)
    #expect(point.longitude == 103.7764)
  }

  @Test(
    "An invalid GEO is ignored with a finding, an empty one without a finding",
    arguments: [
      ("0;0", ["Q_COORD_NULL_ISLAND"]), ("0.0;0.000", ["Q_COORD_NULL_ISLAND"]),
      ("NaN;1e999", ["Q_COORD"]), ("91;16", ["Q_COORD"]), ("1.3", ["Q_COORD"]), (";", []), ("", []),
    ])
  func badPoint(text: String, codes: [String]) {
    let entry = readCalendar(event("GEO:" + text)).first
    #expect(entry.coordinate == nil)
    #expect(entry.codes == codes)
  }

  @Test(
    "The organizer is a name and never an address",
    arguments: [
      (#"ORGANIZER;CN="Arts Centre":MAILTO:kim@example.edu"#, "Arts Centre"),
      ("ORGANIZER;CN=Centre, Arts:mailto:kim@example.edu", "Centre, Arts"),
      (#"ORGANIZER;CN="Centre\, Arts":mailto:kim@example.edu"#, "Centre, Arts"),
      ("ORGANIZER;CN=Arts%20Centre:mailto:kim@example.edu", "Arts Centre"),
      ("ORGANIZER:mailto:kim@example.edu", nil),
      ("ORGANIZER;CN=kim@example.edu:mailto:kim@example.edu", nil),
      ("ORGANIZER:mailto:no-reply@example.edu", nil),
      ("ORGANIZER:Music Society", "Music Society"),
      ("X-HOSTS:Chess Club", "Chess Club"),
    ] as [(String, String?)])
  func organizer(line: String, name: String?) {
    #expect(readCalendar(event(line)).first.organizer == name)
  }

  @Test("The organizer's mail address is stored for inspection")
  func organizerAddress() {
    let entry = readCalendar(event("ORGANIZER:mailto:kim@example.edu")).first
    #expect(entry.authorEmail == "kim@example.edu")
  }

  @Test("Attendees are never read")
  func attendee() {
    let entry = readCalendar(event("ATTENDEE;CN=Kim Tan:mailto:kim@example.edu")).first
    #expect(entry.organizer == nil && entry.contact == nil && entry.authorEmail == nil)
  }

  @Test(
    "TRANSP and its vendor equivalents are read",
    arguments: [
      (["TRANSP:TRANSPARENT"], Transparency.transparent), (["TRANSP:opaque"], .opaque), ([], nil),
      (["TRANSP:whatever"], nil), (["X-MICROSOFT-CDO-BUSYSTATUS:FREE"], .transparent),
      (["X-MICROSOFT-CDO-BUSYSTATUS:FREE", "TRANSP:OPAQUE"], .opaque),
      (["TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"], .opaque),
    ])
  func transparency(lines: [String], expected: Transparency?) {
    let entry = readCalendar(event(lines)).first
    #expect(entry.transparency == expected)
  }

  @Test("Of a repeated property the first with a value counts, and of classes a restricted one")
  func repeated() {
    let entry = readCalendar(
      event("LOCATION:", "LOCATION:Hall", "LOCATION:Barn", "CLASS:PRIVATE", "CLASS:PUBLIC")
    ).first
    #expect(entry.venue == "Hall")
    #expect(entry.visibility == .private)
    #expect(entry.problems.map(\.code) == ["W_FIELD_REPEATED"])
  }

  @Test("Images, links and online addresses are read from vendors' properties")
  func links() {
    let entry = readCalendar(
      event(
        "URL;VALUE=URI:https://events.example.edu/1", "ATTACH:https://events.example.edu/a.pdf",
        "ATTACH;FMTTYPE=image/jpeg:https://events.example.edu/p",
        "LOCATION:https://zoom.example/j/1",
        "X-LIVEWHALE-COST:$5")
    ).first
    #expect(entry.link == "https://events.example.edu/1")
    #expect(entry.image == "https://events.example.edu/p")
    #expect(entry.onlineURL == "https://zoom.example/j/1")
    #expect(entry.venue == "https://zoom.example/j/1")
    #expect(entry.price == "$5")
  }

  @Test(
    "Backslashes are removed from addresses",
    arguments: [
      #"https:\/\/x.example\/e\/7"#, #"https\:\\/\\/x.example\\/e\\/7"#,
      #"https://x.example/e\/7\n"#,
    ])
  func escapedLinks(text: String) {
    let feed = readCalendar(
      calendar(
        "URL:" + text, "BEGIN:VEVENT", "DTSTART:20260303T190000Z", "URL;VALUE=URI:" + text,
        "IMAGE;VALUE=URI:" + text, "CONFERENCE;VALUE=URI:" + text, "END:VEVENT"))
    #expect(feed.document.link == "https://x.example/e/7")
    #expect(feed.first.link == "https://x.example/e/7")
    #expect(feed.first.image == "https://x.example/e/7")
    #expect(feed.first.onlineURL == "https://x.example/e/7")
    #expect(feed.first.codes.isEmpty)
  }

  @Test(
    "An unreadable link is reported, a phone conference is ignored",
    arguments: [
      ("URL:see the poster", ["S_URL"]), (#"URL:https\x\y"#, ["S_URL"]), ("URL:", []),
      ("CONFERENCE;VALUE=URI:tel:+1-555-0100", []), ("CONFERENCE:by invitation", ["S_URL"]),
      ("X-TRUMBA-LINK:see above\r\nURL:javascript:x", ["S_URL"]),
    ])
  func unreadableLinks(lines: String, codes: [String]) {
    let entry = readCalendar(event(lines)).first
    #expect(entry.link == nil && entry.onlineURL == nil)
    #expect(entry.codes == codes)
  }

  @Test(
    "A meeting address beside a room becomes the online address, and the room the venue",
    arguments: [
      ("Room 12, https://zoom.example/j/1", "Room 12", "https://zoom.example/j/1"),
      ("Old Hall (https://meet.example/abc-def)", "Old Hall", "https://meet.example/abc-def"),
      ("https://teams.example/l/1 or Old Hall", "Old Hall", "https://teams.example/l/1"),
      ("Old Hall and online via https://x.example/live.", "Old Hall", "https://x.example/live"),
      ("Zoom: https://zoom.example/j/1", "Zoom", "https://zoom.example/j/1"),
      ("https://zoom.example/j/1 (Room 12)", "Room 12", "https://zoom.example/j/1"),
      ("<https://zoom.example/j/1>", "<https://zoom.example/j/1>", "https://zoom.example/j/1"),
      ("Old Hall, https://maps.example/?q=1", "Old Hall, https://maps.example/?q=1", nil),
      ("Old Hall https://old-hall.example", "Old Hall https://old-hall.example", nil),
    ] as [(String, String, String?)])
  func meetings(location: String, venue: String, address: String?) {
    let entry = readCalendar(event("LOCATION:" + location.replacing(",", with: "\\,"))).first
    #expect(entry.venue == venue)
    #expect(entry.onlineURL == address)
  }

  @Test("CONFERENCE takes precedence over an address in LOCATION, and the room stays")
  func conference() {
    let entry = readCalendar(
      event(
        "LOCATION:Room 12 / https://zoom.example/j/1",
        "CONFERENCE;VALUE=URI;FEATURE=AUDIO:tel:+1-555-0100",
        "CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://video.example/1")
    ).first
    #expect(entry.venue == "Room 12")
    #expect(entry.onlineURL == "https://video.example/1")
  }

  @Test("Text that is no web address gives no link")
  func badLinks() {
    let entry = readCalendar(event("URL:javascript:alert(1)", "IMAGE:data:image/png;base64,AA"))
      .first
    #expect(entry.link == nil)
    #expect(entry.image == nil)
  }

  @Test("CREATED, LAST-MODIFIED, DTSTAMP and SEQUENCE are read, DTSTAMP also without Z")
  func stamps() {
    let entry = readCalendar(
      event("CREATED:20260101T000000Z", "DTSTAMP:20260102T030405", "SEQUENCE:3")
    ).first
    #expect(entry.published?.description == "2026-01-01T00:00:00Z")
    #expect(entry.updated?.description == "2026-01-02T03:04:05Z")
    #expect(entry.sequence == 3)
    let other = readCalendar(event("DTSTAMP:20260102T030405Z", "LAST-MODIFIED:20260103T000000Z"))
      .first
    #expect(other.updated?.description == "2026-01-03T00:00:00Z")
  }
}
