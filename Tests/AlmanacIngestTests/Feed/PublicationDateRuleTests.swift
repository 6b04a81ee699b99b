import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct PublicationDateRuleTests {
  private let item = "<title>x</title><pubDate>Tue, 03 Mar 2026 19:00:00 +0800</pubDate>"
  private let context = ReadingContext(zone: FeedReading.singapore)

  @Test(
    "pubDate is the start if there is no contrary evidence",
    arguments: [
      "", "<lastBuildDate>Mon, 02 Mar 2026 00:00:00 GMT</lastBuildDate>",
      "<generator>Localist</generator><lastBuildDate>Mon, 09 Mar 2026 00:00:00 GMT</lastBuildDate>",
    ])
  func applies(channel: String) {
    let feed = FeedReading.rss(item, channel: channel, context)
    #expect(feed.first.start?.publicText == "2026-03-03T19:00:00+08:00")
    #expect(feed.codes == ["W_START_FROM_PUBDATE"])
  }

  @Test("If all items are older than the feed, pubDate is the time of publication")
  func abstains() {
    let channel = "<lastBuildDate>Mon, 09 Mar 2026 00:00:00 GMT</lastBuildDate>"
    let feed = FeedReading.rss(item, channel: channel, context)
    #expect(feed.first.start == nil)
    #expect(feed.first.published != nil)
    #expect(feed.codes == ["W_NO_EVENT_TIMES"])
  }

  private func feed(days: [Int], channel: String = "") -> ParsedFeed {
    let items = days.map {
      "<title>\($0)</title><pubDate>\($0) Mar 2026 19:00:00 +0800</pubDate>"
    }
    return FeedReading.rss(
      items.joined(separator: "</item><item>"), channel: channel, context)
  }

  @Test(
    "Without a build time, rising dates are a calendar and falling dates are news",
    arguments: [
      ([3, 4, 4, 9], "W_START_FROM_PUBDATE"), ([3, 3, 3], "W_START_FROM_PUBDATE"),
      ([3, 9, 4, 10], "W_START_FROM_PUBDATE"), ([9, 4, 4, 3], "W_NO_EVENT_TIMES"),
      ([9, 10, 4, 3], "W_NO_EVENT_TIMES"),
    ])
  func order(days: [Int], code: String) {
    let feed = feed(days: days)
    #expect(feed.codes == [code])
    #expect(feed.entries.allSatisfy { ($0.start == nil) == (code == "W_NO_EVENT_TIMES") })
  }

  @Test(
    "Without a build time, a generator of posts means news",
    arguments: [
      ("https://wordpress.org/?v=6.5", "W_NO_EVENT_TIMES"), ("Ghost 5.8", "W_NO_EVENT_TIMES"),
      ("Trumba", "W_START_FROM_PUBDATE"),
    ])
  func writers(generator: String, code: String) {
    let feed = feed(days: [3, 4], channel: "<generator>\(generator)</generator>")
    #expect(feed.codes == [code])
  }

  @Test("If a blog program publishes a calendar, its dates are in the future")
  func pluggedIn() {
    let channel =
      "<generator>WordPress</generator><lastBuildDate>Mon, 02 Mar 2026 00:00:00 GMT</lastBuildDate>"
    #expect(feed(days: [3, 4], channel: channel).codes == ["W_START_FROM_PUBDATE"])
  }

  @Test("News items are rejected one by one with the reason")
  func quarantined() throws {
    let error = #expect(throws: ListingError.self) {
      try ListingMapper.fixture().listing(from: feed(days: [9, 4]).first)
    }
    #expect(error?.description.contains("has no start") == true)
  }

  @Test(
    "A pubDate beside another date of the publisher's own is no start",
    arguments: [
      ("<eventDate>March 5, 2026</eventDate>", false), ("<x:when>2026-03-05 19:00</x:when>", false),
      ("<date>2026-02-01</date>", true), ("<eventDate>soon</eventDate>", true),
    ])
  func ownDate(element: String, isStart: Bool) {
    let feed = FeedReading.rss(
      "<title>y</title><pubDate>Sun, 01 Feb 2026 09:00:00 +0800</pubDate>" + element, context)
    #expect((feed.first.start != nil) == isStart)
  }

  @Test("If one item has its own start, pubDate is the start of no item")
  func explicit() {
    let feed = FeedReading.rss(
      "<title>y</title><ev:startdate>2026-03-05</ev:startdate></item><item>" + item, context)
    #expect(feed.entries.map { $0.start?.description } == ["2026-03-05", nil])
    #expect(feed.codes.isEmpty)
    let later = FeedReading.rss(
      item + "</item><item><title>y</title><ev:startdate>2026-03-05</ev:startdate>", context)
    #expect(later.entries.map { $0.start?.description } == [nil, "2026-03-05"])
    #expect(later.codes.isEmpty)
  }

  @Test("A midnight in the source's zone is a whole day")
  func midnight() {
    let feed = FeedReading.rss(
      "<title>x</title><pubDate>Mon, 02 Mar 2026 16:00:00 GMT</pubDate>", context)
    #expect(feed.first.start?.description == "2026-03-03")
  }
}
