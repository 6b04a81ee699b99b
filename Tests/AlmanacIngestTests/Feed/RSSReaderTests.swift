import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct RSSReaderTests {
  @Test("The usual elements become an entry")
  func usual() {
    let feed = FeedReading.rss(
      """
      <title>Tea &amp;amp; Talk</title><link>https://example.org/e/1</link>
      <guid isPermaLink="false">e-1</guid><description>&lt;p&gt;One&lt;br&gt;Two&lt;/p&gt;</description>
      <content:encoded><![CDATA[<p onclick="x()">Long <a href="/more">more</a></p>]]></content:encoded>
      <category>Arts</category><category>Arts</category><dc:subject>Talks</dc:subject>
      <author>jane@example.org (Jane Doe)</author>
      <pubDate>Tue, 03 Mar 2026 19:00:00 +0800</pubDate><dc:date>2026-03-01T00:00:00Z</dc:date>
      <enclosure url="https://example.org/p.jpg" type="image/jpeg" length="1"/>
      """,
      channel: "<title>Calendar</title><link>https://example.org/</link><language>en</language>")
    #expect(feed.document.format == .rss)
    #expect(feed.document.title == "Calendar")
    #expect(feed.document.language == "en")
    #expect(feed.document.entryCount == 1)
    let entry = feed.first
    #expect(entry.title == "Tea & Talk")
    #expect(entry.link == "https://example.org/e/1")
    #expect(entry.id == "e-1")
    #expect(entry.summary == "One\nTwo")
    #expect(entry.content == "Long more")
    #expect(entry.html == "<p>Long <a href=\"https://example.org/more\">more</a></p>")
    #expect(entry.categories == ["Arts", "Talks"])
    #expect(entry.author == "Jane Doe")
    #expect(entry.authorEmail == "jane@example.org")
    #expect(entry.updated?.description == "2026-03-01T00:00:00Z")
    #expect(entry.image == "https://example.org/p.jpg")
    #expect(entry.line != nil)
  }

  @Test(
    "Event vocabularies give start, end and place",
    arguments: [
      (
        """
        <ev:startdate>2026-03-03T19:00:00+08:00</ev:startdate>
        <ev:enddate>2026-03-03T21:00:00+08:00</ev:enddate><ev:location>Town Hall</ev:location>
        """, "2026-03-03T19:00:00+08:00", "2026-03-03T21:00:00+08:00"
      ),
      (
        """
        <ev:startdate>2026-03-03</ev:startdate><ev:enddate>2026-03-04</ev:enddate>
        <ev:location>Town Hall</ev:location>
        """, "2026-03-03", "2026-03-05"
      ),
      (
        """
        <xcal:dtstart>20260303T110000Z</xcal:dtstart><xcal:dtend>20260303T130000Z</xcal:dtend>
        <xcal:location>Town Hall</xcal:location>
        """, "2026-03-03T11:00:00Z", "2026-03-03T13:00:00Z"
      ),
      (
        """
        <start xmlns="events">Tue, 03 Mar 2026 11:00:00 GMT</start>
        <end xmlns="events">Tue, 03 Mar 2026 13:00:00 GMT</end>
        <location xmlns="events">Town Hall</location>
        """, "2026-03-03T11:00:00Z", "2026-03-03T13:00:00Z"
      ),
    ])
  func eventVocabularies(item: String, start: String, end: String) {
    let entry = FeedReading.rss("<title>x</title>" + item).first
    #expect(entry.start?.description == start)
    #expect(entry.end?.description == end)
    #expect(entry.venue == "Town Hall")
  }

  @Test("An undeclared prefix has its usual meaning")
  func undeclaredPrefix() {
    let feed = FeedReading.read(
      """
      <rss version="2.0"><channel><item><title>x</title><ev:startdate>2026-03-03</ev:startdate>
      <dc:creator>Jane</dc:creator></item></channel></rss>
      """)
    #expect(feed.first.start?.description == "2026-03-03")
    #expect(feed.first.author == "Jane")
  }

  @Test("Times without a zone are in the source's zone")
  func anchors() {
    let context = ReadingContext(zone: FeedReading.singapore)
    let entry = FeedReading.rss(
      "<title>x</title><ev:startdate>2026-03-03T19:00:00</ev:startdate>", context
    ).first
    #expect(entry.start?.description == "2026-03-03T19:00:00+08:00[Asia/Singapore]")
  }

  @Test("An unreadable start and an unknown zone are reported, not guessed")
  func unreadable() {
    let bad = FeedReading.rss("<title>x</title><ev:startdate>soon</ev:startdate>").first
    #expect(bad.start == nil)
    #expect(bad.unreadable["start"] == "soon")
    let zone = FeedReading.rss(
      "<title>x</title><ev:startdate>Tue, 03 Mar 2026 19:00:00 QQT</ev:startdate>"
    ).first
    #expect(zone.start == nil)
    #expect(zone.unreadable["timezone"] == "QQT")
    #expect(zone.problems.map(\.code) == ["Q_TZ"])
  }

  @Test(
    "Coordinates of every vocabulary are read",
    arguments: [
      "<georss:point>1.2966 103.7764</georss:point>",
      "<geo:lat>1.2966</geo:lat><geo:long>103.7764</geo:long>",
      "<geo:Point><geo:lat>1.2966</geo:lat><geo:long>103.7764</geo:long></geo:Point>",
      "<georss:where><gml:Point><gml:pos>1.2966 103.7764</gml:pos></gml:Point></georss:where>",
    ])
  func coordinates(item: String) {
    let point = FeedReading.rss("<title>x</title>" + item).first.coordinate
    #expect(point == Coordinate(latitude: 1.2966, longitude: 103.7764))
  }

  @Test(
    "Impossible coordinates are ignored with a finding",
    arguments: [("91 200", "Q_COORD"), ("0 0", "Q_COORD_NULL_ISLAND"), ("x y", "Q_COORD")])
  func badCoordinates(text: String, code: String) {
    let entry = FeedReading.rss("<title>x</title><georss:point>\(text)</georss:point>").first
    #expect(entry.coordinate == nil)
    #expect(entry.problems.map(\.code.rawValue) == [code])
  }

  @Test("RSS 1.0 has its items beside the channel")
  func rdf() {
    let feed = FeedReading.read(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="https://example.org/f"><title>F</title><items><rdf:Seq/></items></channel>
      <item rdf:about="https://example.org/1"><title>One</title></item><item><title>Two</title></item>
      </rdf:RDF>
      """)
    #expect(feed.document.format == .rss1)
    // The channel's address is that of a page or of the file (RSS 1.0 section 5.3).
    #expect(feed.document.id == nil)
    #expect(feed.entries.map(\.title) == ["One", "Two"])
    #expect(feed.first.id == "https://example.org/1")
  }

  @Test("An invalid link is ignored with a finding")
  func badLink() {
    let entry = FeedReading.rss("<title>x</title><link>javascript:alert(1)</link>").first
    #expect(entry.link == nil)
    #expect(entry.problems.map(\.code) == ["S_URL"])
  }

  @Test("A feed with too many items is rejected")
  func tooMany() {
    var context = ReadingContext()
    context.limits.entries = 2
    let feed = FeedReading.rss("<title>1</title></item><item/><item>", context)
    #expect(feed.codes == ["E_ITEM_COUNT"])
    #expect(feed.entries.isEmpty)
  }

  @Test("An oversized item is reported in every kind of XML")
  func oversized() {
    let large = "<title>x</title>" + String(repeating: "<y/>", count: 1 << 16) + "<z>end</z>"
    let mapping = FeedMapping(item: "e", fields: [.title: FieldMapping(paths: ["title"])])
    for feed in [
      FeedReading.rss(large), FeedReading.atom(large),
      FeedReading.read("<r><e>\(large)</e></r>", ReadingContext(mapping: mapping)),
    ] {
      #expect(feed.first.title == "x")
      #expect(feed.first.problems.map(\.code) == ["Q_FIELD_LEN"])
    }
  }

  @Test("A truncated feed is reported and its complete items are read")
  func truncated() {
    let feed = FeedReading.read(
      "<rss version=\"2.0\"><channel><item><title>a</title></item><item><ti")
    #expect(feed.entries.map(\.title) == ["a"])
    #expect(feed.codes.contains("W_TRUNCATED"))
  }
}
