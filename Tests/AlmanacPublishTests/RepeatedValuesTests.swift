import AlmanacModel
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Tests that repeated values are stored once.
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

  @Test("Tags that differ only in case are stored once")
  func countsFacetsOnce() throws {
    var event = EditionFixture.jazz
    event.tags = ["Music", "music", "MUSIC"]
    let found = try strings(
      [event], "SELECT value || ' ' || occurrences FROM facet_count WHERE field = 'tag'")
    #expect(found == ["music 1"])
  }

  @Test("A listing that an event refers to twice is stored once")
  func namesListingOnce() throws {
    var event = EditionFixture.lectures
    event.listings.append(event.listings[0])
    let found = try strings(
      [event], "SELECT event || ' ' || listing FROM event_listing ORDER BY listing")
    #expect(found == ["lectures hall/lectures"])
  }
}
