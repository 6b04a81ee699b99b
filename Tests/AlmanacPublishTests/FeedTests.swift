import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

@Suite struct FeedTests {
  private let output: TemporaryOutput
  private let edition: PublishedEdition

  init() throws {
    output = try TemporaryOutput()
    edition = try output.publish(EditionFixture.contents())
  }

  @Test("The JSON Feed contains upcoming events sorted by start, without cancelled ones")
  func writesJSONFeed() throws {
    let data = Data(try edition.text("feeds/coming.json").utf8)
    let feed = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(feed["version"] as? String == "https://jsonfeed.org/version/1.1")
    #expect(feed["title"] as? String == "Hill Events")
    let items = try #require(feed["items"] as? [[String: Any]])
    #expect(
      items.compactMap { $0["id"] as? String } == [
        "exhibition@hill.example", "morning-yoga@hill.example", "jazz-night@hill.example",
        "lectures@hill.example", "webinar@hill.example",
      ])
    let jazz = items[2]
    let event = try #require(jazz["_event"] as? [String: Any])
    #expect(event["start"] as? String == "2026-03-03T19:00:00+08:00")
    let words = try #require(jazz["content_text"] as? String)
    #expect(words.hasPrefix("Tuesday 3 March 2026, 19:00 · GH-01-02, Great Hall\n\nTrio & friends"))
    #expect(words.hasSuffix("Programme of the Great Hall, CC BY 4.0\nStudent clubs"))
  }

  @Test("RSS and Atom are well-formed XML with any title")
  func writesXML() throws {
    var event = EditionFixture.jazz
    event.title = "</title><script>&\u{0}\u{b}]]> 東京"
    let edition = try output.publish(EditionFixture.contents(events: [event]))
    for path in ["feeds/coming.rss", "feeds/changes.atom"] {
      let text = try edition.text(path)
      #expect(text.contains("&lt;/title&gt;&lt;script&gt;&amp;]]&gt; 東京"))
      #expect(!text.contains("<script>") && !text.contains("\u{0}") && !text.contains("\u{b}"))
      let opened = text.matches(of: /<[a-z:]+[ >]/).count
      let closed = text.matches(of: /<\/[a-z:]+>|\/>/).count
      #expect(opened == closed)
    }
    #expect(
      try edition.text("feeds/coming.rss").contains(
        "<ev:startdate>2026-03-03T19:00:00+08:00</ev:startdate>"))
  }

  @Test("The Atom feed has an entry for all changes of an event in one edition, the newest first")
  func writesChanges() throws {
    var moved = EditionFixture.jazz
    moved.title = "Jazz Evening"
    moved.placement = EditionFixture.inLibrary
    let later = EditionFixture.firstRun + 86_400
    let edition = try output.publish(
      EditionFixture.contents(
        now: later, events: EditionFixture.events.map { $0.id == moved.id ? moved : $0 }))
    let text = try edition.text("feeds/changes.atom")
    let entries = text.components(separatedBy: "<entry>\n").dropFirst()
    #expect(entries.count == EditionFixture.events.count + 1)
    let first = try #require(entries.first)
    #expect(first.contains("<title>Changed: Jazz Evening</title>"))
    #expect(first.contains("place: hill/great-hall → hill/library"))
    #expect(first.contains("<updated>\(later.rfc3339)</updated>"))
  }

  @Test("A run without changes doesn't change the Atom feed")
  func keepsChanges() throws {
    let again = try output.publish(
      EditionFixture.contents(now: EditionFixture.firstRun + 86_400))
    let path = "feeds/changes.atom"
    #expect(
      try TemporaryOutput.inode(edition.folder.appending(path: path))
        == TemporaryOutput.inode(again.folder.appending(path: path)))
  }

  @Test("The page contains its events as schema.org/Event for search engines")
  func writesLinkedData() throws {
    let page = try edition.text("site/index.html")
    let block = try #require(
      page.firstMatch(of: /<script type="application\/ld\+json">([\s\S]*?)<\/script>/))
    let data = Data(String(block.1).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let events = try #require(object["@graph"] as? [[String: Any]])
    let jazz = try #require(
      events.first { ($0["name"] as? String)?.hasPrefix("Jazz Night") == true })
    #expect(jazz["startDate"] as? String == "2026-03-03T19:00:00+08:00")
    #expect(jazz["eventStatus"] as? String == "https://schema.org/EventScheduled")
    let place = try #require(jazz["location"] as? [String: Any])
    #expect(place["name"] as? String == "GH-01-02, Great Hall")
    let show = try #require(events.first { $0["name"] as? String == "Exhibition" })
    // In schema.org, the end of whole days is the last day.
    #expect(show["endDate"] as? String == "2026-03-04")
  }
}
