import AlmanacModel
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// What is stated twice is in the database once.
@Suite struct RepeatedValuesTests {
  private let output: TemporaryOutput

  init() throws { output = try TemporaryOutput() }

  private func strings(_ events: [Event], _ sql: String) throws -> [String] {
    let edition = try output.publish(EditionFixture.contents(events: events))
    return try edition.read { database in
      #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
      return try String.fetchAll(database, sql: sql)
    }
  }

  @Test("an event with two tags that are one but for their case is in their list once")
  func countsFacetsOnce() throws {
    var event = EditionFixture.jazz
    event.tags = ["Music", "music", "MUSIC"]
    let found = try strings(
      [event], "SELECT value || ' ' || occurrences FROM facet_count WHERE field = 'tag'")
    #expect(found == ["music 1"])
  }

  @Test("a listing that an event names twice is its own once")
  func namesListingOnce() throws {
    var event = EditionFixture.lectures
    event.listings.append(event.listings[0])
    let found = try strings(
      [event], "SELECT event || ' ' || listing FROM event_listing ORDER BY listing")
    #expect(found == ["lectures hall/lectures"])
  }
}
