import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

@Suite("Pages of events that are no longer on the map page") struct FormerPagesTests {
  private let output: TemporaryOutput

  init() throws { output = try TemporaryOutput() }

  @discardableResult
  private func publish(
    _ events: [Event], days: Int = 0, _ change: (inout EditionContents) -> Void = { _ in }
  ) throws -> PublishedEdition {
    var contents = EditionFixture.contents(
      now: EditionFixture.firstRun + days * 86_400, events: events)
    change(&contents)
    return try output.publish(contents, keep: 9)
  }

  private static func pages(_ edition: PublishedEdition) throws -> Set<String> {
    Set(
      try TemporaryOutput.files(in: edition.folder).filter { $0.hasPrefix("site/event/") }
        .map { String($0.dropFirst("site/event/".count).dropLast(".html".count)) })
  }

  private static let jazz = EventPages.path(of: "jazz-night")

  @Test("A page remains while the database contains the event, and loses no date")
  func past() throws {
    let first = try publish(EditionFixture.events)
    let second = try publish(EditionFixture.events, days: 5)
    #expect(try !second.text("site/data.js").contains("jazz-night"))
    #expect(try second.text(Self.jazz).contains("Tuesday 3 March 2026, <time"))
    #expect(
      try TemporaryOutput.inode(first.folder.appending(path: Self.jazz))
        == TemporaryOutput.inode(second.folder.appending(path: Self.jazz)))
  }

  @Test(
    "A page reports a past event as over once it has left the database, while the log contains it")
  func over() throws {
    let later = [EditionFixture.webinar]
    try publish(EditionFixture.events)
    let second = try publish(later, days: 40)
    let page = try second.text(Self.jazz)
    #expect(page.contains("<h1 dir=\"auto\">This event is over</h1>"))
    #expect(!page.contains("Jazz Night"))
    #expect(page.contains("<meta name=\"robots\" content=\"noindex\">"))
    #expect(page.contains("href=\"../index.html\"") && !page.contains("Great Hall"))
    let third = try publish(later, days: 41)
    #expect(
      try TemporaryOutput.inode(second.folder.appending(path: Self.jazz))
        == TemporaryOutput.inode(third.folder.appending(path: Self.jazz)))
    let last = try publish(later, days: 60) { $0.options.keepChanges = 14 * 86_400 }
    #expect(try Self.pages(last) == ["webinar"])
  }

  @Test("The page of a withdrawn event reports that it was probably cancelled")
  func withdrawn() throws {
    try publish(EditionFixture.events)
    let edition = try publish(EditionFixture.events.filter { $0.id != "webinar" }, days: 1)
    let page = try edition.text(EventPages.path(of: "webinar"))
    #expect(page.contains("was probably cancelled: no source lists it any more"))
    #expect(try Self.pages(edition).count == EditionFixture.events.count)
    let again = try publish(EditionFixture.events, days: 2)
    #expect(try again.text(EventPages.path(of: "webinar")).contains("Friday 20 March 2026"))
  }

  @Test("The page of a merged event links to the other event")
  func merged() throws {
    var trio = EditionFixture.jazz
    trio.id = "jazz-trio"
    trio.aliases = []
    try publish([trio])
    let edition = try publish([EditionFixture.jazz], days: 1)
    #expect(
      try edition.text(EventPages.path(of: "jazz-trio")).contains(
        "href=\"../index.html#jazz-night\">The other event</a>"))
  }

  @Test("The page of a hidden event is deleted")
  func hidden() throws {
    try publish(EditionFixture.events)
    let rest = EditionFixture.events.filter { $0.id != "jazz-night" }
    let edition = try publish(rest, days: 1) { $0.hidden = ["jazz-night"] }
    #expect(try Self.pages(edition) == Set(rest.map(\.id)))
  }

  @Test("In a large edition, only events of the map page get a page, which remains afterwards")
  func large() throws {
    func many(from day: Int) -> [Event] {
      (0...2_001).map { number in
        Event(
          id: "event-\(number)", campus: "hill", title: "Event \(number)",
          occurrences: [
            Occurrence(start: .day(CivilDate(dayNumber: 20_514 + (number == 7 ? day : 200))))
          ], listings: [])
      }
    }
    #expect(CivilDate(dayNumber: 20_514).description == "2026-03-02")
    let first = try publish(many(from: 3))
    #expect(try Self.pages(first) == ["event-7"])
    let second = try publish(many(from: 3), days: 9)
    #expect(try Self.pages(second) == ["event-7"])
    let third = try publish(Array(many(from: 3).dropFirst()), days: 10)
    #expect(try Self.pages(third) == ["event-7"])
  }
}
