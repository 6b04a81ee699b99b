import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests that the page saves the same calendar entries that subscribers of the calendars have.
@Suite struct PageUIDTests {
  private struct Page: Decodable {
    struct Event: Decodable {
      var id: String
      var dates: [Date]
      var reasons: [[String]]?
    }

    struct Date: Decodable {
      var start: String
      var uid: String?
      var instance: String?
    }

    var events: [Event]
  }

  private static func page(_ edition: PublishedEdition) throws -> Page {
    let script = try edition.text("site/data.js")
    let json = script.dropFirst("window.almanacData = ".count).dropLast(2)
    return try JSONDecoder().decode(Page.self, from: Data(json.utf8))
  }

  /// UIDs of a calendar's entries, without the domain.
  private static func uids(_ edition: PublishedEdition) throws -> [String] {
    try edition.text("calendars/all.ics").replacing("\r\n ", with: "").split(separator: "\r\n")
      .filter { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4).prefix { $0 != "@" }) }
  }

  private static func event(_ id: String, _ starts: [String]) -> Event {
    var event = EditionFixture.moved
    event.id = id
    event.status = .confirmed
    event.occurrences = starts.map { Occurrence(start: EditionFixture.time($0)) }
    return event
  }

  @Test(
    "The UID of a date on the page is that of its calendar entry",
    arguments: [
      ["2026-03-05T12:00:00+08:00[Asia/Singapore]"],
      // Matinee and evening.
      ["2026-03-05T12:00:00+08:00[Asia/Singapore]", "2026-03-05T20:00:00+08:00[Asia/Singapore]"],
      // One of the two dates is on no day of the page.
      ["2026-03-05T12:00:00+08:00[Asia/Singapore]", "2026-09-05T20:00:00+08:00[Asia/Singapore]"],
      ["2026-02-05T12:00:00+08:00[Asia/Singapore]", "2026-03-05T20:00:00+08:00[Asia/Singapore]"],
      ["2026-03-05", "2026-03-06"],
    ])
  func matchesCalendars(starts: [String]) throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(
      EditionFixture.contents(events: [Self.event("play", starts)]))
    let event = try #require(try Self.page(edition).events.first)
    let uids = event.dates.map { $0.uid ?? event.id }
    #expect(Set(uids).count == event.dates.count)
    #expect(Set(uids).isSubset(of: try Self.uids(edition)))
    #expect(event.dates.allSatisfy { $0.instance == nil })
  }

  @Test("The last remaining date of several keeps its UID on the page")
  func keepsDate() throws {
    let output = try TemporaryOutput()
    let starts = ["2026-03-03T12:00:00Z", "2026-03-05T12:00:00Z"]
    try output.publish(EditionFixture.contents(events: [Self.event("play", starts)]))
    let edition = try output.publish(
      EditionFixture.contents(
        now: EditionFixture.firstRun + 3_600, events: [Self.event("play", [starts[1]])]))
    #expect(try Self.uids(edition) == ["play-20260305"])
    #expect(try Self.page(edition).events.first?.dates.map(\.uid) == ["play-20260305"])
  }

  @Test("A date of a series is an instance of the series' single entry")
  func namesInstances() throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents(events: [EditionFixture.yoga]))
    let event = try #require(try Self.page(edition).events.first)
    #expect(event.dates.allSatisfy { $0.uid == nil })
    // The second date is at another time; the id has the time of the rule.
    #expect(
      event.dates.map(\.instance) == [
        "20260302T233000Z", "20260309T233000Z", "20260316T233000Z", "20260330T233000Z",
      ])
    #expect(Set(try Self.uids(edition)) == ["morning-yoga"])
  }

  @Test("The page contains the reasons for category, price and tags")
  func givesReasons() throws {
    var event = EditionFixture.jazz
    event.provenance = [
      "price": "text: twelve fifty", "tag music": "title: jazz", "title": "hall/7",
    ]
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents(events: [event]))
    #expect(
      try Self.page(edition).events.first?.reasons == [
        ["Category", "publisher says Concerts"], ["Price", "text: twelve fifty"],
        ["music", "title: jazz"],
      ])
  }
}
