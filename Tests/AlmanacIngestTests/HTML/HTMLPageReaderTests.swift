import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct HTMLPageReaderTests {
  private static let tea = """
    {"@context": "https://schema.org", "@type": "Event", "name": "Tea", "startDate": "2026-03-03"}
    """

  private static func page(_ body: String, _ format: FeedFormat? = nil) -> ParsedFeed {
    FeedReading.read(
      "<!DOCTYPE html><html lang=\"en\"><head><title>Our &amp; events</title></head><body>\(body)</body></html>",
      ReadingContext(format: format, baseURL: "https://example.org/"))
  }

  private static func script(_ text: String) -> String {
    "<script type=\"application/ld+json\">\(text)</script>"
  }

  @Test(
    "JSON-LD is read from scripts with wrappers and common errors",
    arguments: [
      tea, "/* by a plugin */\n\(tea)", "<!-- \(tea) -->", "//<![CDATA[\n\(tea)\n//]]>",
      "<![CDATA[\(tea)]]>",
      "/*<![CDATA[*/\(tea)/*]]>*/",
      tea + ";", tea.replacing("}", with: ", }"), "[\(tea),]",
      tea.replacing("\"Tea\"", with: "\"Tea\", \"description\": \"a\nb\""),
      tea.replacing("\"", with: "&quot;"),
      tea.replacing("\"Tea\"", with: #""Tea", "description": "It\'s \d \"x\"""#),
      tea.replacing("\"Tea\",", with: "/* the * name */ \"Tea\", // https://example.org\n"),
    ])
  func scripts(text: String) {
    let feed = Self.page(Self.script(text))
    #expect(feed.document.format == .jsonld)
    #expect(feed.entries.map(\.title) == ["Tea"])
    #expect(feed.codes == [])
  }

  @Test("Several objects in one script are a list", arguments: ["\n", ",\n", "; "])
  func severalObjects(separator: String) {
    let cake = Self.tea.replacing("Tea", with: "Cake")
    let feed = Self.page(Self.script(Self.tea + separator + cake + separator))
    #expect(feed.entries.map(\.title) == ["Tea", "Cake"])
    #expect(feed.codes == [])
  }

  @Test("A page whose only events are in a broken script is refused with the reason")
  func onlyBroken() {
    let feed = Self.page(Self.script("{\"@type\": \"Event\", "))
    #expect(feed.codes == ["E_NOT_A_FEED", "W_JSONLD"])
    #expect(feed.document.problems.first?.message.contains("titled 'Our & events'") == true)
  }

  @Test(
    "RDFa Lite is read like microdata, and Open Graph is no part of it",
    arguments: [
      ("vocab='https://schema.org/' typeof='Event'", ""),
      ("prefix='schema: http://schema.org/' typeof='schema:Event'", "schema:"),
      ("typeof='http://schema.org/Event'", "http://schema.org/"),
    ])
  func rdfa(start: String, prefix: String) {
    let feed = Self.page(
      """
      <div \(start) resource="#tea"><meta property="og:name" content="Site">
      <h2 property="\(prefix)name">Tea</h2><a property="\(prefix)url" href="/tea">More</a>
      <time property="\(prefix)startDate" datetime="2026-03-03T15:00:00+01:00">3 March</time>
      <p property="\(prefix)location" typeof="\(prefix)Place"><b property="\(prefix)name">Hall</b></p>
      <span property="\(prefix)endDate" content="2026-03-03T17:00:00+01:00">5 pm</span></div>
      """)
    #expect(feed.document.format == .html)
    #expect(feed.entries.map(\.title) == ["Tea"])
    #expect(feed.first.start?.publicText == "2026-03-03T15:00:00+01:00")
    #expect(feed.first.end?.publicText == "2026-03-03T17:00:00+01:00")
    #expect(feed.first.venue == "Hall")
    #expect(feed.first.link == "https://example.org/tea")
  }

  @Test("A broken script is reported, and the others are read as one description")
  func brokenScript() {
    let feed = Self.page(
      Self.script("{\"@type\": \"Event\", \"name\": ") + "\n" + Self.script("")
        + "<script type='application/ld+json; charset=utf-8'>"
        + Self.tea.replacing("\"Tea\"", with: "\"Tea\", \"location\": {\"@id\": \"#hall\"}")
        + "</script>"
        + Self.script("{\"@type\": \"Place\", \"@id\": \"#hall\", \"name\": \"Hall\"}"))
    #expect(feed.entries.map(\.venue) == ["Hall"])
    #expect(feed.codes == ["W_JSONLD"])
    #expect(feed.document.title == "Our & events")
    #expect(feed.document.language == "en")
  }

  @Test("Microdata of schema.org is read")
  func microdata() {
    let feed = Self.page(
      """
      <ul><li itemscope itemtype="http://schema.org/MusicEvent"><a itemprop="url" href="/tea">
      <span itemprop="name">Tea</span></a><meta itemprop="startDate" content="2026-03-03T19:00:00+08:00">
      <time itemprop="endDate" datetime="2026-03-03T21:00:00+08:00">nine</time>
      <div itemprop="location" itemscope itemtype="https://schema.org/Place"><b itemprop="name">Hall</b>
      <p itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">
      <span itemprop="streetAddress">1 Main St</span></p></div>
      <li itemscope itemtype="http://schema.org/Event"><b itemprop="name">Walk</b>
      <time itemprop="startDate" datetime="2026-03-04">4 March</time></ul>
      """)
    #expect(feed.document.format == .html)
    #expect(feed.entries.map(\.title) == ["Tea", "Walk"])
    #expect(feed.first.start?.publicText == "2026-03-03T19:00:00+08:00")
    #expect(feed.first.end?.publicText == "2026-03-03T21:00:00+08:00")
    #expect(feed.first.venue == "Hall")
    #expect(feed.first.address == "1 Main St")
    #expect(feed.first.link == "https://example.org/tea")
    #expect(feed.first.categories == ["MusicEvent"])
  }

  @Test("A date may be in an attribute of an element that has none in HTML")
  func attributes() {
    let feed = Self.page(
      """
      <div itemscope itemtype="https://schema.org/Event"><b itemprop="name">Walk</b>
      <b itemprop="startDate" datetime="2026-03-04">next week</b></div>
      """)
    #expect(feed.first.start?.publicText == "2026-03-04")
  }

  @Test("The name of a link is its text")
  func linkName() {
    let feed = Self.page(
      """
      <div itemscope itemtype="https://schema.org/Event"><a itemprop="name url" href="/w">Walk</a>
      <abbr itemprop="startDate" title="2026-03-04">4 March</abbr></div>
      """)
    #expect(feed.first.title == "Walk")
    #expect(feed.first.link?.hasSuffix("/w") == true)
    #expect(feed.first.start?.publicText == "2026-03-04")
  }

  @Test("Itemref refers to properties elsewhere in the page, and circular references end")
  func itemReferences() {
    let feed = Self.page(
      """
      <div itemscope itemtype="https://schema.org/Event" itemref="when where none when">
      <b itemprop="name">Walk</b></div>
      <p id="when">On <time itemprop="startDate" datetime="2026-03-04">4 March</time></p>
      <div id="where" itemprop="location" itemscope itemtype="https://schema.org/Place"
        itemref="where"><b itemprop="name">Hall</b></div>
      """)
    #expect(feed.entries.map(\.title) == ["Walk"])
    #expect(feed.first.start?.publicText == "2026-03-04")
    #expect(feed.first.venue == "Hall")
  }

  @Test("Items with many mutual references are read in reasonable time")
  func itemReferenceBomb() {
    let items = (0..<40).map { level in
      """
      <div id="a\(level)"><i itemprop="p" itemscope itemref="a\(level + 1)"></i>
      <i itemprop="p" itemscope itemref="a\(level + 1)"></i></div>
      """
    }
    let feed = Self.page(
      "<div itemscope itemtype='https://schema.org/Event' itemref='a0'>"
        + "<b itemprop='name'>Walk</b><i itemprop='startDate'>2026-03-04</i></div>"
        + items.joined())
    #expect(feed.first.title == "Walk")
  }

  private static let walk =
    "<b itemprop='name'>Walk</b><i itemprop='startDate'>2026-03-04</i>"

  @Test("An item with two properties at each level is read once, not once for each path")
  func itemUnderTwoNames() {
    let depth = 60
    let feed = Self.page(
      "<div itemscope itemtype='https://schema.org/Event'>" + Self.walk
        + String(repeating: "<div itemscope itemprop='about subjectOf'>", count: depth)
        + String(repeating: "</div>", count: depth + 1))
    #expect(feed.entries.map(\.title) == ["Walk"])
    #expect(feed.codes == ["W_NESTING"])
  }

  @Test("Nested events with two property names each occur once")
  func eventUnderTwoNames() {
    let feed = Self.page(
      "<div itemscope itemtype='https://schema.org/Event'>" + Self.walk
        + "<p itemscope itemprop='subEvent about' itemtype='https://schema.org/Event'>"
        + "<b itemprop='name'>Tea</b><i itemprop='startDate'>2026-03-05</i></p></div>")
    #expect(feed.entries.map(\.title) == ["Walk", "Tea"])
    #expect(feed.codes == [])
  }

  @Test("A large item with many references is included as often as the budget allows")
  func largeItemReference() {
    let event =
      "<div itemscope itemtype='https://schema.org/Event' itemref='all'>\(Self.walk)</div>"
    let words = (0..<2_000).map { "<i itemprop='keywords'>word \($0)</i>" }.joined()
    let feed = Self.page(
      String(repeating: event, count: 500) + "<div id='all'>\(words)</div>")
    #expect(feed.first.title == "Walk")
    #expect(feed.codes.contains("W_NESTING"))
  }

  @Test("Nested texts are read as far as the budget allows")
  func nestedTexts() {
    let depth = 200
    let feed = Self.page(
      "<div itemscope itemtype='https://schema.org/Event'>" + Self.walk
        + (0..<depth).map { "<b itemprop='p\($0)'>" }.joined()
        + String(repeating: "lorem ipsum ", count: 40_000)
        + String(repeating: "</b>", count: depth) + "</div>")
    #expect(feed.entries.map(\.title) == ["Walk"])
    #expect(feed.codes == ["W_NESTING"])
  }

  @Test("JSON-LD is used if a page has the same event in microformats")
  func oneMarkup() {
    let feed = Self.page(
      Self.script(Self.tea) + "<div class='vevent'><b class='summary'>Tea</b></div>")
    #expect(feed.entries.count == 1)
    #expect(feed.document.format == .jsonld)
  }

  @Test(
    "A page without events is rejected with its title",
    arguments: [
      "Log in", script("{\"@type\": \"WebSite\", \"name\": \"X\"}"),
      "<div itemscope itemtype='http://schema.org/Organization'></div>",
    ])
  func refused(body: String) {
    let feed = Self.page(body)
    #expect(feed.codes == ["E_NOT_A_FEED"])
    #expect(feed.document.problems.first?.message.contains("titled 'Our & events'") == true)
  }

  @Test(
    "A page in place of another format is an error even if it contains events",
    arguments: [FeedFormat.icalendar, .rss, .xml, .json, .jsonfeed])
  func notInPlaceOfAnother(format: FeedFormat) {
    #expect(Self.page(Self.script(Self.tea), format).codes == ["E_NOT_A_FEED"])
  }

  @Test(
    "A page may be declared as HTML or as the format that it embeds",
    arguments: [FeedFormat.html, .jsonld])
  func declared(format: FeedFormat) {
    #expect(Self.page(Self.script(Self.tea), format).codes == [])
  }

  @Test("A page that is truncated inside its data is rejected")
  func truncated() {
    let feed = Self.page(Self.script(Self.tea) + "<script type='application/ld+json'>{\"@type\":")
    #expect(feed.codes == ["W_JSONLD", "W_TRUNCATED"])
    #expect(IntegrityCheck.refusal(of: feed.document)?.code == "E_PARSE")
  }

  @Test("The page's declared encoding is used")
  func encoding() {
    let html = "<html><head><meta charset=iso-8859-1></head>" + Self.script(Self.tea)
    // In ISO 8859-1, every character is the byte with its number.
    let bytes = html.replacing("Tea", with: "T\u{E9}").unicodeScalars.map {
      UInt8(truncatingIfNeeded: $0.value)
    }
    let feed = FeedReader.read(bytes, context: ReadingContext())
    #expect(feed.entries.map(\.title) == ["T\u{E9}"])
  }
}
