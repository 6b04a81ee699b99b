import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct PublicationDateRuleTests {
  private let item = "<title>x</title><pubDate>Tue, 03 Mar 2026 19:00:00 +0800</pubDate>"
  private let context = ReadingContext(zone: FeedReading.singapore)

  @Test(
    "pubDate is the start where nothing speaks against it",
    arguments: [
      "", "<lastBuildDate>Mon, 02 Mar 2026 00:00:00 GMT</lastBuildDate>",
      "<generator>Localist</generator><lastBuildDate>Mon, 09 Mar 2026 00:00:00 GMT</lastBuildDate>",
    ])
  func applies(channel: String) {
    let feed = FeedReading.rss(item, channel: channel, context)
    #expect(feed.first.start?.publicText == "2026-03-03T19:00:00+08:00")
    #expect(feed.codes == ["W_START_FROM_PUBDATE"])
  }

  @Test("where all items were written before the feed, it is when they were written")
  func abstains() {
    let channel = "<lastBuildDate>Mon, 09 Mar 2026 00:00:00 GMT</lastBuildDate>"
    let feed = FeedReading.rss(item, channel: channel, context)
    #expect(feed.first.start == nil)
    #expect(feed.first.published != nil)
    #expect(feed.codes == ["W_NO_EVENT_TIMES"])
  }

  @Test("where one item states its own start, pubDate is none for any")
  func explicit() {
    let feed = FeedReading.rss(
      "<title>y</title><ev:startdate>2026-03-05</ev:startdate></item><item>" + item, context)
    #expect(feed.entries.map { $0.start?.description } == ["2026-03-05", nil])
    #expect(feed.codes.isEmpty)
  }

  @Test("a midnight of the source's clocks is a whole day")
  func midnight() {
    let feed = FeedReading.rss(
      "<title>x</title><pubDate>Mon, 02 Mar 2026 16:00:00 GMT</pubDate>", context)
    #expect(feed.first.start?.description == "2026-03-03")
  }
}
