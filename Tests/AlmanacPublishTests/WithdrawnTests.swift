import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Tests that events without a listing remain as cancelled for some time.
@Suite struct WithdrawnTests {
  private static let first = EditionFixture.firstRun
  /// Seconds between two runs. The concert is on the day after the first.
  private static let step = 10_800

  private let output: TemporaryOutput

  init() throws {
    output = try TemporaryOutput()
    try output.publish(EditionFixture.contents())
  }

  private static func events(without ids: String...) -> [Event] {
    EditionFixture.events.filter { !ids.contains($0.id) }
  }

  private func run(
    _ number: Int, _ events: [Event], keep: Int = 5 * step,
    _ change: (inout EditionContents) -> Void = { _ in }
  ) throws -> PublishedEdition {
    var contents = EditionFixture.contents(now: Self.first + number * Self.step, events: events)
    contents.options.keepCancelled = keep
    change(&contents)
    return try output.publish(contents, keep: 20)
  }

  private func component(_ uid: String, _ edition: PublishedEdition) throws -> [String] {
    let text = try edition.text("calendars/all.ics").replacing("\r\n ", with: "")
    let components = text.components(separatedBy: "BEGIN:VEVENT\r\n").dropFirst()
    let found = components.first { $0.hasPrefix("UID:\(uid)@") }
    return found?.components(separatedBy: "\r\n") ?? []
  }

  private func changes(_ edition: PublishedEdition) throws -> [String] {
    try edition.text("changes.ndjson").split(separator: "\n").map { line in
      let change = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
      return [change["change"], change["event"], change["field"]].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  private func column(_ name: String, of id: String, _ edition: PublishedEdition) throws -> String?
  {
    try edition.read {
      try String.fetchOne($0, sql: "SELECT \(name) FROM event WHERE id = ?", arguments: [id])
    }
  }

  @Test("A withdrawn event is cancelled in the calendars for the configured time")
  func staysCancelled() throws {
    let gone = Self.events(without: "jazz-night")
    var edition = try run(1, gone)
    #expect(try changes(edition) == ["withdrawn jazz-night"])
    var lines = try component("jazz-night", edition)
    for line in [
      "STATUS:CANCELLED", "SEQUENCE:1", "DTSTAMP:20260302T210000Z",
      "DTSTART;TZID=Asia/Singapore:20260303T190000", "SUMMARY:Jazz Night: \"Blue\\, Green\\; Red\"",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.contains { $0.contains("Withdrawn: no source lists it any more.") })
    #expect(try column("withdrawn", of: "jazz-night", edition) == "1772485200")
    #expect(try column("status", of: "jazz-night", edition) == "cancelled")
    for number in 2...5 {
      edition = try run(number, gone)
      #expect(try changes(edition).filter { $0.contains("jazz") } == [])
      #expect(try component("jazz-night", edition) == lines)
      lines = try component("jazz-night", edition)
    }
    // On the following Monday: data expires at the start of a week.
    edition = try run(60, gone)
    #expect(try changes(edition).filter { $0.contains("jazz") } == [])
    #expect(try component("jazz-night", edition) == [])
    #expect(try column("status", of: "jazz-night", edition) == nil)
  }

  @Test("A withdrawn series keeps its entry and rule, and all its dates are cancelled")
  func keepsSeries() throws {
    let gone = Self.events(without: "morning-yoga")
    let edition = try run(1, gone)
    let lines = try component("morning-yoga", edition)
    #expect(lines.contains("RRULE:FREQ=WEEKLY;UNTIL=20260330T233000Z;BYDAY=TU"))
    #expect(lines.contains("STATUS:CANCELLED") && lines.contains("SEQUENCE:1"))
    let statuses = try edition.read { database in
      try String.fetchAll(
        database, sql: "SELECT DISTINCT status FROM occurrence WHERE event = 'morning-yoga'")
    }
    #expect(statuses == ["cancelled"])
    let next = try run(2, gone)
    #expect(try component("morning-yoga", next) == lines)
  }

  @Test("The last remaining date keeps its UID when it is withdrawn")
  func keepsDatedUID() throws {
    var lectures = EditionFixture.lectures
    lectures.occurrences.removeFirst()
    let others = Self.events(without: "lectures")
    _ = try run(1, others + [lectures])
    let edition = try run(2, others)
    #expect(try component("lectures-20260312", edition).contains("STATUS:CANCELLED"))
    #expect(try component("lectures", edition) == [])
  }

  @Test("Runs without other changes give the same calendar files by hard links")
  func isStable() throws {
    let gone = Self.events(without: "jazz-night", "morning-yoga", "lectures", "webinar")
    let one = try run(1, gone)
    let other = try run(2, gone)
    let calendars = try TemporaryOutput.files(in: other.folder).filter { $0.hasSuffix(".ics") }
    #expect(calendars.count > 5)
    for path in calendars {
      #expect(
        try TemporaryOutput.inode(one.folder.appending(path: path))
          == TemporaryOutput.inode(other.folder.appending(path: path)), "\(path)")
    }
  }

  @Test("A withdrawn endless series doesn't change while the window moves")
  func endlessSeriesIsStable() throws {
    var endless = EditionFixture.yoga
    endless.id = "endless-yoga"
    endless.series?.recurrence = Recurrence(
      rules: EditionFixture.rules("FREQ=WEEKLY;BYDAY=TU"),
      additions: [EditionFixture.time("2029-03-24T07:30:00+08:00[Asia/Singapore]")])
    endless.occurrences = (0..<57).map { week in
      let day = CivilDate(year: 2026, month: 2, day: 24)?.adding(days: 7 * week)
      return EditionFixture.session("\(day?.description ?? "")")
    }
    let all = try output.publish(
      EditionFixture.contents(now: Self.first + 60, events: [endless]), keep: 20)
    #expect(try component("endless-yoga", all).contains("RRULE:FREQ=WEEKLY;BYDAY=TU"))
    let one = try run(8, [], keep: 90 * 86_400)
    let lines = try component("endless-yoga", one)
    #expect(lines.contains("RRULE:FREQ=WEEKLY;UNTIL=20270322T233000Z;BYDAY=TU"))
    #expect(!lines.contains { $0.hasPrefix("EXDATE") || $0.hasPrefix("RDATE") })
    for days in [2, 9, 27] {
      let later = try run(8 * days, [], keep: 90 * 86_400)
      #expect(try component("endless-yoga", later) == lines, "after \(days) days")
    }
  }

  @Test("Only facts of a withdrawn event remain, without text, image and contact")
  func keepsFacts() throws {
    let edition = try run(1, Self.events(without: "jazz-night"))
    for name in ["description", "description_html", "image", "organizer", "contact", "price"] {
      #expect(try column(name, of: "jazz-night", edition) == nil, "\(name)")
    }
    #expect(try column("place", of: "jazz-night", edition) == "hill/great-hall")
    #expect(try column("url", of: "jazz-night", edition) == "https://hall.example/7")
    for path in ["calendars/all.ics", "geojson/events.geojson", "site/data.js"] {
      #expect(try !edition.text(path).contains("Trio"))
    }
  }

  @Test("An event that is listed again is restored with a higher sequence")
  func comesBack() throws {
    _ = try run(1, Self.events(without: "jazz-night"))
    let edition = try run(2, EditionFixture.events)
    #expect(try changes(edition).filter { $0.contains("jazz") } == ["added jazz-night"])
    let lines = try component("jazz-night", edition)
    #expect(lines.contains("STATUS:CONFIRMED") && lines.contains("SEQUENCE:2"))
    #expect(lines.contains("CREATED:20260302T180000Z"))
    #expect(try column("withdrawn", of: "jazz-night", edition) == nil)
  }

  @Test(
    "An event disappears without a cancellation if its source did not withdraw it",
    arguments: [
      { $0.options.keepCancelled = 0 },
      { $0.hidden = ["jazz-night"] },
      { $0.hidden = ["https://hall.example/7"] },
      { $0.rejects = { $0.title.hasPrefix("Jazz Night") } },
      { $0.listings = PublishedListings(EditionFixture.listings) },
      { $0.sources.removeAll { ["hall", "clubs"].contains($0.id) } },
      { $0.events[0].aliases = ["jazz-night"] },
      { $0.events[0].listings.append(ListingReference(id: "clubs/jazz", source: "clubs")) },
    ] as [@Sendable (inout EditionContents) -> Void])
  func goesAtOnce(change: @escaping @Sendable (inout EditionContents) -> Void) throws {
    let edition = try run(1, Self.events(without: "jazz-night"), change)
    #expect(try component("jazz-night", edition) == [])
    #expect(try column("status", of: "jazz-night", edition) == nil)
  }

  @Test("A past event that disappears has ended and isn't withdrawn")
  func hasEnded() throws {
    let edition = try run(8, Self.events(without: "jazz-night"))
    #expect(try changes(edition).filter { $0.contains("jazz") } == [])
    #expect(try component("jazz-night", edition) == [])
  }

  @Test("Publishing again with the same run time gives the same bytes")
  func isRepeatable() throws {
    let gone = Self.events(without: "jazz-night", "morning-yoga")
    let one = try run(1, gone)
    let manifest = try one.text("manifest.json")
    let again = try run(1, gone)
    #expect(again.id == one.id)
    #expect(try again.text("manifest.json") == manifest)
  }

  @Test("Between any two editions, withdrawn events are removed and returned ones are added")
  func differs() throws {
    let gone = Self.events(without: "jazz-night")
    for number in [1, 2] { _ = try run(number, gone) }
    _ = try run(3, EditionFixture.events)
    let entries = try EditionArchive(output: output.folder).entries
    func lines(_ one: Int, _ other: Int) throws -> [String] {
      try EditionDifference(from: entries[one], to: entries[other]).lines
        .map { "\($0.kind.rawValue) \($0.event)" }.filter { $0.contains("jazz") }
    }
    #expect(try lines(0, 1) == ["gone jazz-night"])
    #expect(try lines(1, 2) == [])
    #expect(try lines(2, 3) == ["added jazz-night"])
    let other = try TemporaryOutput()
    for (number, events) in [gone, EditionFixture.events, gone].enumerated() {
      var contents = EditionFixture.contents(
        now: Self.first + number * Self.step, events: events)
      contents.options.keepCancelled = 86_400
      try other.publish(contents)
    }
    let between = try EditionArchive(output: other.folder).entries
    #expect(try EditionDifference(from: between[0], to: between[2]).lines == [])
  }
}
