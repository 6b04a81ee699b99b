import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests that a renewed edition equals one that is published in full.
@Suite struct RenewalTests {
  /// A Monday, and a run time in the same week.
  private static let first = EditionFixture.firstRun
  private static let window = Window(from: first - 30 * 86_400, to: first + 400 * 86_400)

  private let output: TemporaryOutput

  init() throws { output = try TemporaryOutput() }

  private static func contents(
    _ events: [Event] = EditionFixture.events, hours: Int = 0
  ) -> EditionContents {
    var contents = EditionFixture.contents(now: first + hours * 3_600, events: events)
    contents.window = window
    contents.options.keepCancelled = 30 * 86_400
    return contents
  }

  private func renew(
    _ contents: EditionContents, from known: SealedEdition
  ) throws -> PublishedEdition? {
    var known = known
    if let text = SealedEdition(text: known.text) { known = text }
    var light = contents
    light.events = []
    light.listings = PublishedListings([])
    light.forecasts = []
    return try Publisher(folder: output.folder, keepEditions: 9).renew(
      light, from: known)
  }

  /// Publishes the same events and then fewer, in two folders.
  private func runs(_ events: [Event], in place: TemporaryOutput) throws -> PublishedEdition {
    try place.publish(Self.contents(events), keep: 9)
    return try place.publish(Self.contents(events.filter { !Self.isGone($0) }, hours: 3), keep: 9)
  }

  /// Some events are withdrawn in the second run.
  private static func isGone(_ event: Event) -> Bool {
    event.id.hasSuffix("3") || event.id == "jazz-night"
  }

  @Test(
    "Renewing within a week gives the same bytes as publishing in full",
    arguments: [0, 1, 2] as [UInt64])
  func equalsFull(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    let events = seed == 0 ? EditionFixture.events : random.events(60)
    let other = try TemporaryOutput()
    var known = try runs(events, in: output).sealed
    #expect(try runs(events, in: other).id == known.id)
    for hours in [4, 15, 27, 51, 100, 125] {
      let contents = Self.contents(events.filter { !Self.isGone($0) }, hours: hours)
      let renewed = try #require(try renew(contents, from: known), "after \(hours) h")
      let full = try other.publish(contents, keep: 9)
      #expect(renewed.id == full.id)
      #expect(renewed.counts.map(\.count) == full.counts.map(\.count))
      #expect(renewed.changes.map(\.count) == full.changes.map(\.count))
      let files = try TemporaryOutput.files(in: full.folder)
      #expect(try TemporaryOutput.files(in: renewed.folder) == files)
      for file in files {
        let bytes = try Data(contentsOf: renewed.folder.appending(path: file))
        #expect(try Data(contentsOf: full.folder.appending(path: file)) == bytes, "\(file)")
      }
      #expect(Publisher.isLatest(renewed, in: output.folder))
      known = renewed.sealed
    }
  }

  @Test("Files that don't depend on the run time are linked without reading them")
  func shares() throws {
    let before = try output.publish(Self.contents())
    let renewed = try #require(try renew(Self.contents(hours: 24), from: before.sealed))
    for file in try TemporaryOutput.files(in: renewed.folder) {
      let one = try TemporaryOutput.inode(before.folder.appending(path: file))
      let other = try TemporaryOutput.inode(renewed.folder.appending(path: file))
      let isDated =
        file.hasPrefix("site/") && !file.hasPrefix("site/event/") || file.hasPrefix("feeds/coming.")
        || file == "changes.ndjson"
      if !isDated, file != EditionManifest.name {
        #expect(one == other, "\(file)")
      }
    }
    #expect(try renewed.text("changes.ndjson").isEmpty)
    #expect(try renewed.text("manifest.json").contains(#""now":"2026-03-03T18:00:00Z""#))
  }

  @Test("A new week, a run time that isn't later, or another window requires a full publication")
  func refuses() throws {
    let known = try output.publish(Self.contents()).sealed
    #expect(try renew(Self.contents(hours: 0), from: known) == nil)
    #expect(try renew(Self.contents(hours: -1), from: known) == nil)
    // Midnight of Sunday in UTC.
    #expect(try renew(Self.contents(hours: 6 * 24 + 6), from: known) == nil)
    var other = Self.contents(hours: 1)
    other.window.to = other.window.to + 1
    #expect(try renew(other, from: known) == nil)
    #expect(try renew(Self.contents(hours: 6 * 24 + 5), from: known) != nil)
  }

  @Test("Calendars without events have the time zone rules of the run time's year")
  func refusesNewYear() throws {
    // 1 January 2027 is a Friday.
    let eve = EditionFixture.instant("2026-12-31T23:00:00Z")
    let silvester = eve.seconds(since: Self.first) / 3_600
    let known = try output.publish(Self.contents(hours: silvester)).sealed
    #expect(try renew(Self.contents(hours: silvester + 1), from: known) == nil)
  }

  @Test("A newer edition, or a changed, replaced or deleted file, requires a full publication")
  func refusesTouched() throws {
    let first = try output.publish(Self.contents())
    let second = try output.publish(Self.contents(hours: 1))
    #expect(try renew(Self.contents(hours: 2), from: first.sealed) == nil)
    let file = second.folder.appending(path: "calendars/all.ics")
    let bytes = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    #expect(try renew(Self.contents(hours: 2), from: second.sealed) == nil)
    try bytes.write(to: file)
    #expect(try renew(Self.contents(hours: 2), from: second.sealed) == nil)
    let third = try output.publish(Self.contents(hours: 2))
    let manifest = third.folder.appending(path: "manifest.json")
    try Data("{}".utf8).write(to: manifest)
    #expect(try renew(Self.contents(hours: 3), from: third.sealed) == nil)
  }

  @Test("A damaged database with unchanged metadata requires a full publication")
  func refusesDamaged() throws {
    let before = try output.publish(Self.contents())
    let file = before.folder.appending(path: "almanac.sqlite")
    let handle = try FileHandle(forUpdating: file)
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 100)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 100))
    try handle.close()
    // Restore the metadata, because a failing disk doesn't change times.
    let files = try EditionManifest(folder: before.folder).files
    let known = try SealedEdition(id: before.id, folder: before.folder, files: files)
    #expect(try renew(Self.contents(hours: 1), from: known) == nil)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: output.folder.appending(path: "editions").path)
    #expect(left == [before.id])
    let edition = try output.publish(Self.contents(hours: 1))
    #expect(edition.findings.map(\.code.rawValue) == ["W_EDITION_UNREADABLE"])
  }

  @Test("Only the text form of a fingerprint is parsed")
  func readsSeal() {
    #expect(SealedEdition(text: "one") == nil)
    #expect(SealedEdition(text: "one two three") == nil)
    #expect(SealedEdition(text: "")?.text == nil)
    #expect(SealedEdition(text: "one two")?.text == "one two")
  }
}

extension Publisher {
  fileprivate static func isLatest(_ edition: PublishedEdition, in folder: URL) -> Bool {
    folder.appending(path: "latest").resolvingSymlinksInPath().lastPathComponent == edition.id
  }
}
