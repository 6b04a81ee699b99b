import Testing

@testable import AlmanacIngest

@Suite struct ContentFingerprintTests {
  private func digest(_ text: String) -> String? { ContentFingerprint.digest(of: Array(text.utf8)) }

  @Test(
    "Timestamps of the response do not change the fingerprint, but all other content does",
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

  @Test(
    "Unterminated comments are content, and a document without timestamps has no fingerprint"
  )
  func odd() {
    #expect(digest("<rss><!-- 1 --><!-- open") != digest("<rss><!-- 1 --><!-- opened"))
    #expect(digest("<rss><!-- open") == nil && digest("<rss><lastBuildDate>1") == nil)
    #expect(digest("BEGIN:VCALENDAR\nDTSTAMP:1") != digest("BEGIN:VCALENDAR\nDTSTAMP:1\n"))
    #expect(digest("BEGIN:VCALENDAR\nDTSTAMP:1") == digest("BEGIN:VCALENDAR\nDTSTAMP:2"))
    #expect(digest("BEGIN:VCALENDAR\r\nSUMMARY:A\r\n") == nil)
    #expect(digest("<rss><channel/></rss>") == nil)
    #expect(digest("{\"a\": 1}") == nil)
    #expect(digest("") == nil)
  }
}
