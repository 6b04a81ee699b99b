import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Compares entries that are read as a stream with those that are read at once.
@Suite struct FeedStreamTests {
  private let context = ReadingContext(zone: FeedReading.singapore)

  private func expectSame(_ text: String) {
    let bytes = Array(text.utf8)
    let whole = FeedReader.read(bytes, context: context)
    var entries: [Entry] = []
    let feed = FeedReader.read(bytes, context: context) { entries.append($0) }
    #expect(feed.document == whole.document)
    #expect(feed.entries.isEmpty)
    #expect(entries == whole.entries)
  }

  private func rss(_ items: [String]) -> String {
    "<rss version='2.0' xmlns:ev='http://purl.org/rss/1.0/modules/event/'><channel>"
      + items.map { "<item>\($0)</item>" }.joined() + "</channel></rss>"
  }

  private func item(_ number: Int) -> String {
    "<title>\(number)</title><pubDate>\(number % 28 + 1) Mar 2026 19:00:00 +0800</pubDate>"
  }

  @Test("Entries of every format are streamed")
  func formats() {
    expectSame(rss([item(1), item(2) + "<ev:startdate>2026-03-04</ev:startdate>", item(3)]))
    expectSame("<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>x</title></entry></feed>")
    expectSame(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20260303T190000Z\nEND:VEVENT\nEND:VCALENDAR")
    expectSame(
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"title\":\"x\"}]}"
    )
    expectSame("title,start\nx,2026-03-03\n")
  }

  @Test(
    "JSON is streamed item by item, and read whole without items",
    arguments: [
      #"{"items":[{"id":1},2,{"title":"\ud800"}],"version":"https:\/\/jsonfeed.org\/version\/1","authors":[{"name":"n"}]}"#,
      #"{"version":"https://jsonfeed.org/version/1.1","items":{}}"#,
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":1e999}],"x":1e999}"#,
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1"}"#,
      #"{"@context":"https://schema.org","@type":"Event","name":"x","startDate":"2026-03-04","items":[1]}"#,
      #"{"items":[{"name":"x"}]}"#, #"[{"@type":"Event","name":"x","startDate":"2026-03-04"}]"#,
    ])
  func json(text: String) { expectSame(text) }

  @Test(
    "Items beyond the lookahead are streamed", arguments: [1_000, 1_001, 2_500])
  func secondLook(count: Int) {
    expectSame(rss((0..<count).map(item)))
    // The last item decides for all items.
    expectSame(rss((0..<count).map(item) + [item(0) + "<ev:startdate>2026-03-04</ev:startdate>"]))
  }

  @Test("A feed with too many items is rejected as a whole")
  func tooMany() {
    var few = context
    few.limits.entries = 2
    let bytes = Array(rss((0..<3).map(item)).utf8)
    let feed = FeedReader.read(bytes, context: few) { _ in }
    #expect(feed.document.isRefused && feed.document.entryCount == 0)
    #expect(FeedReader.read(bytes, context: few).entries.isEmpty)
  }
}
