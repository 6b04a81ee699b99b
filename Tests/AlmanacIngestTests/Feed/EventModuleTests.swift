import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct EventModuleTests {
  private func read(_ namespaces: String, _ item: String) -> ParsedFeed {
    FeedReading.read(
      "<rss version='2.0' \(namespaces)><channel><link>https://example.org/</link>"
        + "<item><title>Tea</title>\(item)</item></channel></rss>",
      ReadingContext(zone: FeedReading.singapore))
  }

  @Test("Modern Events Calendar has days, hours, place, price and categories in custom elements")
  func modernEvents() {
    let feed = read(
      "xmlns:mec='http://webnus.net/rss/mec/'",
      """
      <pubDate>Sun, 01 Mar 2026 09:00:00 +0000</pubDate><mec:startDate>2026-03-05</mec:startDate>
      <mec:startHour>7:30 pm</mec:startHour><mec:endDate>2026-03-05</mec:endDate>
      <mec:endHour>9:00 pm</mec:endHour><mec:location>1 Main St</mec:location>
      <mec:cost>$5</mec:cost><mec:category>Arts, Food</mec:category>
      """)
    #expect(feed.first.start?.publicText == "2026-03-05T19:30:00+08:00")
    #expect(feed.first.end?.publicText == "2026-03-05T21:00:00+08:00")
    #expect(feed.first.venue == "1 Main St" && feed.first.price == "$5")
    #expect(feed.first.categories == ["Arts", "Food"])
    #expect(feed.codes == [])
    let day = read(
      "", "<mec:startDate>2026-03-05</mec:startDate><mec:startHour>All Day</mec:startHour>")
    #expect(day.first.start?.publicText == "2026-03-05")
  }

  @Test("CivicPlus has days and hours in elements in the namespace of each site")
  func civicPlus() {
    let feed = read(
      "xmlns:calendarEvent='https://harbor.example.org/Calendar.aspx'",
      """
      <pubDate>Sun, 01 Mar 2026 09:00:00 +0000</pubDate>
      <calendarEvent:EventDates>March 5, 2026</calendarEvent:EventDates>
      <calendarEvent:EventTimes>07:30 PM - 09:00 PM</calendarEvent:EventTimes>
      <calendarEvent:Location>Linden Hall&lt;br&gt;1 Main St</calendarEvent:Location>
      """)
    #expect(feed.first.start?.publicText == "2026-03-05T19:30:00+08:00")
    #expect(feed.first.end?.publicText == "2026-03-05T21:00:00+08:00")
    #expect(feed.first.venue == "Linden Hall 1 Main St")
    #expect(feed.codes == [])
  }

  @Test("A blank start is no start, and the time of publication does not replace it")
  func blankStart() throws {
    let entry = read(
      "", "<ev:startdate/><pubDate>Thu, 05 Mar 2026 19:30:00 +0800</pubDate>"
    ).first
    #expect(entry.published != nil && entry.start == nil)
    #expect(throws: ListingError.noStart(text: nil)) {
      try ListingMapper.fixture().listing(from: entry)
    }
  }

  @Test("The first namespaces of iCalendar in RDF are xCal")
  func calendarInRDF() {
    for namespace in ["http://www.w3.org/2002/12/cal/ical#", "http://www.w3.org/2002/12/cal#"] {
      let feed = read(
        "xmlns:c='\(namespace)'",
        "<c:dtstart>20260305T193000</c:dtstart><c:location>Hall</c:location>")
      #expect(feed.first.start?.publicText == "2026-03-05T19:30:00+08:00")
      #expect(feed.first.venue == "Hall")
    }
  }

  @Test(
    "A time of xCal is in its own zone, which must be known",
    arguments: [
      "<c:dtstart tzid='Asia/Tokyo'>20260305T193000</c:dtstart>",
      """
      <c:dtstart><c:parameters><c:tzid><c:text>Tokyo Standard Time</c:text></c:tzid></c:parameters>
      <c:date-time>2026-03-05T19:30:00</c:date-time></c:dtstart>
      """,
    ])
  func zonesOfCalendar(start: String) {
    let namespace = "xmlns:c='urn:ietf:params:xml:ns:xcal'"
    let end = "<c:dtend>20260305T210000</c:dtend><c:location>Hall</c:location>"
    let feed = read(namespace, start + end)
    #expect(feed.first.start?.publicText == "2026-03-05T19:30:00+09:00")
    #expect(feed.first.end?.publicText == "2026-03-05T21:00:00+09:00")
    let unknown = read(namespace, start.replacing("Tokyo", with: "Nowhere") + end)
    #expect(unknown.first.start == nil && unknown.first.venue == "Hall")
    #expect(unknown.first.codes == ["Q_TZ"])
  }

  @Test("RSS in the namespace of Atom is RSS, and its elements of Atom have a prefix")
  func namespaceOfAtom() {
    let atom = "http://www.w3.org/2005/Atom"
    let feed = read(
      "xmlns='\(atom)' xmlns:atom='\(atom)' xmlns:ev='http://purl.org/rss/1.0/modules/event/'",
      "<link>https://example.org/1</link><atom:link rel='self' href='https://example.org/feed'/>"
        + "<ev:startdate>2026-03-05</ev:startdate>")
    #expect(feed.entries.map(\.title) == ["Tea"])
    #expect(feed.first.link == "https://example.org/1")
    #expect(feed.first.start?.publicText == "2026-03-05")
  }

  @Test(
    "An item may have an image element like a channel",
    arguments: [
      "<image><url>/tea.png</url><title>Tea</title></image>", "<image>/tea.png</image>",
    ])
  func image(element: String) {
    #expect(read("", element).first.image == "https://example.org/tea.png")
    #expect(read("", element).first.title == "Tea")
  }

  @Test(
    "Ampersands in addresses that were escaped once too often are unescaped",
    arguments: ["&amp;amp;", "&amp;#038;", "<![CDATA[&amp;]]>", "<![CDATA[&#38;]]>"])
  func ampersands(ampersand: String) {
    let feed = read("", "<link>https://example.org/?a=1\(ampersand)b=2</link>")
    #expect(feed.first.link == "https://example.org/?a=1&b=2")
  }

  @Test("The page of an Atom entry precedes its documents of other types")
  func page() {
    let feed = FeedReading.atom(
      """
      <link rel="alternate" type="text/calendar" href="tea.ics"/>
      <link rel="alternate" type="application/pdf" href="tea.pdf"/>
      <link rel="alternate" type="text/html" href="tea.html"/>
      """)
    #expect(feed.first.link == "https://example.org/cal/tea.html")
  }

  @Test("The first attached picture of a JSON Feed's item is its image")
  func attachment() {
    let feed = FeedReading.read(
      """
      {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "attachments": [
      {"url": "https://example.org/a.mp3", "mime_type": "audio/mpeg"},
      {"url": "https://example.org/b.png", "mime_type": "image/png"}]}]}
      """)
    #expect(feed.first.image == "https://example.org/b.png")
  }

  @Test("An item of a JSON Feed without its own page links to the page that it is about")
  func externalPage() throws {
    let entry = Entry.fixture(id: nil) { $0.externalURL = "https://example.edu/1" }
    let listing = try ListingMapper.fixture().listing(from: entry)
    #expect(listing.link == "https://example.edu/1" && listing.key == "https://example.edu/1")
  }
}
