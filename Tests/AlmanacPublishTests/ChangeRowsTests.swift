import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// The log of changes, as its table and its indexes hold it.
@Suite struct ChangeRowsTests {
  @Test("the log of several nights is found by its events, and by its times")
  func indexesNights() throws {
    let output = try TemporaryOutput()
    let first = EditionFixture.firstNight
    // Changes of later nights are of events all over the order of the ids.
    for night in 0..<5 {
      var events = EditionFixture.events
      for index in events.indices where (index + night).isMultiple(of: 2) {
        events[index].title += " \(night)"
      }
      try output.publish(
        EditionFixture.contents(now: first + night * 86_400, events: events), keep: 2)
    }
    let latest = try #require(try Publisher.latestEdition(in: output.folder))
    let path = output.folder.appending(path: "editions/\(latest)/almanac.sqlite").path
    try DatabaseQueue(path: path).read { database in
      #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
      let all = try Row.fetchAll(
        database, sql: "SELECT * FROM event_change NOT INDEXED ORDER BY id")
      #expect(Set(all.map { $0["at"] as Int }).count == 5)
      #expect(all.map { $0["id"] as Int } == Array(1...all.count))
      let byTime = try Row.fetchAll(
        database,
        sql: "SELECT * FROM event_change INDEXED BY event_change_by_at WHERE at > 0 ORDER BY at, id"
      )
      #expect(byTime == all)
      for event in Set(all.map { $0["event"] as String }) {
        let found = try Row.fetchAll(
          database,
          sql: """
            SELECT * FROM event_change INDEXED BY event_change_by_event WHERE event = ?
            ORDER BY at, id
            """, arguments: [event])
        #expect(found == all.filter { $0["event"] == event })
      }
    }
  }
}
