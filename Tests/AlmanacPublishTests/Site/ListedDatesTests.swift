import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests which dates and places are on the page, and which of their values.
@Suite struct ListedDatesTests {
  private let output: TemporaryOutput

  init() throws { output = try TemporaryOutput() }

  private func events(_ count: Int, campus: String = "hill") -> [Event] {
    let start = EditionFixture.instant("2026-03-05T02:00:00Z")
    return (0..<count).map { number in
      let id = "\(campus)-\(number + 1_000)"
      return Event(
        id: id, campus: campus, title: id,
        occurrences: [Occurrence(start: .zoned(ZonedTime(start + number, in: .utc)))],
        listings: [ListingReference(id: "hall/\(id)", source: "hall")])
    }
  }

  private func linked(_ edition: PublishedEdition) throws -> [[String: Any]] {
    let block = try #require(
      try edition.text("site/index.html")
        .firstMatch(of: /<script type="application\/ld\+json">([\s\S]*?)<\/script>/))
    let object = try JSONSerialization.jsonObject(with: Data(String(block.1).utf8))
    return try #require((object as? [String: Any])?["@graph"] as? [[String: Any]])
  }

  private func data(_ edition: PublishedEdition) throws -> [String: Any] {
    let text = try edition.text("site/data.js")
    let json = try #require(text.firstMatch(of: /^window\.almanacData = ([\s\S]*);\n$/))
    return try #require(
      try JSONSerialization.jsonObject(with: Data(String(json.1).utf8)) as? [String: Any])
  }

  private func places(_ edition: PublishedEdition) throws -> [[String: Any]] {
    let campuses = try #require(try data(edition)["campuses"] as? [[String: Any]])
    return try #require(campuses.first?["places"] as? [[String: Any]])
  }

  @Test("The data for search engines contains the first two hundred dates")
  func limitsLinkedData() throws {
    for (count, listed) in [(199, 199), (201, 200)] {
      let linked = try linked(output.publish(EditionFixture.contents(events: events(count))))
      #expect(linked.count == listed)
      #expect(linked.last?["name"] as? String == "hill-\(999 + listed)")
    }
  }

  @Test("The data for search engines marks online events as such")
  func containsOnline() throws {
    var webinar = EditionFixture.webinar
    webinar.venue = nil
    let location = try #require(
      try linked(output.publish(EditionFixture.contents(events: [webinar]))).first?["location"]
        as? [String: String])
    #expect(location == ["@type": "VirtualLocation", "url": "https://meet.example/x"])
  }

  @Test("Two campuses share the thousand dates of the page evenly")
  func sharesList() throws {
    let dale = Campus(id: "dale", name: "Dale", timezone: "Europe/Paris")
    let edition = try output.publish(
      EditionFixture.contents(
        events: events(3, campus: "dale") + events(505), campuses: [EditionFixture.campus, dale]))
    let page = try edition.text("site/index.html")
    #expect(page.split(separator: "<li class=\"item\"").count - 1 == 503)
    #expect(page.contains("The first 503 of 508 dates"))
    #expect(page.contains("id=\"hill-1499\"") && !page.contains("id=\"hill-1500\""))
  }

  @Test("The page reports that there are no events, and omits the count if all are shown")
  func reportsEmptyList() throws {
    let words = "Nothing is announced for the next days."
    #expect(
      try output.publish(EditionFixture.contents(events: [])).text("site/index.html")
        .contains("\(words) Times are those of Asia/Singapore."))
    let page = try EditionFixture.edition().text("site/index.html")
    #expect(!page.contains(words) && !page.contains("The first"))
  }

  @Test("A place with a single date of an event has its calendar on the page")
  func offersCalendars() throws {
    var lectures = EditionFixture.lectures
    lectures.venue = "All over"
    lectures.placement = nil
    lectures.occurrences[1].placement = EditionFixture.inLibrary
    let edition = try output.publish(EditionFixture.contents(events: [lectures]))
    let places = try places(edition)
    let offered = places.filter { $0["calendar"] != nil }.map { $0["id"] as? String }
    #expect(offered == ["library"])
    #expect(try edition.text("calendars/place/library.ics").contains("SUMMARY:Two Lectures"))
  }

  @Test("A replaced place is not on the page")
  func leavesReplacedPlaces() throws {
    var contents = EditionFixture.contents()
    contents.gazetteers["hill"]?.places.append(
      Place(id: "old-hall", name: "Old Hall", replacedBy: "great-hall"))
    let listed = try places(output.publish(contents)).compactMap { $0["id"] as? String }
    #expect(listed.sorted() == ["annex", "great-hall", "library"])
  }

  @Test("An end that is not after the start is not shown")
  func hidesEmptyStretch() throws {
    var lectures = EditionFixture.lectures
    lectures.occurrences[0].end = lectures.occurrences[0].start
    let edition = try output.publish(EditionFixture.contents(events: [lectures]))
    let page = try edition.text("site/index.html")
    #expect(page.matches(of: />12:00<\/time>/).count == 2)
    let events = try #require(try data(edition)["events"] as? [[String: Any]])
    let dates = try #require(events.first?["dates"] as? [[String: Any]])
    #expect(dates.map { $0.keys.sorted() } == [["start", "uid"], ["start", "uid"]])
  }

  @Test(
    "A long text is cut after a nearby word, or else within a word",
    arguments: [
      (String(repeating: "x", count: 1_000), String(repeating: "x", count: 1_000)),
      (String(repeating: "x", count: 1_001), String(repeating: "x", count: 1_000) + "…"),
      (
        String(repeating: "x", count: 960) + " " + String(repeating: "y", count: 100),
        String(repeating: "x", count: 960) + "…"
      ),
      (
        String(repeating: "x", count: 959) + " " + String(repeating: "y", count: 100),
        String(repeating: "x", count: 959) + " " + String(repeating: "y", count: 40) + "…"
      ),
    ])
  func clipsTexts(text: String, kept: String) throws {
    var lectures = EditionFixture.lectures
    lectures.text = text
    let data = try data(output.publish(EditionFixture.contents(events: [lectures])))
    let events = try #require(data["events"] as? [[String: Any]])
    #expect(events.first?["text"] as? String == kept)
  }
}
