import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct XMLMislabelTests {
  @Test("Undeclared prefixes are counted, with the line of the first")
  func prefixes() throws {
    let feed = FeedReading.read(
      "<rss><channel>\n<item><dc:creator>Jane</dc:creator><ev:x>1</ev:x></item></channel></rss>")
    #expect(feed.first.author == "Jane")
    let finding = try #require(
      feed.document.problems.first { $0.code == "W_PREFIX_UNDECLARED" })
    #expect(finding.line == 2)
    #expect(finding.message.hasSuffix("(2 times)"))
  }

  @Test(
    "A label that contradicts the byte order mark is reported",
    arguments: [("us-ascii", true), ("utf-8", false), ("no-such", false)])
  func mark(label: String, isNoted: Bool) {
    let text = "\u{FEFF}<?xml version=\"1.0\" encoding=\"\(label)\"?><rss><channel/></rss>"
    #expect(FeedReading.read(text).codes.contains("W_ENCODING_REPAIRED") == isNoted)
  }
}
