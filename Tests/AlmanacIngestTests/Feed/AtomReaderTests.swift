import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct AtomReaderTests {
  @Test("The usual elements become an entry")
  func usual() {
    let feed = FeedReading.atom(
      """
      <id>tag:example.org,2026:1</id><title type="html">Tea &amp;amp; &lt;b&gt;Talk&lt;/b&gt;</title>
      <link rel="self" href="x"/><link rel="alternate" href="e/1"/>
      <summary>1 &lt; 2</summary><author><name>Jane</name><email>jane@example.org</email></author>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>A <a href="b">b</a></p></div>
      </content><category term="https://example.org/arts" label="Arts"/><published>2026-03-01T00:00:00Z</published>
      <updated>2026-03-02T00:00:00Z</updated>
      <gd:when startTime="2026-03-03T19:00:00+08:00" endTime="2026-03-03T21:00:00+08:00"/>
      <gd:where valueString="Town Hall"/>
      <gd:eventStatus value="http://schemas.google.com/g/2005#event.canceled"/>
      """,
      feed: "<id>f</id><title>Feed</title><link href=\"/\"/><updated>2026-03-02T00:00:00Z</updated>"
    )
    #expect(feed.document.format == .atom)
    #expect(feed.document.title == "Feed")
    #expect(feed.document.link == "https://example.org/")
    let entry = feed.first
    #expect(entry.id == "tag:example.org,2026:1")
    #expect(entry.title == "Tea & Talk")
    #expect(entry.link == "https://example.org/cal/e/1")
    #expect(entry.summary == "1 < 2")
    #expect(entry.content == "A b")
    #expect(entry.html == "<p>A <a href=\"https://example.org/cal/b\">b</a></p>")
    #expect(entry.author == "Jane")
    #expect(entry.authorEmail == "jane@example.org")
    #expect(entry.categories == ["Arts"])
    #expect(entry.start?.description == "2026-03-03T19:00:00+08:00")
    #expect(entry.end?.description == "2026-03-03T21:00:00+08:00")
    #expect(entry.venue == "Town Hall")
    #expect(entry.status == .cancelled)
    #expect(entry.published?.description == "2026-03-01T00:00:00Z")
  }

  @Test("The last of several updated elements counts, and only the feed's id is resolved")
  func repeatedAndRelative() {
    let feed = FeedReading.atom(
      """
      <id>/one</id><title>T</title><updated>2026-03-02T00:00:00Z</updated>
      <updated>2026-03-01T00:00:00Z</updated><updated> </updated>
      """, feed: "<id>/feed</id>")
    #expect(feed.first.updated?.description == "2026-03-01T00:00:00Z")
    #expect(feed.first.id == "/one")
    #expect(feed.document.id == "https://example.org/feed")
    #expect(feed.document.problems.contains { $0.code == "W_FIELD_REPEATED" })
  }

  @Test("Plain text is literal: tags in it are text")
  func literal() {
    #expect(FeedReading.atom("<title>&lt;b&gt; &amp;amp;</title>").first.title == "<b> &amp;")
  }

  @Test("The publication date of Atom is never the start")
  func noStart() {
    #expect(FeedReading.atom("<published>2026-03-01T00:00:00Z</published>").first.start == nil)
  }

  @Test("Atom 0.3 has its own names and modes")
  func atom03() {
    let feed = FeedReading.read(
      """
      <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>F</title><tagline>T</tagline><entry>
      <title mode="escaped" type="text/html">A &amp;amp; B</title><issued>2026-03-01T00:00:00Z</issued>
      <content type="text/html" mode="escaped">&lt;p&gt;x&lt;/p&gt;</content></entry></feed>
      """)
    #expect(feed.document.subtitle == "T")
    #expect(feed.first.title == "A & B")
    #expect(feed.first.content == "x")
    #expect(feed.first.published?.description == "2026-03-01T00:00:00Z")
  }
}
