import AlmanacModel
import Testing

@testable import AlmanacIngest

/// Tests that defects that do not change the entries are reported once per feed.
@Suite struct FeedDefectsTests {
  private func note(_ feed: ParsedFeed, _ code: FindingCode) -> Finding? {
    feed.document.problems.first { $0.code == code }
  }

  @Test(
    "Each defect has its code and line",
    arguments: [
      ("<pubDate>2026-03-03T19:00:00Z</pubDate>", "W_DATE_FORM"),
      ("<title>a</title><title>b</title>", "W_FIELD_REPEATED"),
      (
        "<guid isPermaLink=\"false\">1</guid></item><item><guid isPermaLink=\"false\">1</guid>",
        "W_ID_REPEATED"
      ),
      ("<guid>1</guid>", "W_GUID_FORM"),
    ])
  func noted(item: String, code: FindingCode) {
    #expect(note(FeedReading.rss(item), code)?.line == 6)
  }

  @Test("Repeated defects give one finding with their number")
  func counted() {
    let item = "<pubDate>2026-03-03</pubDate></item><item>"
    let finding = note(FeedReading.rss(item + item), "W_DATE_FORM")
    #expect(finding?.message.hasSuffix("(2 times)") == true)
  }

  @Test("Links of different types or languages and changed entries are not duplicates")
  func different() {
    let feed = FeedReading.atom(
      """
      <id>urn:x:1</id><updated>2026-03-01T00:00:00Z</updated>
      <link href="a" type="text/html"/><link href="b" type="text/plain"/></entry>
      <entry><id>urn:x:1</id><updated>2026-03-02T00:00:00Z</updated>
      <link href="a" hreflang="en"/><link href="b" hreflang="fr"/>
      """, feed: "<id>urn:x:0</id>")
    #expect(feed.codes.isEmpty)
    let twice = "<id>urn:x:1</id><link href=\"a\"/><link href=\"b\"/>"
    #expect(
      FeedReading.atom(twice + "</entry><entry>" + twice, feed: "<id>x</id>").codes == [
        "W_ID_REPEATED", "W_LINK_REPEATED", "W_ID_FORM",
      ])
  }

  @Test("Defects of the feed's own fields are reported")
  func ownFields() {
    let feed = FeedReading.rss("", channel: "<link>nowhere in particular</link>")
    #expect(note(feed, "S_URL") != nil)
  }
}
