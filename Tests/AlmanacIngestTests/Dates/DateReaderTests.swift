import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct DateReaderTests {
  private func read(
    _ text: String, zone: String? = nil, order: FeedMapping.DateOrder? = nil
  ) -> String? {
    let own = zone.flatMap { ZoneDatabase.system.zone(named: $0) }
    guard let reading = DateReader(zone: own, order: order).read(text) else { return nil }
    if let name = reading.unknownZone { return "unknown zone \(name)" }
    return reading.start.description + (reading.end.map { "/\($0)" } ?? "")
  }

  @Test(
    "Dates of RFC 822 and common deviations are read",
    arguments: [
      ("Tue, 03 Mar 2026 19:00:00 GMT", "2026-03-03T19:00:00Z"),
      ("Tue, 03 Mar 2026 19:00:00 +0800", "2026-03-03T19:00:00+08:00"),
      ("3 Mar 2026 19:00 -0500", "2026-03-03T19:00:00-05:00"),
      ("Tue, 3 Mar 26 19:00:00 EST", "2026-03-03T19:00:00-05:00"),
      ("Tue, 3 Mar 2026 19:00:00 PDT", "2026-03-03T19:00:00-07:00"),
      ("Sun, 06 Nov 94 08:49:37 UT", "1994-11-06T08:49:37Z"),
      ("Tue,03 Mar 2026 19:00:00 Z", "2026-03-03T19:00:00Z"),
      ("Tuesday, 03-Mar-26 19:00:00 GMT", "2026-03-03T19:00:00Z"),
      ("Tue, 03 March 2026 19:00:00 +08:00", "2026-03-03T19:00:00+08:00"),
      ("Tue, 03 Mar 2026 19:00:00 GMT+8", "2026-03-03T19:00:00+08:00"),
      ("Tue, 03 Mar 2026 19:00:00 +0800 (SGT)", "2026-03-03T19:00:00+08:00"),
      ("Tue, 03 Mar 2026 19:00:00", "2026-03-03T19:00:00"),
      ("Tue, 03 Mar 2026", "2026-03-03"),
      ("Tue, 03 Mar 2026 7:00 PM EST", "2026-03-03T19:00:00-05:00"),
      ("Tue Mar  3 19:00:00 2026", "2026-03-03T19:00:00"),
      ("Tue Mar  3 19:00:00 UTC 2026", "2026-03-03T19:00:00Z"),
      ("Wed, 31 Dec 2025 23:59:60 GMT", "2025-12-31T23:59:59Z"),
      ("Tue, 03 Mar 2026 19:00:00 0800", "2026-03-03T19:00:00+08:00"),
      ("Tue, 03 Mar 2026 19:0:5 Z", "2026-03-03T19:00:05Z"),
      ("2026-03-03 19:00:00.364419 -0500 EST", "2026-03-03T19:00:00-05:00"),
      ("Tue, 03 Mar 2026 19:00:00 +0200 CEST", "2026-03-03T19:00:00+02:00"),
    ])
  func mail(text: String, expected: String) {
    #expect(read(text) == expected)
  }

  @Test(
    "Dates of ISO 8601, RFC 3339 and W3C-DTF are read",
    arguments: [
      ("2026-03-03T19:00:00Z", "2026-03-03T19:00:00Z"),
      ("2026-03-03T19:00:00.0000000-04:00", "2026-03-03T19:00:00-04:00"),
      ("2026-03-03 19:00:00", "2026-03-03T19:00:00"), ("2026-03-03", "2026-03-03"),
      ("20260303", "2026-03-03"), ("20260303T190000Z", "2026-03-03T19:00:00Z"),
      ("2026-03-03T19:00+0800", "2026-03-03T19:00:00+08:00"),
      ("2026-03-03T19", "2026-03-03T19:00:00"), ("2026-W10-2", "2026-03-03"),
      ("2026-062", "2026-03-03"), ("2026-03-03T24:00", "2026-03-04T00:00:00"),
      ("2026-03-03 19:00:00 UTC", "2026-03-03T19:00:00Z"),
      ("2026-03-03T19:00:00+08:00[Asia/Singapore]", "2026-03-03T19:00:00+08:00[Asia/Singapore]"),
      ("2026-03-03T19:00/2026-03-03T21:00", "2026-03-03T19:00:00/2026-03-03T21:00:00"),
      (
        "2026-03-03T19:00:00-05:00/2026-03-04T02:00:00Z",
        "2026-03-03T19:00:00-05:00/2026-03-03T21:00:00-05:00"
      ),
      ("2026-03-03 09:00-12:00", "2026-03-03T09:00:00/2026-03-03T12:00:00"),
      ("2026-03-03 07:00 PM", "2026-03-03T19:00:00"), ("2026/3/3", "2026-03-03"),
      ("2026-03-03T19:00:00 02:00", "2026-03-03T19:00:00+02:00"),
      ("/Date(1772564400000)/", "2026-03-03T19:00:00Z"),
      ("/Date(1772564400000+0800)/", "2026-03-03T19:00:00Z"),
    ])
  func iso(text: String, expected: String) {
    #expect(read(text) == expected)
  }

  @Test(
    "Dates written by people are read",
    arguments: [
      ("3 March 2026", "2026-03-03"), ("March 3, 2026", "2026-03-03"),
      ("3rd of March 2026", "2026-03-03"), ("Tue, 3 Mar 2026", "2026-03-03"),
      ("Tuesday 3 March 2026 at 7pm", "2026-03-03T19:00:00"),
      ("Friday, 6 March 2026, 7–9pm", "2026-03-06T19:00:00/2026-03-06T21:00:00"),
      (
        "March 3, 2026 7:00 PM - 9:00 PM EST", "2026-03-03T19:00:00-05:00/2026-03-03T21:00:00-05:00"
      ),
      ("3 Mar 2026, 10am to noon", "2026-03-03T10:00:00/2026-03-03T12:00:00"),
      ("3 Mar 2026 11-1pm", "2026-03-03T11:00:00/2026-03-03T13:00:00"),
      ("3 Mar 2026 10pm - 2am", "2026-03-03T22:00:00/2026-03-04T02:00:00"),
      ("3–5 March 2026", "2026-03-03/2026-03-06"),
      ("March 30 – April 2, 2026", "2026-03-30/2026-04-03"),
      ("30 December – 2 January 2027", "2026-12-30/2027-01-03"),
      ("3 March 2026 7pm - 4 March 2026 2am", "2026-03-03T19:00:00/2026-03-04T02:00:00"),
      ("25/12/2026", "2026-12-25"), ("12/25/2026 7.30pm", "2026-12-25T19:30:00"),
      ("3.5.2026", "2026-05-03"), ("4/4/2026", "2026-04-04"), ("9/22/26", "2026-09-22"),
      ("3 Mar 2026 7:30p-9p", "2026-03-03T19:30:00/2026-03-03T21:00:00"),
      ("3 Mar 2026 12:00 noon", "2026-03-03T12:00:00"),
      ("3 Mar 2026 10:00-12:00 noon", "2026-03-03T10:00:00/2026-03-03T12:00:00"),
      ("When: 3 March 2026", "2026-03-03"),
      (
        "3 Mar 2026 7pm EST – 9pm EST", "2026-03-03T19:00:00-05:00/2026-03-03T21:00:00-05:00"
      ),
      ("3 March 2026 1900", "2026-03-03T19:00:00"),
      ("3 March 2026, 1900-2100 hrs", "2026-03-03T19:00:00/2026-03-03T21:00:00"),
      ("3 Mar 2026 19h30", "2026-03-03T19:30:00"), ("3 March 2026, all day", "2026-03-03"),
      ("Tuesday, March 3, 2026 - 7:00pm", "2026-03-03T19:00:00"),
      ("Tue, 13/03/2029 - 19:00 to 21:00", "2029-03-13T19:00:00/2029-03-13T21:00:00"),
      ("3 March 2026, 7:30pm - late", "2026-03-03T19:30:00"),
      ("3 March 2026 · doors 7pm, show 8pm", "2026-03-03T20:00:00"),
      ("3 March 2026, 8pm (doors 7pm)", "2026-03-03T20:00:00"),
      ("7pm doors, 8pm show, 3 March 2026", "2026-03-03T20:00:00"),
      ("03.03.2026, Einlass: 19 Uhr, Beginn 20 Uhr", "2026-03-03T20:00:00"),
      ("Doors: 7pm / Show: 8pm, 3 March 2026", "2026-03-03T20:00:00"),
      ("Date: 3 March 2026 Time: 7 PM - 9 PM", "2026-03-03T19:00:00/2026-03-03T21:00:00"),
      ("3.3.2026 | Beginn: 20:00 Uhr | Einlass: 19:00 Uhr", "2026-03-03T20:00:00"),
      ("3.3.2026 od 19:00 do 21:00", "2026-03-03T19:00:00/2026-03-03T21:00:00"),
      ("2026 March 3 1900", "2026-03-03T19:00:00"),
      ("3 March 2026, doors open at 7pm", "2026-03-03T19:00:00"),
      ("3. März 2026 ab 18 Uhr", "2026-03-03T18:00:00"),
      ("Mar-3-2026 07:00 PM", "2026-03-03T19:00:00"),
      ("March 3 & 4, 2026", "2026-03-03/2026-03-05"),
      ("Tue & Wed, March 3 and 4, 2026", "2026-03-03/2026-03-05"),
      ("3. und 4. März 2026", "2026-03-03/2026-03-05"), ("3/4 March 2026", "2026-03-03/2026-03-05"),
      ("3./4. März 2026", "2026-03-03/2026-03-05"), ("Di/Mi 3./4.03.2026", "2026-03-03/2026-03-05"),
      ("3 March 2026, 7 for 7.30pm", "2026-03-03T19:30:00"),
      ("3 March 2026, noon–1", "2026-03-03T12:00:00/2026-03-03T13:00:00"),
      ("3 March 2026, 7pm–9", "2026-03-03T19:00:00/2026-03-03T21:00:00"),
      ("3 March 2026 7pm-?", "2026-03-03T19:00:00"), ("3.25.2026", "2026-03-25"),
      (
        "2026-03-03T19:00:00-05:00 to 2026-03-03T21:00:00-05:00",
        "2026-03-03T19:00:00-05:00/2026-03-03T21:00:00-05:00"
      ),
      ("3 March 2026, 8pm – midnight", "2026-03-03T20:00:00/2026-03-04T00:00:00"),
      (
        "3 March 2026 9am-5pm ET",
        "2026-03-03T09:00:00-05:00[America/New_York]/2026-03-03T17:00:00-05:00[America/New_York]"
      ),
    ])
  func written(text: String, expected: String) {
    #expect(read(text) == expected)
  }

  @Test(
    "Nonexistent and ambiguous dates are rejected",
    arguments: [
      "30 February 2026", "Tue, 30 Feb 2026 19:00:00 GMT", "2026-02-30", "2026-13-01",
      "2026-03-03T25:00", "2026-03-03T24:30", "2026-03-03T19:60", "2026-03-03T19:00:00+05:75",
      "5/8/2019", "3 March", "7pm",
      "tomorrow", "every Tuesday 2026", "", "2026-W54-1", "2026-366", "3 March 2026 13am",
      "3 March 2026 and 4 April 2026", "1234567890", "2026-03-03T", "March 3 2026 -",
      "٣ March 2026", "٢٠٢٦-٠٣-٠٣",
      "13/5/26", "2026-03-03T19:00:00 20:00", "3 Mar 2026 19:00:00 1915",
      "0000-01-01", "99999999999999999999", "3 March 2026 7pm 8pm", "1-2-3-4",
      "3 March 2026 7pm doors 8pm", "3 March 2026, doors",
      "2030 20 June 2026", "3 March 2026 7pm / 8pm", "March 3 & 5, 2026", "3/5 March 2026",
      "March 3 & 4, 2026, 7pm",
      "Tue & Wed, March 3, 2026", "3 March 2026 from 10 to 4",
      "3 March 2026, 4pm Pacific / 7pm Eastern",
      "20.13.2026",
    ])
  func refuses(text: String) {
    #expect(read(text) == nil)
  }

  @Test(
    "Numbers follow the declared order",
    arguments: [
      ("5/8/2019", .monthDayYear, "2019-05-08"), ("5/8/2019", .dayMonthYear, "2019-08-05"),
      ("5/8/19 12:00 pm", .monthDayYear, "2019-05-08T12:00:00"),
      ("13/5/2019", .monthDayYear, nil), ("19/5/8", .yearMonthDay, "2019-05-08"),
    ] as [(String, FeedMapping.DateOrder, String?)])
  func order(text: String, order: FeedMapping.DateOrder, expected: String?) {
    #expect(read(text, order: order) == expected)
  }

  @Test(
    "An ambiguous zone abbreviation means the source's zone or is unknown",
    arguments: [
      ("Tue, 3 Mar 2026 19:00:00 IST", nil, "unknown zone IST"),
      ("Tue, 3 Mar 2026 19:00:00 IST", "Asia/Kolkata", "2026-03-03T19:00:00+05:30[Asia/Kolkata]"),
      ("Tue, 3 Mar 2026 19:00:00 CST", "Asia/Shanghai", "2026-03-03T19:00:00+08:00[Asia/Shanghai]"),
      ("Tue, 3 Mar 2026 19:00:00 CST", "Asia/Kolkata", "2026-03-03T19:00:00-06:00"),
      ("Tue, 3 Mar 2026 19:00:00 XYZ", "Asia/Kolkata", "unknown zone XYZ"),
      ("3 March 2026, 7 pm Eastern", nil, "2026-03-03T19:00:00-05:00[America/New_York]"),
      (
        "3 Mar 2026 7 pm Central Time", "America/Denver",
        "2026-03-03T19:00:00-06:00[America/Chicago]"
      ),
      ("3 March 2026, 7 pm Central", "Europe/Berlin", "unknown zone Central"),
      ("3 Mar 2026 19:00 Asia/Singapore", nil, "2026-03-03T19:00:00+08:00[Asia/Singapore]"),
      ("3 Mar 2026 19:00 Asia/Atlantis", nil, "unknown zone Asia/Atlantis"),
    ] as [(String, String?, String)])
  func zones(text: String, zone: String?, expected: String) {
    #expect(read(text, zone: zone) == expected)
  }

  @Test(
    "A date and a time are read from two fields",
    arguments: [
      ("3 March 2026", "7:00 PM", "2026-03-03T19:00:00"),
      ("2026-03-03T00:00:00", "7pm", "2026-03-03T19:00:00"),
      ("3 March 2026", "7–9pm", "2026-03-03T19:00:00/2026-03-03T21:00:00"),
      ("3 March 2026", "1900", "2026-03-03T19:00:00"),
      ("3 March 2026", "7.30pm", "2026-03-03T19:30:00"),
      ("3 March 2026", "noon", "2026-03-03T12:00:00"),
      ("3 March 2026", "", "2026-03-03"), ("3 March 2026", "All Day", "2026-03-03"),
      ("3 March 2026", "TBA", "2026-03-03"), ("3 March 2026", "evening", nil),
      ("3 March 2026", "7", nil),
      ("3 March 2026", "10am to noon", "2026-03-03T10:00:00/2026-03-03T12:00:00"),
    ] as [(String, String, String?)])
  func twoFields(date: String, time: String, expected: String?) {
    let reading = DateReader().read(date: date, time: time)
    #expect(reading.map { $0.start.description + ($0.end.map { "/\($0)" } ?? "") } == expected)
  }

  @Test(
    "Counts of seconds and milliseconds are times, nine digits only if the caller allows it",
    arguments: [
      ("1568368800", "2019-09-13T10:00:00Z"), ("1568368800000", "2019-09-13T10:00:00Z"),
      ("156836880", "1974-12-21T05:48:00Z"), ("20260303", "2026-03-03"), ("12", nil),
    ] as [(String, String?)])
  func epoch(text: String, expected: String?) {
    #expect(DateReader(allowsEpoch: true).read(text)?.start.description == expected)
    #expect((DateReader().read(text) == nil) == (expected == nil || text.utf8.count == 9))
  }

  @Test("A year or a month alone is marked as partial")
  func partial() {
    #expect(DateReader().read("2026-03")?.isPartial == true)
    #expect(DateReader().read("2026")?.isPartial == true)
    #expect(DateReader().read("2026-03-03")?.isPartial == false)
  }
}
