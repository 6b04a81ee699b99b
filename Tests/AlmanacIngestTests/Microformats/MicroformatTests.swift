import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct MicroformatTests {
  private static func page(_ body: String, zone: String? = "Asia/Singapore") -> ParsedFeed {
    var context = ReadingContext(baseURL: "https://example.org/")
    context.zone = zone.flatMap { ZoneDatabase.system.zone(named: $0) }
    return FeedReading.read("<html><body>\(body)</body></html>", context)
  }

  @Test("A duration may be in an attribute")
  func duration() {
    let entry = Self.page(
      """
      <div class="h-event"><b class="p-name">Tea</b> <i class="dt-start">2026-03-03 19:00</i>
      <time class="dt-duration" datetime="PT90M">an hour and a half</time></div>
      """
    ).first
    #expect(entry.end?.publicText == "2026-03-03T20:30:00+08:00")
  }

  @Test("An event in a template is not part of the page")
  func template() {
    let event =
      #"<p class="h-event"><b class="p-name">Tea</b> <i class="dt-start">2026-03-03</i></p>"#
    #expect(Self.page("<template><div>\(event)</div></template>\(event)").entries.count == 1)
  }

  @Test("The first date and the first time of the value-class pattern count")
  func firstValues() {
    let entry = Self.page(
      """
      <div class="h-event"><b class="p-name">Tea</b> <p class="dt-start"><i class="value">2026-03-03</i>
      <i class="value">2026-09-09</i> <i class="value">19:00</i> <i class="value">23:00</i></p></div>
      """
    ).first
    #expect(entry.start?.publicText == "2026-03-03T19:00:00+08:00")
  }

  @Test("The properties of hCalendar are read")
  func classic() {
    let feed = Self.page(
      """
      <div class="vevent"><a class="url summary" href="/tea">Tea &amp; talk</a>
      <abbr class="dtstart" title="2026-03-03T19:00:00+08:00">7 pm</abbr>
      <abbr class="dtend" title="2026-03-03T21:00:00+08:00">9 pm</abbr>
      <span class="location vcard"><b class="fn">Great Hall</b> <span class="adr">1 Main St</span>
      <a class="url" href="/hall">Map</a></span>
      <div class="description"><p>Come.</p><p>Drink.</p></div>
      <i class="category">Food</i>, <i class="category">Talks</i>
      <span class="geo"><abbr class="latitude" title="1.5">1</abbr> <i class="longitude">103.5</i></span>
      <b class="uid">77@example.org</b> <i class="status">cancelled</i></div>
      """)
    let entry = feed.first
    #expect(feed.document.format == .html)
    #expect(entry.title == "Tea & talk")
    #expect(entry.link == "https://example.org/tea")
    #expect(entry.start?.publicText == "2026-03-03T19:00:00+08:00")
    #expect(entry.end?.publicText == "2026-03-03T21:00:00+08:00")
    #expect(entry.venue == "Great Hall")
    #expect(entry.address == "1 Main St")
    #expect(entry.summary == "Come.\n\nDrink.")
    #expect(entry.html == "<p>Come.</p><p>Drink.</p>")
    #expect(entry.categories == ["Food", "Talks"])
    #expect(entry.coordinate == Coordinate(latitude: 1.5, longitude: 103.5))
    #expect(entry.id == "77@example.org")
    #expect(entry.status == .cancelled)
  }

  @Test("An h-event is read with a card as its place and another event inside")
  func current() {
    let feed = Self.page(
      """
      <article class="h-event"><h2 class="p-name">Fair</h2>
      <time class="dt-start" datetime="2026-03-03">3</time>–<time class="dt-end" datetime="2026-03-05">5</time>
      <div class="p-location h-card"><a class="p-name u-url" href="/hall">Hall</a>
      <p class="p-adr h-adr">1 Main St</p></div><a class="u-url" href="fair">more</a>
      <div class="e-content"><b>Come</b></div>
      <div class="h-event"><b class="p-name">Opening</b></div></article>
      """)
    #expect(feed.entries.count == 1)
    let entry = feed.first
    #expect(entry.title == "Fair")
    #expect(entry.start?.publicText == "2026-03-03")
    #expect(entry.end?.publicText == "2026-03-06")
    #expect(entry.venue == "Hall")
    #expect(entry.address == "1 Main St")
    #expect(entry.link == "https://example.org/fair")
    #expect(entry.html == "<b>Come</b>")
  }

  @Test(
    "Dates in every pattern are read",
    arguments: [
      (
        "<i class='dtstart'>2026-03-03</i><i class='dtend'>2026-03-05</i>", "2026-03-03",
        "2026-03-05"
      ),
      ("<i class='dtstart'>20260303</i><i class='dtend'>20260303</i>", "2026-03-03", "2026-03-04"),
      (
        "<i class='dtstart'><i class='value'>2026-03-03</i> at <i class='value'>7:30pm</i></i>",
        "2026-03-03T19:30:00+08:00", nil
      ),
      (
        """
        <i class='dtstart'><abbr class='value' title='19:30'>7</abbr> <abbr class='value'
        title='2026-03-03'>3.3.</abbr> <i class='value'>+09:00</i></i>
        """, "2026-03-03T19:30:00+09:00", nil
      ),
      (
        "<i class='dtstart'><i class='value-title' title='2026-03-03T19:00:00Z'> </i>soon</i>",
        "2026-03-03T19:00:00Z", nil
      ),
      (
        "<i class='dtstart' title='2026-03-03T19:00'>x</i><i class='dtend'>21:00</i>",
        "2026-03-03T19:00:00+08:00", "2026-03-03T21:00:00+08:00"
      ),
      (
        "<i class='dtstart' title='soon'>3 March 2026, 7 pm</i><i class='duration'>PT1H</i>",
        "2026-03-03T19:00:00+08:00", "2026-03-03T20:00:00+08:00"
      ),
    ] as [(String, String, String?)])
  func dates(markup: String, start: String, end: String?) {
    let entry = Self.page("<div class='vevent'><b class='summary'>Tea</b>\(markup)</div>").first
    #expect(entry.start?.publicText == start)
    #expect(entry.end?.publicText == end)
  }

  @Test("An event without times, or with unreadable ones, is still an entry")
  func undated() {
    let feed = Self.page(
      """
      <div class="h-event"><h3>Tea</h3></div>
      <div class="vevent"><b class="summary">Talk</b><i class="dtstart">some day</i></div>
      """)
    #expect(feed.entries.map(\.title) == ["Tea", "Talk"])
    #expect(feed.entries.last?.unreadable["start"] == "some day")
  }

  @Test("A rule is read or makes the entry unreadable")
  func rules() {
    func entry(_ rule: String) -> Entry {
      Self.page(
        "<p class='vevent'><i class='dtstart'>2026-03-03</i><i class='rrule'>\(rule)</i></p>"
      ).first
    }
    #expect(entry("FREQ=WEEKLY").recurrence.rules.map(\.description) == ["FREQ=WEEKLY"])
    #expect(entry("every week").unreadable["rrule"] == "every week")
  }

  private static let engage = """
    <div class="h-event vevent"><div class="p-name summary">Tea</div>
    <div class="p-description description"><p>Come.</p></div><div><p>From
    <time class="dt-start dtstart" datetime="2026-03-03T13:00:00.0000000-05:00"
    title="2026-03-03T13:00:00.0000000-05:00">Tuesday 1:00 PM</time> to
    <time class="dt-end dtend" datetime="2026-03-03T14:00:00.0000000-05:00">2:00 PM EST</time> at
    <span class="p-location location"><a href="https://teams.example/1" class="url">Online</a></span>.
    </p></div></div>
    """

  @Test("The event in an item's text has the times and the place, regardless of its pubDate")
  func engageItem() {
    let feed = FeedReading.rss(
      """
      <title>Tea</title><description><![CDATA[\(Self.engage)]]></description>
      <pubDate>Wed, 04 Mar 2026 17:59:51 GMT</pubDate>
      """, channel: "<lastBuildDate>Mon, 02 Mar 2026 17:59:51 GMT</lastBuildDate>")
    let entry = feed.first
    #expect(entry.start?.publicText == "2026-03-03T13:00:00-05:00")
    #expect(entry.end?.publicText == "2026-03-03T14:00:00-05:00")
    #expect(entry.venue == "Online")
    #expect(entry.onlineURL == "https://teams.example/1")
    #expect(entry.summary == "Come.")
    #expect(entry.html == "<p>Come.</p>")
    #expect(entry.published?.publicText == "2026-03-04T17:59:51Z")
    #expect(feed.codes == [])
  }

  @Test("The item's own elements take precedence over the event in its text")
  func ownElements() {
    let entry = FeedReading.rss(
      """
      <title>Tea</title><description><![CDATA[\(Self.engage)]]></description>
      <start xmlns="events">Tue, 03 Mar 2026 19:00:00 GMT</start><location xmlns="events">Hall</location>
      """
    ).first
    #expect(entry.start?.publicText == "2026-03-03T19:00:00Z")
    #expect(entry.venue == "Hall")
  }

  @Test("Several events in one item's text do not describe the item")
  func severalInItem() {
    let feed = FeedReading.rss(
      "<title>Week</title><description><![CDATA[\(Self.engage)\(Self.engage)]]></description>")
    #expect(feed.first.start == nil)
  }

  @Test("The content of Atom is searched for microformats too")
  func atom() {
    let html = Self.engage.replacing("<", with: "&lt;")
    let entry = FeedReading.atom("<title>Tea</title><content type=\"html\">\(html)</content>").first
    #expect(entry.start?.publicText == "2026-03-03T13:00:00-05:00")
  }
}
