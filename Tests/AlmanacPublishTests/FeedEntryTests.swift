import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests the content of a feed's entries.
@Suite struct FeedEntryTests {
  private static let first = EditionFixture.firstRun
  private static let second = first + 86_400

  /// The edition of the second run.
  private func edition(
    _ one: [Event], _ other: [Event], _ output: TemporaryOutput
  ) throws -> PublishedEdition {
    try output.publish(EditionFixture.contents(events: one))
    return try output.publish(EditionFixture.contents(now: Self.second, events: other))
  }

  private func edition(of event: Event, _ output: TemporaryOutput) throws -> PublishedEdition {
    try output.publish(EditionFixture.contents(events: [event]))
  }

  private func items(_ edition: PublishedEdition) throws -> [[String: Any]] {
    let data = Data(try edition.text("feeds/coming.json").utf8)
    let feed = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(feed["items"] as? [[String: Any]])
  }

  @Test("JSON Feed has the times of publication and change, RSS that of the change")
  func containsTimes() throws {
    let output = try TemporaryOutput()
    var changed = EditionFixture.lectures
    changed.title = "Three Lectures"
    let edition = try edition([EditionFixture.lectures], [changed], output)
    let item = try #require(try items(edition).first)
    #expect(item["date_published"] as? String == Self.first.rfc3339)
    #expect(item["date_modified"] as? String == Self.second.rfc3339)
    #expect(
      try edition.text("feeds/coming.rss").contains(
        "<pubDate>Tue, 03 Mar 2026 18:00:00 GMT</pubDate>"))
  }

  @Test("An event without a link has the first usable link of its listings")
  func fallsBackToListings() throws {
    let output = try TemporaryOutput()
    var event = EditionFixture.lectures
    event.listings = ["javascript:alert(1)", "https://hall.example/9", "https://hall.example/10"]
      .enumerated().map { ListingReference(id: "hall/\($0)", source: "hall", url: $1) }
    let edition = try edition(of: event, output)
    #expect(try items(edition).first?["url"] as? String == "https://hall.example/9")
    #expect(
      try edition.text("feeds/coming.rss").contains(
        "<link>https://hall.example/9</link>\n<guid"))
    #expect(
      try edition.text("site/index.html").contains(
        "<h3 dir=\"auto\"><a href=\"https://hall.example/9\">Two Lectures</a></h3>"))
  }

  @Test("Descriptions are cut after a thousand characters")
  func clipsDescriptions() throws {
    for (length, end) in [(1_000, "x\n\nGreat"), (1_001, "x…\n\nGreat")] {
      let output = try TemporaryOutput()
      var event = EditionFixture.lectures
      event.text = String(repeating: "x", count: length)
      event.listings = [ListingReference(id: "hall/l", source: "hall")]
      var contents = EditionFixture.contents(events: [event])
      contents.sources[1].attribution = "Great Hall"
      let edition = try output.publish(contents)
      let words = try #require(try items(edition).first?["content_text"] as? String)
      #expect(words.contains(end))
      #expect(words.count { $0 == "x" } == 1_000)
    }
  }

  @Test("Events that start at the same time are sorted by id")
  func ordersTies() throws {
    let output = try TemporaryOutput()
    let events = ["b", "a", "c"].map { id in
      var event = EditionFixture.lectures
      event.id = id
      return event
    }
    let edition = try output.publish(EditionFixture.contents(events: events))
    #expect(
      try items(edition).map { $0["id"] as? String }
        == ["a@hill.example", "b@hill.example", "c@hill.example"])
  }

  @Test("An event is upcoming until its last second is over")
  func endsWithLastSecond() throws {
    let end = EditionFixture.instant("2026-03-03T13:00:00Z")
    for (now, count) in [(end - 1, 1), (end, 0)] {
      let output = try TemporaryOutput()
      let edition = try output.publish(
        EditionFixture.contents(now: now, events: [EditionFixture.jazz]))
      #expect(try items(edition).count == count)
    }
  }

  @Test("XML omits characters that XML 1.0 excludes")
  func keepsCharacters() {
    #expect(
      XMLText.escaped(
        "a\u{0}\u{8}\t\n\r\u{b}\u{1f} \u{d7ff}\u{e000}\u{fffd}\u{fffe}\u{ffff}\u{10000}b")
        == "a\t\n\r \u{d7ff}\u{e000}\u{fffd}\u{10000}b")
  }

  private func entry(_ one: Event, _ other: Event) throws -> String {
    let output = try TemporaryOutput()
    let text = try edition([one], [other], output).text("feeds/changes.atom")
    return try #require(text.components(separatedBy: "<entry>\n").dropFirst().first)
  }

  @Test("A cancellation is marked as such, even with other changes")
  func callsCancelled() throws {
    var event = EditionFixture.jazz
    event.title = "No Jazz"
    event.status = .cancelled
    let entry = try entry(EditionFixture.jazz, event)
    #expect(entry.contains("<title>Cancelled: No Jazz</title>"))
    #expect(entry.contains("<category term=\"cancelled\"/>"))
    #expect(entry.contains("title: \(XMLText.escaped(EditionFixture.jazz.title)) → No Jazz"))
  }

  @Test("Added, removed and unlogged values have their own wording")
  func containsValues() throws {
    var event = EditionFixture.jazz
    event.price = nil
    event.audience = nil
    event.onlineURL = "https://meet.example/jazz"
    event.text = "Other words"
    let entry = try entry(EditionFixture.jazz, event)
    for line in [
      "price: no longer S$12.50\n", "audience: no longer public\n", "description: changed\n",
      "online_url: https://meet.example/jazz</content>",
    ] {
      #expect(entry.contains(line), "\(line)")
    }
  }
}
