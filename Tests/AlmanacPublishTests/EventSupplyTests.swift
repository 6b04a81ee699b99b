import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

@Suite struct EventSupplyTests {
  /// More events than are in memory at once.
  private static let events = (0..<2_200).map { number in
    var event = EditionFixture.events[number % EditionFixture.events.count]
    event.id = String(format: "event-%05d", number)
    event.aliases = []
    return event
  }

  private static func publish(
    _ events: [Event]?, supply: EventSupply?, workers: Int, to output: TemporaryOutput
  ) throws -> PublishedEdition {
    var contents = EditionFixture.contents(events: Self.events)
    contents.events = events ?? []
    return try Publisher(folder: output.folder, keepEditions: 2, workers: workers).publish(
      contents, events: supply)
  }

  @Test("A supply and an array give the same bytes, with any number of workers")
  func isTheSame() throws {
    let (one, other) = (try TemporaryOutput(), try TemporaryOutput())
    let array = try Self.publish(Self.events.reversed(), supply: nil, workers: 1, to: one)
    let supply = EventSupply(count: Self.events.count) { Array(Self.events[$0]) }
    let supplied = try Self.publish(nil, supply: supply, workers: 3, to: other)
    #expect(array.id == supplied.id)
    for path in try TemporaryOutput.files(in: array.folder) {
      let bytes = try Data(contentsOf: array.folder.appending(path: path))
      #expect(try Data(contentsOf: supplied.folder.appending(path: path)) == bytes, "\(path)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: supplied.folder.path)
    #expect(!left.contains { $0.hasPrefix(".") || $0.contains("scratch") })
  }

  @Test("Events that aren't sorted by id are rejected, and nothing is published")
  func refusesDisorder() throws {
    let output = try TemporaryOutput()
    var events = Self.events
    events.swapAt(1_999, 2_000)
    let supply = EventSupply(count: events.count) { [events] in Array(events[$0]) }
    #expect(throws: EventSupplyError.unordered(id: "event-01999")) {
      try Self.publish(nil, supply: supply, workers: 2, to: output)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: output.folder.appending(path: "editions").path
      ).isEmpty)
  }

  @Test("An error of the supply ends the publication")
  func passesErrorsOn() throws {
    struct Broken: Error {}
    let output = try TemporaryOutput()
    let supply = EventSupply(count: Self.events.count) { positions in
      guard positions.upperBound < 2_000 else { throw Broken() }
      return Array(Self.events[positions])
    }
    #expect(throws: Broken.self) {
      try Self.publish(nil, supply: supply, workers: 2, to: output)
    }
  }

  @Test("The feeds of upcoming events and of changes are limited in length")
  func keepsTheFirst() throws {
    let output = try TemporaryOutput()
    let edition = try Self.publish(
      Array(Self.events.prefix(500)), supply: nil, workers: 2, to: output)
    let coming = try edition.text("feeds/coming.json")
    #expect(coming.matches(of: /"date_published"/).count == 200)
    let changes = try edition.text("feeds/changes.atom")
    #expect(changes.matches(of: /<entry>/).count == 300)
    #expect(changes.contains("/event-00299/") || changes.contains("event-00299"))
    #expect(!changes.contains("event-00300"))
  }
}
