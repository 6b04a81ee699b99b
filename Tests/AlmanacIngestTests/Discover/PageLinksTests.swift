import AlmanacIngest
import Testing

@Suite("The feeds that a page links to") struct PageLinksTests {
  private func links(_ html: String) -> [PageLinks.Link] {
    PageLinks.feeds(
      in: Array(html.utf8),
      context: ReadingContext(baseURL: "https://hill.example/events/index.html"))
  }

  @Test("Declared feeds come before calendars in the text, each once with its absolute address")
  func finds() {
    let found = links(
      """
      <!doctype html><html><head><title>Hill</title>
      <link rel="stylesheet" type="text/css" href="a.css">
      <link rel="alternate" hreflang="de" href="/de/">
      <link rel="alternate" type="application/rss+xml" title="Hill &amp; Dale" href="/feed.rss">
      </head><body><p>See <a href="all.ics">all events<a href="/about">us</a>
      <a href="webcal://hill.example/team.ics">subscribe</a> <a href="/feed.rss">RSS</a>
      <a href="?ical=1">this page</a></body></html>
      """)
    #expect(
      found.map(\.address) == [
        "https://hill.example/feed.rss", "https://hill.example/events/all.ics",
        "https://hill.example/team.ics", "https://hill.example/events/index.html?ical=1",
      ])
    #expect(found.first?.title == "Hill & Dale")
    #expect(found.dropFirst().allSatisfy { $0.type == "text/calendar" })
  }

  @Test("A page without feeds gives no links")
  func none() {
    #expect(links("<html><body><a href='/a'>a</a><a href='javascript:x()'>b</a>").isEmpty)
    #expect(links("").isEmpty)
  }
}
