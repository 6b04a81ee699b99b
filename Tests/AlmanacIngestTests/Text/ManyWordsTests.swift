import AlmanacModel
import Testing

@testable import AlmanacIngest

/// Items with more words than any event has: the first hundred count, and the rest costs
/// nothing; each compared with all before, they took minutes.
@Suite struct ManyWordsTests {
  private static let words = (0..<30_000).map { "word\($0)" }

  private static func rss(_ item: String) -> [UInt8] {
    Array(
      """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item>\(item)</item>
      </channel></rss>
      """.utf8)
  }

  @Test("keywords and categories of RSS")
  func rss() {
    let keywords = Self.words.map { "<media:keywords>\($0),a\($0)</media:keywords>" }.joined()
    let categories = Self.words.map { "<category>\($0)</category>" }.joined()
    let document = Self.rss(keywords + categories)
    let entry = FeedReader.read(document, context: ReadingContext()).entries.first
    #expect(entry?.tags.count ?? 0 >= 100 && entry?.tags.count ?? 0 < 300)
    #expect(entry?.categories.count == 100)
  }

  @Test("a property that is wrong again and again is one fault of its event")
  func faults() {
    let lines = ["GEO:x", "STATUS:y", "BEGIN:VALARM\r\nEND:VALARM"]
    let body = lines.map { Array(repeating: $0, count: 500).joined(separator: "\r\n") }
    let feed = readCalendar(
      calendar(
        "BEGIN:VEVENT", "UID:1", "DTSTART:20260303T190000Z", body.joined(separator: "\r\n"),
        "END:VEVENT"))
    #expect(feed.entries.first?.problems.map(\.code) == ["Q_COORD", "W_STATUS", "W_ALARM"])
  }

  @Test("categories of iCalendar, on one line or on many")
  func icalendar() {
    for separator in [",", "\r\nCATEGORIES:"] {
      let lines = "CATEGORIES:" + Self.words.joined(separator: separator)
      let entry = readCalendar(calendar("BEGIN:VEVENT", "UID:1", lines, "END:VEVENT")).entries.first
      #expect(entry?.categories.count == 100)
      #expect(entry?.problems.map(\.code) == ["W_WORDS"])
      #expect(entry?.categories.first == "word0")
    }
  }
}
