import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Tests the change log in the database.
@Suite struct ChangeRowsTests {
  @Test("Changes remain as long as configured, and the feed's date doesn't go back to 1970")
  func keepsChanges() throws {
    let output = try TemporaryOutput()
    let first = EditionFixture.firstRun
    try output.publish(EditionFixture.contents(now: first))
    func run(_ days: Int, keep: Int) throws -> PublishedEdition {
      var contents = EditionFixture.contents(now: first + days * 86_400)
      contents.options.keepChanges = keep * 86_400
      return try output.publish(contents, keep: 9)
    }
    func count(_ edition: PublishedEdition) throws -> Int? {
      try edition.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM event_change") }
    }
    let quiet = try run(45, keep: 366)
    #expect(try count(quiet) ?? 0 >= EditionFixture.events.count)
    let feed = try quiet.text("feeds/changes.atom")
    #expect(!feed.contains("<updated>1970"))
    let forgetful = try run(46, keep: 7)
    #expect(try count(forgetful) ?? 99 < EditionFixture.events.count)
    #expect(try !forgetful.text("feeds/changes.atom").contains("<updated>1970"))
  }

  @Test("After a rollback, the log continues the published edition")
  func continuesRollback() throws {
    let output = try TemporaryOutput()
    let first = EditionFixture.firstRun
    let one = try output.publish(EditionFixture.contents(now: first))
    var events = EditionFixture.events
    events[1].title = "Jazz Evening"
    try output.publish(EditionFixture.contents(now: first + 3_600, events: events))
    let archive = try EditionArchive(output: output.folder)
    try archive.pointLatest(to: try #require(archive.entry(named: one.id)))
    let third = try output.publish(EditionFixture.contents(now: first + 7_200, events: events))
    let lines = try third.text("changes.ndjson").split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("Jazz Evening"), "\(lines)")
  }

  @Test("The log of several runs can be queried by event and by time")
  func indexesRuns() throws {
    let output = try TemporaryOutput()
    let first = EditionFixture.firstRun
    // Changes of later runs concern events at any position of the id order.
    for run in 0..<5 {
      var events = EditionFixture.events
      for index in events.indices where (index + run).isMultiple(of: 2) {
        events[index].title += " \(run)"
      }
      try output.publish(
        EditionFixture.contents(now: first + run * 86_400, events: events), keep: 2)
    }
    let latest = try #require(try EditionStore(output: output.folder).current())
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
