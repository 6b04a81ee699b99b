import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

@Suite struct AttributionTests {
  /// More events of the hall than a calendar keeps in memory, and three of the clubs.
  private static let events = (0..<100).map { number in
    let source = number % 40 == 0 ? "clubs" : "hall"
    return Event(
      id: "event-\(1000 + number)", campus: "hill", title: "Number \(number)",
      occurrences: [
        Occurrence(
          start: EditionFixture.time(
            "2026-03-\(10 + number % 20)T19:00:00+08:00[Asia/Singapore]"))
      ],
      listings: [ListingReference(id: "\(source)/\(number)", source: source)])
  }

  private struct Collection: Decodable { var attribution: [String] }

  @Test("A day's file has the attributions of the gazetteers and of its own sources")
  func attributionsByDay() throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents(events: Self.events))
    func attributions(_ file: String) throws -> [String] {
      try JSONDecoder().decode(
        Collection.self, from: Data(try edition.text("geojson/\(file).geojson").utf8)
      ).attribution.filter { $0 != "Weather by Sky" }
    }
    let (places, hall) = ("Places by the Hill mappers", "Programme of the Great Hall, CC BY 4.0")
    #expect(try attributions("days/2026-03-10") == [places, "Student clubs", hall])
    #expect(try attributions("days/2026-03-11") == [places, hall])
    #expect(try attributions("events") == [places, "Student clubs", hall])
  }

  @Test("Two sources with the same attribution text are named once")
  func attributionsOnce() throws {
    let output = try TemporaryOutput()
    var contents = EditionFixture.contents(events: Self.events)
    let words = "Programme of the Great Hall, CC BY 4.0"
    contents.sources[0].attribution = words
    let edition = try output.publish(contents)
    let features = try JSONDecoder().decode(
      Collection.self, from: Data(try edition.text("geojson/events.geojson").utf8))
    #expect(
      features.attribution == ["Places by the Hill mappers", words, "Weather by Sky"])
    let page = try edition.text("site/index.html")
    #expect(page.matches(of: /<li>Programme of the Great Hall, CC BY 4.0/).count == 1)
  }

  @Test("Calendars with few and with many events have the same order of entries")
  func holdsTheSame() throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents(events: Self.events))
    func titles(_ path: String) throws -> [String] {
      try edition.text(path).split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY:") }.map {
        String($0.dropFirst("SUMMARY:".count))
      }
    }
    #expect(try titles("calendars/all.ics") == Self.events.map(\.title))
    #expect(try titles("calendars/source/clubs.ics") == ["Number 0", "Number 40", "Number 80"])
    #expect(try titles("calendars/source/hall.ics").count == 97)
  }
}
