import Testing

@testable import AlmanacIngest

@Suite struct CaptureSubstanceTests {
  private func digest(_ text: String) -> String? { CaptureSubstance.digest(of: Array(text.utf8)) }

  @Test(
    "stamps that are new in every answer make no difference, and all else does",
    arguments: [
      (
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTAMP:20260301T000000Z\r\nSUMMARY:A\r\n",
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTAMP:20260302T111213Z\r\nSUMMARY:A\r\n",
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTAMP:20260301T000000Z\r\nSUMMARY:B\r\n"
      ),
      (
        "begin:vcalendar\ndtstamp;VALUE=DATE-TIME:20260301T000000Z\nDTSTAMPX:1\n",
        "begin:vcalendar\ndtstamp;VALUE=DATE-TIME:20260309T000000Z\nDTSTAMPX:1\n",
        "begin:vcalendar\ndtstamp;VALUE=DATE-TIME:20260301T000000Z\nDTSTAMPX:2\n"
      ),
      (
        "<rss><channel><lastBuildDate>Sun, 1</lastBuildDate><title>A</title></channel></rss><!-- 1 -->",
        "<rss><channel><lastBuildDate>Monday, 2</lastBuildDate><title>A</title></channel></rss><!-- two -->",
        "<rss><channel><lastBuildDate>Sun, 1</lastBuildDate><title>A </title></channel></rss><!-- 1 -->"
      ),
    ])
  func stamps(first: String, same: String, other: String) {
    #expect(digest(first) != nil)
    #expect(digest(first) == digest(same))
    #expect(digest(first) != digest(other))
  }

  @Test("what does not end is read to the end, and other formats have no stamps")
  func odd() {
    #expect(digest("<rss><!-- open") != digest("<rss><!-- opened"))
    #expect(digest("<rss><lastBuildDate>1") != digest("<rss><lastBuildDate>2"))
    #expect(digest("BEGIN:VCALENDAR") != nil)
    #expect(digest("{\"a\": 1}") == nil)
    #expect(digest("") == nil)
  }
}
