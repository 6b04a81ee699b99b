import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct PublisherTests {
  private let output: TemporaryOutput
  private let first = EditionFixture.firstRun
  private var second: Instant { first + 3_600 }
  private var third: Instant { first + 7_200 }

  init() throws { output = try TemporaryOutput() }

  private var latest: URL { output.folder.appending(path: "latest").resolvingSymlinksInPath() }

  @Test("The same contents give the same files, byte for byte")
  func isDeterministic() throws {
    let other = try TemporaryOutput()
    for place in [output, other] {
      var contents = EditionFixture.contents()
      if place === other { contents.events.reverse() }
      try place.publish(contents)
      try place.publish(EditionFixture.contents(now: second))
    }
    let files = try TemporaryOutput.files(in: output.folder)
    #expect(files.count > 40)
    #expect(try TemporaryOutput.files(in: other.folder) == files)
    for file in files {
      let one = try Data(contentsOf: output.folder.appending(path: file))
      #expect(try Data(contentsOf: other.folder.appending(path: file)) == one, "\(file)")
    }
  }

  @Test("The manifest contains every file with size and hash, and latest points to the edition")
  func manifestIsComplete() throws {
    let edition = try output.publish(EditionFixture.contents())
    let manifest = try EditionManifest(folder: latest)
    #expect(manifest.edition == edition.id)
    #expect(edition.id.hasPrefix("20260302T180000Z-"))
    #expect(latest.lastPathComponent == edition.id)
    var files = try TemporaryOutput.files(in: edition.folder)
    files.removeAll { $0 == EditionManifest.name }
    #expect(manifest.files.map(\.path) == files)
    for file in manifest.files {
      let copy = EditionFile(path: file.path, url: latest)
      let bytes = try Data(contentsOf: latest.appending(path: file.path))
      try copy.append([UInt8](bytes.prefix(1 << 15)))
      #expect(file.bytes == bytes.count)
      if bytes.count <= 1 << 15 { #expect(copy.seal() == file.sha256) }
    }
  }

  @Test(
    "From the second unchanged run on, only the manifest differs and all other files are linked")
  func linksUnchangedFiles() throws {
    try output.publish(EditionFixture.contents())
    let before = try output.publish(EditionFixture.contents(now: second))
    let edition = try output.publish(EditionFixture.contents(now: third))
    let files = try TemporaryOutput.files(in: edition.folder)
    #expect(try TemporaryOutput.files(in: before.folder) == files)
    for file in files {
      let one = try TemporaryOutput.inode(before.folder.appending(path: file))
      let other = try TemporaryOutput.inode(edition.folder.appending(path: file))
      #expect((one == other) == (file != EditionManifest.name), "\(file)")
    }
    #expect(edition.linkedFiles == files.count - 1)
    #expect(edition.changes.allSatisfy { $0.count == 0 })
  }

  @Test(
    "A previous file that doesn't match its manifest isn't linked", arguments: [true, false])
  func distrustsDamagedFiles(keepsSize: Bool) throws {
    let before = try output.publish(EditionFixture.contents())
    let file = before.folder.appending(path: "calendars/all.ics")
    var damaged = try Data(contentsOf: file)
    if keepsSize { damaged[0] = 0x78 } else { damaged.removeLast() }
    try damaged.write(to: file)
    let edition = try output.publish(EditionFixture.contents(now: second))
    let calendar = try edition.text("calendars/all.ics")
    #expect(calendar.hasPrefix("BEGIN:VCALENDAR"))
    #expect(calendar.hasSuffix("END:VCALENDAR\r\n"))
  }

  @Test(
    "A large calendar is linked only if its content is equal, not only its size",
    arguments: ["Talk 2", "Talk 99"])
  func comparesLargeCalendars(title: String) throws {
    let start = EditionFixture.instant("2026-03-05T02:00:00Z")
    var events = (0..<200).map { number in
      let source = number % 2 == 0 ? "clubs" : "hall"
      return Event(
        id: "talk-\(1_000 + number)", campus: "hill", title: "Talk 1",
        occurrences: [Occurrence(start: .zoned(ZonedTime(start + number, in: .utc)))],
        listings: [ListingReference(id: "\(source)/\(number)", source: source)])
    }
    let before = try output.publish(EditionFixture.contents(events: events))
    events[4].title = title
    let edition = try output.publish(EditionFixture.contents(now: second, events: events))
    for (path, count, isOther) in [
      ("calendars/all.ics", 200, true), ("calendars/source/clubs.ics", 100, true),
      ("calendars/source/hall.ics", 100, false),
    ] {
      let calendar = try edition.text(path)
      #expect(calendar.components(separatedBy: "BEGIN:VEVENT").count == count + 1)
      #expect(calendar.contains("SUMMARY:\(title)\r\n") == isOther)
      #expect(calendar.hasPrefix("BEGIN:VCALENDAR") && calendar.hasSuffix("END:VCALENDAR\r\n"))
      let one = try TemporaryOutput.inode(before.folder.appending(path: path))
      let other = try TemporaryOutput.inode(edition.folder.appending(path: path))
      #expect((one == other) != isOther, "\(path)")
    }
  }

  @Test("Publishing again with the same run time gives the same edition")
  func repeatsItself() throws {
    try output.publish(EditionFixture.contents(), keep: 1)
    var changed = EditionFixture.events
    changed[0].title = "Exhibition, enlarged"
    let contents = EditionFixture.contents(now: second, events: changed)
    let edition = try output.publish(contents, keep: 1)
    for _ in 0..<3 {
      #expect(try output.publish(contents, keep: 1).id == edition.id)
    }
    #expect(latest.lastPathComponent == edition.id)
  }

  @Test(
    "Other contents with the same run time give another edition, which continues the published one"
  )
  func keepsTwoOfOneClock() throws {
    let all = EditionFixture.events
    // Test both orders, so that the order of ids doesn't decide.
    for (one, other) in [(all, [EditionFixture.jazz]), ([EditionFixture.jazz], all)] {
      let output = try TemporaryOutput()
      let ids = try [one, other].map { try output.publish(EditionFixture.contents(events: $0)).id }
      #expect(ids[0] != ids[1])
      #expect(try EditionStore(output: output.folder).current() == ids[1])
      let next = try output.publish(EditionFixture.contents(now: second))
      let added = next.changes.first { $0.kind == "added" }?.count ?? 0
      #expect(added == all.count - other.count)
    }
  }

  @Test("An app that reads the latest edition doesn't prevent the next")
  func publishesBesideReaders() throws {
    let edition = try output.publish(EditionFixture.contents())
    let titles = try edition.read { database in
      let rows = try Row.fetchCursor(database, sql: "SELECT title FROM event")
      let first = try rows.next()
      try output.publish(EditionFixture.contents(now: second, events: []))
      return try (first.map { [$0] } ?? []) + Array(rows)
    }
    #expect(titles.count == EditionFixture.events.count)
    #expect(latest.lastPathComponent != edition.id)
  }

  @Test("Temporary files of a killed run are deleted, and the previous edition remains")
  func sweepsLeftovers() throws {
    let edition = try output.publish(EditionFixture.contents())
    let leftover = output.folder.appending(path: "editions/.tmp-20260302T190000Z/calendars")
    try FileManager.default.createDirectory(at: leftover, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: output.folder.appending(path: ".tmp-latest").path, withDestinationPath: "nowhere")
    try Publisher(folder: output.folder, keepEditions: 3).sweep()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: output.folder.path).sorted()
        == ["editions", "latest"])
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: output.folder.appending(path: "editions").path) == [edition.id])
  }

  @Test("A temporary folder of the same run time doesn't get into the edition")
  func ignoresLeftoverOfSameClock() throws {
    let leftover = output.folder.appending(path: "editions/.tmp-20260302T180000Z")
    try FileManager.default.createDirectory(at: leftover, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: leftover.appending(path: "almanac.sqlite"))
    try Data("x".utf8).write(to: leftover.appending(path: "stray"))
    let edition = try output.publish(EditionFixture.contents())
    #expect(try !TemporaryOutput.files(in: edition.folder).contains("stray"))
  }

  @Test("Old editions are deleted, except the previous one")
  func prunes() throws {
    let runs = (0..<5).map { first + $0 * 86_400 }
    let editions = try runs.map { fixture in
      try output.publish(EditionFixture.contents(now: fixture), keep: 2).id
    }
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: output.folder.appending(path: "editions").path)
    #expect(kept.sorted() == Array(editions.suffix(2)))
  }

  @Test("An edition that can't be read is skipped and reported")
  func passesOverDamagedEdition() throws {
    let broken = output.folder.appending(path: "editions/20260301T000000Z-00000000")
    try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: broken.appending(path: "manifest.json"))
    let edition = try output.publish(EditionFixture.contents())
    #expect(edition.findings.map(\.code) == ["W_EDITION_UNREADABLE"])
    #expect(edition.findings.first?.subject == "20260301T000000Z-00000000")
  }

  @Test("A failure to replace the link is an error, and latest remains")
  func keepsLatest() throws {
    let edition = try output.publish(EditionFixture.contents())
    let inTheWay = output.folder.appending(path: ".tmp-latest")
    try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: true)
    #expect(throws: (any Error).self) {
      try output.publish(EditionFixture.contents(now: second))
    }
    #expect(try EditionStore(output: output.folder).current() == edition.id)
    try FileManager.default.removeItem(at: inTheWay)
    let next = try output.publish(EditionFixture.contents(now: second))
    #expect(next.id != edition.id)
    #expect(try EditionStore(output: output.folder).current() == next.id)
  }

  @Test("A folder that can't be created is an error, but a file at the temporary path is deleted")
  func reportsFileErrors() throws {
    let edition = try output.publish(EditionFixture.contents())
    let inTheWay = output.folder.appending(path: "editions/.tmp-20260302T190000Z")
    try Data().write(to: inTheWay)
    #expect(try output.publish(EditionFixture.contents(now: second)).id != edition.id)
    let blocked = try TemporaryOutput()
    try Data().write(to: blocked.folder.appending(path: "editions"))
    #expect(throws: (any Error).self) { try blocked.publish(EditionFixture.contents()) }
  }

  @Test("Non-public data leaves no trace, and neither does an event without a public listing")
  func hidesPrivateListings() throws {
    var contents = EditionFixture.contents()
    contents.listings = PublishedListings(
      EditionFixture.listings.map { listing in
        var listing = listing
        listing.visibility = .private
        return listing
      })
    let edition = try output.publish(contents)
    for path in try TemporaryOutput.files(in: edition.folder) {
      let data = try Data(contentsOf: edition.folder.appending(path: path))
      #expect(data.firstRange(of: Data("hall/7\"".utf8)) == nil, "\(path)")
      #expect(data.firstRange(of: Data("yoga@clubs".utf8)) == nil, "\(path)")
      #expect(data.firstRange(of: Data("Morning Yoga".utf8)) == nil, "\(path)")
    }
  }

  /// The concert, listed publicly by the hall and privately by the clubs.
  private func contentsHidingClubs(_ change: (inout Event) -> Void) -> EditionContents {
    var jazz = EditionFixture.jazz
    jazz.provenance = ["title": "hall/7", "text": "hall/7"]
    jazz.occurrences[0].listings = ["hall/7", "clubs/jazz"]
    change(&jazz)
    var contents = EditionFixture.contents(events: [jazz])
    var listings = EditionFixture.listings
    listings[1].tags = ["music"]
    var hidden = listings[1]
    hidden.source = "clubs"
    hidden.key = "jazz"
    hidden.visibility = .confidential
    contents.listings = PublishedListings(listings + [hidden])
    return contents
  }

  @Test("An event with a public listing remains, without the values of its hidden listing")
  func keepsPublicWords() throws {
    let edition = try output.publish(
      contentsHidingClubs {
        $0.tags = ["music", "secret"]
        $0.occurrences[0].text = "The secret programme."
      })
    let features = try edition.text("geojson/events.geojson")
    #expect(features.contains("Jazz Night"))
    #expect(!features.contains("secret"))
    #expect(
      try edition.read { try String.fetchAll($0, sql: "SELECT tag FROM event_tag") } == ["music"])
    #expect(try !edition.text("calendars/source/clubs.ics").contains("Jazz"))
    let calendar = try edition.text("calendars/all.ics")
    #expect(!calendar.contains("secret"))
    #expect(calendar.contains("doors open"))
  }

  @Test(
    "An event with the text of a hidden listing is not published",
    arguments: [
      { $0.provenance["title"] = "clubs/jazz" }, { $0.provenance["text"] = "clubs/jazz" },
      { $0.provenance = [:] },
      {
        $0.provenance["title"] = "clubs/jazz"
        $0.listings.removeLast()
      },
      { $0.occurrences[0].listings = ["clubs/jazz", "hall/7"] },
    ] as [@Sendable (inout Event) -> Void])
  func dropsHiddenWords(change: @Sendable (inout Event) -> Void) throws {
    let edition = try output.publish(contentsHidingClubs(change))
    #expect(edition.counts.first { $0.name == "events" }?.count == 0)
    #expect(try !edition.text("calendars/all.ics").contains("Jazz Night"))
  }

  @Test("An edition without events is complete")
  func publishesNothing() throws {
    let edition = try output.publish(EditionFixture.contents(events: []))
    #expect(edition.counts.first { $0.name == "events" }?.count == 0)
    let calendar = try edition.text("calendars/all.ics")
    #expect(calendar.contains("BEGIN:VTIMEZONE"))
    #expect(try edition.text("geojson/events.geojson").contains("\"features\":[\n]"))
    #expect(try edition.text("changes.ndjson").isEmpty)
  }
}
