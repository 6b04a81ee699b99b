import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests TZIDs without a VTIMEZONE, in a calendar whose X-WR-TIMEZONE is far from all of them.
@Suite struct TimeZoneNameTests {
  private func feed(_ name: String) -> ParsedFeed {
    readCalendar(
      calendar(
        "X-WR-TIMEZONE:Pacific/Auckland", "BEGIN:VEVENT",
        "DTSTART;TZID=\(name):20260707T190000", "END:VEVENT"))
  }

  @Test(
    "A TZID that describes its zone is read as that zone",
    arguments: [
      ("tzone://Microsoft/Utc", "19:00:00Z"), ("/vendor.example/2026a/UTC", "19:00:00Z"),
      ("tzone://Microsoft/Olson/Europe/Madrid", "19:00:00+02:00[Europe/Madrid]"),
      ("(UTC) Coordinated Universal Time", "19:00:00Z"), ("(utc)", "19:00:00Z"),
      ("(UTC-06:00) Central Time (US & Canada)", "19:00:00-05:00[America/Chicago]"),
      (#""(UTC-06:00) Central Time (US &amp; Canada)""#, "19:00:00-05:00[America/Chicago]"),
      ("(UTC-05:00) Eastern Time (US and Canada)", "19:00:00-04:00[America/New_York]"),
      ("Mountain Time (US & Canada)", "19:00:00-06:00[America/Denver]"),
      ("(GMT-08:00) Pacific Time", "19:00:00-07:00[America/Los_Angeles]"),
      ("(UTC+01:00) Brussels, Copenhagen, Madrid, Paris", "19:00:00+02:00[Europe/Brussels]"),
      ("(UTC+08:00) Kuala Lumpur, Singapore", "19:00:00+08:00[Asia/Kuala_Lumpur]"),
      ("(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "19:00:00+05:30[Asia/Kolkata]"),
      (
        "(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London",
        "19:00:00+01:00[Europe/Dublin]"
      ),
      ("(GMT+01.00) Oslo / Vienna", "19:00:00+02:00[Europe/Oslo]"),
      ("(GMT+01:00) Central European Time - Vienna", "19:00:00+02:00[Europe/Vienna]"),
      ("(UTC+02:00) FLE Standard Time", "19:00:00+03:00[Europe/Kyiv]"),
      ("UTC+3", "19:00:00+03:00"), ("GMT-0330", "19:00:00-03:30"), ("UTC+05:45", "19:00:00+05:45"),
      ("UTC\u{2212}4", "19:00:00-04:00"), ("Helsinki", "19:00:00+03:00[Europe/Helsinki]"),
      ("Mexico City", "19:00:00-06:00[America/Mexico_City]"),
      ("Europe/Rome (CEST)", "19:00:00+02:00[Europe/Rome]"),
      ("America/Los Angeles", "19:00:00-07:00[America/Los_Angeles]"),
      ("+0945", "19:00:00+09:45"), ("-0300", "19:00:00-03:00"),
      ("EET-2EEST,M3.5.0/3,M10.5.0/4", "19:00:00+03:00[Europe/Athens]"),
      ("MST7MDT,M3.2.0,M11.1.0", "19:00:00-06:00[America/Denver]"),
      ("Eastern Time", "19:00:00-04:00[America/New_York]"),
      ("GMT Daylight Time", "19:00:00+01:00[Europe/London]"),
      ("Central European Summer Time", "19:00:00+02:00[Europe/Warsaw]"),
      ("America-New_York", "19:00:00-04:00[America/New_York]"),
      ("<-03>3", "19:00:00-03:00"), ("Tokyo, Osaka, Sapporo", "19:00:00+09:00[Asia/Tokyo]"),
    ])
  func described(name: String, start: String) {
    let feed = feed(name)
    #expect(feed.first.start?.description == "2026-07-07T" + start)
    #expect(feed.first.codes.isEmpty && feed.codes == ["I_TZ"])
  }

  @Test(
    "An unknown or contradictory TZID is rejected",
    arguments: [
      "America/Nowhere", "GMT Standard Time 2", "(UTC-05:00)", "PST", "Summer Time",
      "(UTC-05:00) Pacific Time", "(UTC+02:00) Lisbon", "UTC+15", "UTC+5:99", "UTC Berlin",
      "Mitteleuropäische Zeit", "Pacific-Ocean", "+25:00", "Europe/London BST",
      "05:30", "0530", "+0530 Delhi", "+053", "Room12", "EST5EDT,M3", "CST6CDT,M1.1.0,M2.1.0",
      "Paris, Tokyo", "Paris, Texas",
    ])
  func rejected(name: String) {
    let entry = feed(name).first
    #expect(entry.start == nil)
    #expect(entry.codes == ["Q_TZ"])
  }

  @Test(
    "An abbreviation is the zone that uses it at the time",
    arguments: [
      ("PDT", "19:00:00-07:00[America/Los_Angeles]"), ("CEST", "19:00:00+02:00[Europe/Berlin]"),
      ("SGT", "19:00:00+08:00"),
    ])
  func abbreviated(name: String, start: String) {
    #expect(feed(name).first.start?.description == "2026-07-07T" + start)
    #expect(feed(name).first.codes.isEmpty)
  }

  @Test(
    "Only a TZID without meaning is read in the zone of the calendar, with a warning",
    arguments: [
      "Local", "Custom", "1", "tzone://Microsoft/Custom", "Customized Time Zone", "Campus",
      "/vendor.example/Custom time zone",
    ])
  func meaningless(name: String) {
    let isVendor = name.hasPrefix("/vendor")
    let feed = feed(name)
    #expect(
      feed.first.start?.description
        == (isVendor ? nil : "2026-07-07T19:00:00+12:00[Pacific/Auckland]"))
    #expect(feed.codes == (isVendor ? [] : ["W_TZ_ASSUMED"]))
  }

  @Test("X-WR-TIMEZONE may describe its zone, and an unknown value is reported")
  func calendarZone() {
    func feed(_ zone: String) -> ParsedFeed {
      readCalendar(
        calendar("X-WR-TIMEZONE:" + zone, "BEGIN:VEVENT", "DTSTART:20260707T190000", "END:VEVENT"),
        zone: "Asia/Tokyo")
    }
    let described = feed(#"(UTC-05:00) Eastern Time (US & Canada)"#)
    #expect(described.first.start?.description == "2026-07-07T19:00:00-04:00[America/New_York]")
    #expect(described.codes.isEmpty)
    let unknown = feed("Middle of Nowhere")
    #expect(unknown.first.start?.description == "2026-07-07T19:00:00+09:00[Asia/Tokyo]")
    #expect(unknown.codes == ["W_TZ_ASSUMED"])
    #expect(feed("Local").codes.isEmpty)
  }

  @Test(
    "Without a meaningful X-WR-TIMEZONE, TIMEZONE-ID or TZID of the calendar is its zone",
    arguments: [
      ("TIMEZONE-ID:Europe/Lisbon", "+01:00[Europe/Lisbon]"),
      ("TZID:Europe/Lisbon", "+01:00[Europe/Lisbon]"),
      ("TIMEZONE-ID:Europe/Lisbon|TZID:Asia/Manila", "+01:00[Europe/Lisbon]"),
      ("TIMEZONE-ID:Europe/Lisbon|X-WR-TIMEZONE:Asia/Manila", "+08:00[Asia/Manila]"),
      ("TIMEZONE-ID:Europe/Lisbon|X-WR-TIMEZONE:Local", "+01:00[Europe/Lisbon]"),
    ])
  func zoneProperties(lines: String, offset: String) {
    let lines = lines.split(separator: "|").map(String.init)
    let event = ["BEGIN:VEVENT", "DTSTART:20260707T190000", "END:VEVENT"]
    let feed = readCalendar(
      calendar((lines + event).joined(separator: "\r\n")), zone: "America/Lima")
    #expect(feed.first.start?.description == "2026-07-07T19:00:00" + offset)
    #expect(feed.codes.isEmpty)
  }
}
