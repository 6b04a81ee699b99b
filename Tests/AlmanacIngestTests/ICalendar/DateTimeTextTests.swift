import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct DateTimeTextTests {
  @Test(
    "The forms of RFC 5545 and slight deviations are read",
    arguments: [
      ("20261005", "2026-10-05T00:00:00", true, false),
      ("20261005T190000", "2026-10-05T19:00:00", false, false),
      ("20261005T190000Z", "2026-10-05T19:00:00", false, true),
      ("20261005T1900", "2026-10-05T19:00:00", false, false),
      ("20261005T1900Z", "2026-10-05T19:00:00", false, true),
      ("20261005190000Z", "2026-10-05T19:00:00", false, true),
      (" 20261005t190000z ", "2026-10-05T19:00:00", false, true),
      ("2026-10-05T19:00:00", "2026-10-05T19:00:00", false, false),
      ("20261005T190000+0800", "2026-10-05T19:00:00", false, false),
      ("2026-10-05T19:00:00.25Z", "2026-10-05T19:00:00", false, true),
      ("20261005T240000", "2026-10-06T00:00:00", false, false),
    ])
  func reads(text: String, civil: String, isDay: Bool, isUTC: Bool) throws {
    let value = try #require(DateTimeText(text))
    #expect(value.civil.description == civil)
    #expect(value.isDay == isDay)
    #expect(value.isUTC == isUTC)
  }

  @Test(
    "Text that is no date is rejected",
    arguments: [
      "", "2026", "20261301", "20260230", "00000101T000000Z", "20161231T235960Z", "20261005T250000",
      "2026100519", "20261005T190000X", "-0011130T100000", "20261005T190000+2500", "Oct 5, 2026",
      "20261005T240100", "٢٠٢٦١٠٠٥", "20261005T190000Z20261006", "20261005T1900000",
    ])
  func refuses(text: String) {
    #expect(DateTimeText(text) == nil)
  }
}
