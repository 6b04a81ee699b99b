import AlmanacModel
import AlmanacPublish
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("Views") struct ViewFilesTests {
  private static let other = """
    END:VEVENT
    BEGIN:VEVENT
    UID:two@hill.example
    DTSTART;TZID=Asia/Singapore:20260303T100000
    DTEND;TZID=Asia/Singapore:20260303T110000
    SUMMARY:Book [club] & <tea>
    LOCATION:Hill Library
    CATEGORIES:Other
    URL:https://hill.example/club

    """

  private func fixture(_ views: String, extra: String = "") async throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    if !extra.isEmpty { try fixture.append(extra) }
    try fixture.folder.write("views:\n\(views)\n", to: "config/views.yaml")
    try fixture.add(
      "calendar", CampusFixture.calendar(extra: Self.other), file: "feed.ics",
      definition: "attribution: Hill Union")
    try await fixture.run()
    return fixture
  }

  @Test("Each view has its files, which contain the results of its filter")
  func files() async throws {
    let fixture = try await fixture(
      "  - {id: books, name: Books & tea, filter: {place: library}}\n  - {id: all, name: All}")
    let edition = try fixture.edition()
    for file in [
      "calendars/view/books.ics", "geojson/view/books.geojson", "feeds/view/books.json",
      "feeds/view/books.rss", "feeds/view/books.atom", "site/view/books.html",
      "site/view/books-week.html", "site/view/books-week.md",
    ] {
      let text = String(decoding: try #require(edition[file]), as: UTF8.self)
      #expect(text.contains("club") && !text.contains("Spring Concert"), "\(file)")
      #expect(text.contains("Hill Union"), "\(file)")
    }
    var filter = EventFilter()
    filter.places = ["library"]
    let reader = try EditionReader(edition: fixture.folder.url.appending(path: "output/latest"))
    func body(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).components(separatedBy: "BEGIN:VEVENT").dropFirst()
        .joined()
    }
    #expect(
      body(try #require(edition["calendars/view/books.ics"])) == body(try reader.calendar(filter)))
    #expect(edition["geojson/view/books.geojson"] == Optional(try reader.geoJSON(filter)))
    let all = try fixture.text("calendars/view/all.ics")
    #expect(all.contains("Spring Concert") && all.contains("X-WR-CALNAME:All"))
    #expect(all.contains("club"))
    let list = try fixture.text("site/view/books.html")
    #expect(list.contains("<title>Books &amp; tea</title>"))
    #expect(list.contains("Book [club] &amp; &lt;tea&gt;"))
    // The concert is eight days ahead.
    #expect(try !fixture.text("site/view/all-week.md").contains("Concert"))
    #expect(try fixture.text("site/view/all.html").contains("Concert"))
    #expect(
      try fixture.text("site/view/books-week.md").contains(
        "- 10:00 [Book \\[club\\] \\& \\<tea\\>](<https://hill.example/club>), Hill Library"))
  }

  @Test("A run on another day links unchanged files and rewrites the dated ones")
  func renews() async throws {
    let fixture = try await fixture("  - {id: books, name: Books, filter: {place: library}}")
    let first = try fixture.edition()
    try await fixture.run(after: 30)
    let renewed = try fixture.edition()
    // The page of an event remains after the event has left the map page.
    #expect(renewed.keys.sorted() == first.keys.sorted())
    #expect(first.keys.count { $0.hasPrefix("site/event/") } == 2)
    #expect(renewed["calendars/view/books.ics"] == first["calendars/view/books.ics"])
    #expect(try !fixture.text("site/view/books-week.md").contains("club"))
    try await fixture.run(force: true, after: 30)
    let forced = try fixture.edition()
    #expect(
      forced.filter { $0.key != "manifest.json" } == renewed.filter { $0.key != "manifest.json" })
  }

  @Test(
    "A view's filter finds by audience, online attendance and distance",
    arguments: [
      ("audience: students", ["Seminar"]), ("online: true", ["Seminar"]),
      ("{near: [1.31, 103.78], radius: 300}", ["Book"]), ("free: true", []),
    ])
  func filters(filter: String, titles: [String]) async throws {
    let fixture = try CampusFixture.empty()
    let wrapped = filter.hasPrefix("{") ? filter : "{\(filter)}"
    try fixture.folder.write(
      "views: [{id: v, name: V, filter: \(wrapped)}]\n", to: "config/views.yaml")
    try fixture.add(
      "calendar",
      CampusFixture.calendar(title: "Seminar").replacing(
        "LOCATION:Great Hall",
        with: "LOCATION:Zoom\nDESCRIPTION:Online. Open to students only."), file: "a.ics")
    try fixture.add("other", CampusFixture.calendar(uid: "2@h", title: "Plain"), file: "b.ics")
    try fixture.add(
      "third",
      CampusFixture.calendar(uid: "3@h", title: "Book").replacing(
        "Great Hall", with: "Hill Library"),
      file: "c.ics")
    try await fixture.run()
    let calendar = try fixture.text("calendars/view/v.ics")
    for title in ["Seminar", "Plain", "Book"] {
      #expect(calendar.contains("SUMMARY:\(title)") == titles.contains(title), "\(title)")
    }
  }

  @Test(
    "A mistake in views.yaml ends the run with its line",
    arguments: [
      "- {id: Two Words, name: x}", "- {id: a}", "- {id: a, name: x, filter: {category: nothing}}",
      "- {id: a, name: x, filter: {place: nowhere}}", "- {id: a, name: x, filter: {source: none}}",
      "- {id: a, name: x, filter: {colour: red}}", "- {id: a, name: x, filter: {near: [100, 0]}}",
    ])
  func mistakes(entry: String) throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try fixture.folder.write("views:\n  \(entry)\n", to: "config/views.yaml")
    let check = ConfigurationCheck(configuration: fixture.configuration, environment: [:])
    #expect(check.mistakes.count == 1, "\(check.mistakes)")
    #expect(
      check.mistakes.first?.line == 2 && check.mistakes.first?.file.hasSuffix("views.yaml") == true)
  }

  @Test(
    "Calendars show cancelled dates as configured",
    arguments: [
      ("status", ["STATUS:CANCELLED", "SUMMARY:Spring Concert"]),
      ("title", ["STATUS:CANCELLED", "SUMMARY:Cancelled: Spring Concert"]), ("omit", []),
    ])
  func cancelled(mode: String, lines: [String]) async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("publish: {cancelled: \(mode)}")
    let extra = "STATUS:CANCELLED\n" + Self.other
    try fixture.add("calendar", CampusFixture.calendar(extra: extra), file: "feed.ics")
    try await fixture.run()
    let calendar = try fixture.text("calendars/all.ics")
    for line in lines { #expect(calendar.contains("\(line)\r\n"), "\(line)") }
    #expect(calendar.contains("Spring Concert") == !lines.isEmpty)
    #expect(calendar.contains("club"))
    let query = String(decoding: try fixture.answer().reader.calendar(EventFilter()), as: UTF8.self)
    #expect(query.components(separatedBy: "BEGIN:VEVENT").count == (lines.isEmpty ? 2 : 3))
  }

  @Test("A cancelled date of a series that calendars omit is an exception of its rule")
  func omitsDates() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("publish: {cancelled: omit}")
    let cancelled = """
      RRULE:FREQ=DAILY;COUNT=3
      END:VEVENT
      BEGIN:VEVENT
      UID:one@hill.example
      DTSTAMP:20260301T000000Z
      RECURRENCE-ID;TZID=Asia/Singapore:20260311T193000
      DTSTART;TZID=Asia/Singapore:20260311T193000
      SUMMARY:Spring Concert
      STATUS:CANCELLED

      """
    try fixture.add("calendar", CampusFixture.calendar(extra: cancelled), file: "feed.ics")
    try await fixture.run()
    let calendar = try fixture.text("calendars/all.ics")
    #expect(calendar.contains("RRULE:FREQ=DAILY;COUNT=3") && calendar.contains("EXDATE"))
    #expect(calendar.contains("20260311T193000") && !calendar.contains("CANCELLED"))
  }
}
