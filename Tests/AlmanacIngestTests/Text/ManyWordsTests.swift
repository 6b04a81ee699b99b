import AlmanacModel
import Testing

@testable import AlmanacIngest

/// Tests items with too many words: the first hundred count, in linear time.
@Suite struct ManyWordsTests {
  private static let words = (0..<30_000).map { "word\($0)" }

  private static func rss(_ item: String) -> [UInt8] {
    Array(
      """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item>\(item)</item>
      </channel></rss>
      """.utf8)
  }

  @Test("Keywords and categories of RSS are limited")
  func rss() {
    let keywords = Self.words.map { "<media:keywords>\($0),a\($0)</media:keywords>" }.joined()
    let categories = Self.words.map { "<category>\($0)</category>" }.joined()
    let document = Self.rss(keywords + categories)
    let entry = FeedReader.read(document, context: ReadingContext()).entries.first
    #expect(entry?.tags.count == 100)
    #expect(entry?.categories.count == 100)
    #expect(entry?.problems.filter { $0.code == "W_TOO_MANY" }.count == 1)
  }

  @Test("Words of Atom, JSON Feed and of a mapping are limited; exactly a hundred are accepted")
  func otherFormats() throws {
    func read(_ document: String) -> Entry? {
      FeedReader.read(Array(document.utf8), context: ReadingContext()).entries.first
    }
    for (count, codes) in [(100, []), (101, ["W_TOO_MANY"])] as [(Int, [FindingCode])] {
      let words = Self.words.prefix(count)
      let terms = words.map { "<category term='\($0)'/>" }.joined()
      let atom = read("<feed xmlns='http://www.w3.org/2005/Atom'><entry>\(terms)</entry></feed>")
      let tags = words.map { "\"\($0)\"" }.joined(separator: ",")
      let json = read(
        #"{"version":"https://jsonfeed.org/version/1.1","items":[{"tags":[\#(tags)]}]}"#)
      for entry in [atom, json] {
        #expect(entry?.categories.count == 100)
        #expect(entry?.problems.map(\.code).filter { $0 == "W_TOO_MANY" } == codes)
      }
    }
  }

  @Test("A property that is invalid repeatedly gives one finding for its event")
  func faults() {
    let lines = ["GEO:x", "STATUS:y"]
    let body = lines.map { Array(repeating: $0, count: 500).joined(separator: "\r\n") }
    let feed = readCalendar(
      calendar(
        "BEGIN:VEVENT", "UID:1", "DTSTART:20260303T190000Z", body.joined(separator: "\r\n"),
        "END:VEVENT"))
    let codes = feed.entries.first?.problems.map(\.code)
    #expect(codes == ["W_FIELD_REPEATED", "W_STATUS", "Q_COORD"])
  }

  @Test("The alarms of an event are not kept, and its locations are")
  func alarms() {
    let parts = ["VALARM", "VLOCATION", "X-PART"].map { "BEGIN:\($0)\r\nNAME:x\r\nEND:\($0)" }
    let all = (parts + parts).joined(separator: "\r\n")
    var parser = ICalParser(
      calendar("BEGIN:VEVENT", all, "END:VEVENT"), wanted: ["VEVENT"], skipsEntries: false,
      limits: ReadingContext().limits)
    var names: [String] = []
    while let part = parser.next() {
      if case .component(let event, _) = part { names += event.components.map(\.name) }
    }
    #expect(names == ["VLOCATION", "VLOCATION"])
  }

  @Test("Categories of iCalendar are limited, on one line or on many")
  func icalendar() {
    for separator in [",", "\r\nCATEGORIES:"] {
      let lines = "CATEGORIES:" + Self.words.joined(separator: separator)
      let entry = readCalendar(calendar("BEGIN:VEVENT", "UID:1", lines, "END:VEVENT")).entries.first
      #expect(entry?.categories.count == 100)
      #expect(entry?.problems.filter { $0.code == "W_TOO_MANY" }.count == 1)
      #expect(entry?.categories.first == "word0")
    }
  }
}
