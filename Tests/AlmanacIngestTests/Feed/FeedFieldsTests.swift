import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests the mapping of a feed's fields to those of an entry, where feeds differ.
@Suite struct FeedFieldsTests {
  @Test(
    "The full text may be in one of several elements",
    arguments: ["body", "fullitem", "content:encoded"])
  func wholeText(element: String) {
    let entry = FeedReading.rss(
      "<\(element)>safe&lt;frame src=\"x\"> text</\(element)>"
    ).first
    #expect(entry.content == "safe text")
    #expect(entry.summary == "safe text")
  }

  @Test("The page behind a counted redirect is the link of the listing")
  func originalLink() throws {
    let fields = """
      <link>https://count.example/~r/1</link>
      <feedburner:origLink>https://a.example/talk</feedburner:origLink>
      """
    let item = FeedReading.rss(fields).first
    #expect(item.link == "https://count.example/~r/1")
    #expect(item.originalLink == "https://a.example/talk")
    let atom = fields.replacing("<link>", with: "<link href=\"").replacing("</link>", with: "\"/>")
    #expect(FeedReading.atom(atom).first.originalLink == "https://a.example/talk")
    let start = "<title>Talk</title><ev:startdate>2026-03-03T19:00:00Z</ev:startdate>"
    let listing = try ListingMapper.fixture().listing(from: FeedReading.rss(fields + start).first)
    #expect(listing.link == "https://a.example/talk")
  }

  @Test(
    "The author of a JSON Feed may lack its list or its object",
    arguments: [
      #""authors": [{"name": "Jane"}]"#, #""authors": {"name": "Jane"}"#, #""authors": ["Jane"]"#,
      #""author": "Jane""#, #""authors": [], "author": {"name": "Jane"}"#,
    ])
  func jsonAuthor(member: String) {
    let feed = FeedReading.read(
      #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", \#(member)}]}"#,
      ReadingContext())
    #expect(feed.first.author == "Jane")
  }

  @Test("The link of an Atom entry may be a text, as in RSS")
  func linkText() {
    let feed = FeedReading.atom("<link>https://a.example/1</link>")
    #expect(feed.first.link == "https://a.example/1")
  }

  @Test("The first of two short texts is the summary, the second the text")
  func twoTexts() {
    let entry = FeedReading.rss("<summary>One</summary><description>Two</description>").first
    #expect(entry.summary == "One")
    #expect(entry.content == "Two")
  }

  @Test("Unescaped markup is read as markup, with any element names")
  func strayMarkup() {
    #expect(
      FeedReading.rss("<description><content>foo</content></description>").first.summary == "foo")
    let entry = FeedReading.atom(
      "<content type=\"html\"><div>&lt;p&gt;Tea &amp;amp; Talk&lt;/p&gt;</div></content>"
    ).first
    #expect(entry.content == "Tea & Talk")
  }

  @Test("A mail address without a name gives no name")
  func address() {
    let entry = FeedReading.rss("<author>jane@example.org</author>").first
    #expect(entry.author == nil)
    #expect(entry.authorEmail == "jane@example.org")
    #expect(FeedReading.atom("<author><uri>https://x.org</uri></author>").first.author == nil)
    #expect(FeedReading.atom("<author>Jane</author>").first.author == "Jane")
  }

  @Test("Category words of all vocabularies are read without stray elements")
  func words() {
    let entry = FeedReading.rss(
      """
      <category>A<image><url>x</url></image></category><media:category>B</media:category>
      <atom:category term="C"/>
      """
    ).first
    #expect(entry.categories == ["A", "B", "C"])
  }

  @Test(
    "A relative link without a base stays on the entry but not on the listing",
    arguments: ["/notes/1.html", "mailto:me@example.org", "see below"])
  func relative(link: String) throws {
    let entry = FeedReading.rss(
      "<title>x</title><guid isPermaLink=\"false\">1</guid><link>\(link)</link>"
        + "<xcal:dtstart>20260303T110000Z</xcal:dtstart>"
    ).first
    #expect(entry.link == link)
    #expect(entry.problems.map(\.code) == ["S_URL"])
    #expect(try ListingMapper.fixture().listing(from: entry).link == nil)
  }

  @Test("An exact link relation takes precedence over one in another case")
  func relations() {
    let loud = "<link rel=\"ALTERNATE\" href=\"/b\"/>"
    #expect(FeedReading.atom(loud).first.link == "https://example.org/b")
    #expect(
      FeedReading.atom(loud + "<link rel=\"alternate\" href=\"/a\"/>").first.link
        == "https://example.org/a")
  }

  @Test("Base64 content is decoded if it is text")
  func base64() {
    func content(_ type: String) -> String? {
      FeedReading.atom("<content mode=\"base64\" type=\"\(type)\">PGI+SGk8L2I+</content>").first
        .content
    }
    #expect(content("text/html") == "Hi")
    #expect(content("image/png") == nil)
  }

  @Test(
    "A root in an unknown namespace is recognized by its name",
    arguments: [
      "<rss xmlns=\"http://example.com/mine/\"><channel><title>F</title></channel></rss>",
      "<feed version=\"0.3\" xmlns=\"http://example.com/necho\"><title>F</title></feed>",
    ])
  func ownNamespace(text: String) {
    #expect(FeedReading.read(text).document.title == "F")
  }

  @Test("A description takes precedence over podcast elements")
  func description() {
    let itunes = "xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\""
    func subtitle(_ more: String) -> String? {
      FeedReading.read(
        "<rss \(itunes)><channel><itunes:subtitle>S</itunes:subtitle>\(more)</channel></rss>"
      ).document.subtitle
    }
    #expect(subtitle("<description>D</description>") == "D")
    #expect(subtitle("") == "S")
  }

  @Test("The link of an item without one is its url")
  func url() {
    let url = "<url>https://a.example/w</url>"
    #expect(FeedReading.rss(url).first.link == "https://a.example/w")
    #expect(FeedReading.rss(url + "<link>https://a.example/v</link>").first.link?.last == "v")
  }

  @Test("An Atom entry without a link has the page of its content, and may have a pubDate")
  func contentSource() {
    let content = "<content type=\"text/html\" src=\"walk\"/>"
    let date = "<pubDate>Tue, 03 Mar 2026 09:00:00 GMT</pubDate>"
    let entry = FeedReading.atom(content + date).first
    #expect(entry.link == "https://example.org/cal/walk")
    #expect(entry.published?.description == "2026-03-03T09:00:00Z")
    #expect(
      FeedReading.atom("<link href=\"page\"/>\(content)").first.link
        == "https://example.org/cal/page")
    #expect(FeedReading.atom("<content type=\"image/png\" src=\"walk\"/>").first.link == nil)
  }

  @Test("An unclosed comment hides the rest")
  func unclosedComment() {
    #expect(FeedReading.atom("<title type=\"html\">safe&lt;!-- x</title>").first.title == "safe")
  }

  @Test("A language tag is normalized to BCP 47")
  func language() {
    let feed = FeedReading.read(
      "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en_US\"><entry/></feed>")
    #expect(feed.document.language == "en-US")
    #expect(feed.first.language == "en-US")
  }
}
