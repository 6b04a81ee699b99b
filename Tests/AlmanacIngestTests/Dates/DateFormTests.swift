import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct DateFormTests {
  @Test(
    "Dates of RFC 822 and RFC 3339 keep their zone",
    arguments: [
      ("Tue, 03 Mar 2026 19:00:00 +0800", "2026-03-03T19:00:00+08:00"),
      (" 3 Mar 2026 19:00 GMT\n", "2026-03-03T19:00:00Z"),
      ("Sat, 31 Dec 2016 23:59:60 UT", "2016-12-31T23:59:59Z"),
      ("2026-03-03T19:00:00.25-05:30", "2026-03-03T19:00:00-05:30"),
      ("20260303T190000Z", "2026-03-03T19:00:00Z"),
      (" 20240229T235960Z\n", "2024-02-29T23:59:59Z"),
    ])
  func plain(text: String, time: String) {
    #expect(DateReader().read(text)?.start.publicText == time)
  }

  @Test(
    "The syntax of a date is checked",
    arguments: [
      (DateForm.rfc822, "31 Dec 2002 14:20:20 EST", true),
      (.rfc822, "31 Dec 02 14:20:20 GMT", false),
      (.rfc822, "31 Dec 2002 14:20:20 -05:00", false), (.rfc822, " 3 Mar 2026 19:00 GMT\n", true),
      (.rfc822, "3 Mar 2026 24:00 GMT", false), (.rfc822, "3 Mar 2026 19:00 XYZ", false),
      (.rfc3339, "2026-03-03T19:00:00", false), (.rfc3339, "2026-03-03T19:00:00Z x", false),
      (.rfc3339, "2026-03-03T19:00:00-05:30", true), (.rfc822, "31 Dec 2002 14:20:20 A", false),
      (.rfc3339, "2003-12-13T18:30:02.25Z", true), (.rfc3339, "2003-12-13t18:30:02z", false),
      (.rfc3339, "2003-07-01", false), (.rfc3339, "0103-12-13T18:30:02Z", false),
      (.w3c, "2003", true), (.w3c, "2003-07", true), (.w3c, "2003-07-01", true),
      (.w3c, "2003-07-01T10:00Z", true), (.w3c, "2003-07-01T10:00", false), (.w3c, "July", false),
    ])
  func forms(form: DateForm, text: String, matches: Bool) {
    #expect(form.matches(text) == matches)
  }

  @Test(
    "The zone is read after a time in any syntax",
    arguments: [
      ("2003-07-01 T 01:55:07-05:00", "2003-07-01T01:55:07-05:00"),
      ("2003-07-01 T01:55:07 -05:00", "2003-07-01T01:55:07-05:00"),
      ("2003-07-01T 01:55:07-05:00", "2003-07-01T01:55:07-05:00"),
      ("2006-01-17T12:35:9+01:00", "2006-01-17T12:35:09+01:00"),
      ("July 1, 2003 01:55:07-05:00", "2003-07-01T01:55:07-05:00"),
      (
        "Thu (oh how I hate thursdays), 16(th) Feb(ruary) 2006 01:39 +0000 (GMT r0x0rz)",
        "2006-02-16T01:39:00Z"
      ),
    ])
  func zones(text: String, time: String) throws {
    let start = try #require(DateReader().read(text)?.start)
    guard case .zoned(let zoned) = start else { return #expect(Bool(false), "\(start)") }
    #expect(zoned.instant == CalendarTime(time)?.instant(in: .utc))
  }
}
