import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import GRDB
import Testing

/// One event through several runs, in the edition, its change log and its calendar.
@Suite struct LifecycleTests {
  /// The concert as its source states it tonight, beside a fair that stays as it is.
  private struct Concert {
    var title = "Spring Concert"
    var start = "20260310T193000"
    var venue = "Great Hall"
    var status: String?

    var calendar: String {
      CampusFixture.calendar(
        title: title, start: start,
        extra: (status.map { "STATUS:\($0)\n" } ?? "") + Self.fair
      ).replacing("LOCATION:Great Hall", with: "LOCATION:\(venue)")
    }

    static let fair =
      "END:VEVENT\nBEGIN:VEVENT\nUID:two@hill.example\nDTSTART:20260312T100000Z\nSUMMARY:Fair\n"
    static let alone = CampusFixture.calendar(
      uid: "two@hill.example", title: "Fair", start: "20260312T180000")
  }

  /// The concert as one run publishes it.
  private struct ReportedEvent {
    var id: String?
    var sequence: Int?
    var status: String?
    /// Kind and field of each change, with its new value.
    var changes: [String]
  }

  private func reported(_ fixture: CampusFixture, of title: String = "Spring Concert") throws
    -> ReportedEvent
  {
    let components = try fixture.text("calendars/all.ics").split(separator: "BEGIN:VEVENT")
      .map(String.init).filter { $0.contains(title) }
    let component = components.first
    func value(_ name: String) -> String? {
      component?.split(whereSeparator: \.isNewline).map(String.init)
        .first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
    }
    let changes = try fixture.text("changes.ndjson").split(separator: "\n").map { line in
      try JSONValue(parsing: Array(line.utf8))
    }
    return ReportedEvent(
      id: value("UID"), sequence: value("SEQUENCE").flatMap { Int($0) }, status: value("STATUS"),
      changes: changes.filter { $0["title"]?.string?.contains(title) == true }.map { change in
        [change["change"], change["field"], change["new"]].compactMap { $0?.string }
          .joined(separator: " ")
      })
  }

  @Test(
    "An event that is cancelled, confirmed, postponed, moved, withdrawn and back has one id and a rising sequence"
  )
  func lives() async throws {
    let fixture = try CampusFixture.empty()
    var hours = 0
    func tonight(_ text: String) async throws -> ReportedEvent {
      try fixture.add("calendar", text, file: "feed.ics")
      try await fixture.run(after: hours)
      hours += 24
      return try reported(fixture)
    }
    let first = try await tonight(Concert().calendar)
    #expect(first.changes == ["added"])
    #expect(first.sequence == 0 && first.status == "CONFIRMED")

    let cancelled = try await tonight(Concert(status: "CANCELLED").calendar)
    #expect(cancelled.changes == ["cancelled status cancelled"])
    #expect(cancelled.sequence == 1 && cancelled.status == "CANCELLED")
    let still = try await tonight(Concert(status: "CANCELLED").calendar)
    #expect(still.changes.isEmpty)
    #expect(still.sequence == 1 && still.status == "CANCELLED")

    let moved = try await tonight(Concert(start: "20260311T200000").calendar)
    #expect(
      moved.changes == ["changed status confirmed", "changed start 2026-03-11T20:00:00+08:00"])
    #expect(moved.sequence == 2 && moved.status == "CONFIRMED")

    let postponed = try await tonight(
      Concert(title: "POSTPONED: Spring Concert", start: "20260311T200000").calendar)
    #expect(postponed.changes == ["changed status postponed"])
    #expect(postponed.sequence == 3)

    let away = Concert(start: "20260311T200000", venue: "Hill Library").calendar
    let elsewhere = try await tonight(away)
    #expect(
      elsewhere.changes == [
        "changed status confirmed", "changed venue Hill Library", "changed place hill/library",
        "changed latitude 1.31", "changed longitude 103.78",
      ])
    #expect(elsewhere.sequence == 4)

    let withdrawn = try await tonight(Concert.alone)
    #expect(withdrawn.changes == ["withdrawn"])
    #expect(withdrawn.id == first.id && withdrawn.status == "CANCELLED")
    #expect(withdrawn.sequence == 5)
    let gone = try await tonight(Concert.alone)
    #expect(gone.changes.isEmpty && gone.sequence == 5 && gone.status == "CANCELLED")

    let back = try await tonight(away)
    #expect(back.changes == ["added"])
    #expect((back.sequence ?? 0) > 5, "a calendar that kept it takes no lower one")
    let ids = [first, cancelled, still, moved, postponed, elsewhere, back].map(\.id)
    #expect(Set(ids).count == 1 && first.id != nil)
    let later = try await tonight(Concert(start: "20260311T210000", venue: "Hill Library").calendar)
    #expect(later.sequence == (back.sequence ?? 0) + 1)
  }

  @Test(
    "An event that the operator hides, or whose source is removed, is not published as cancelled")
  func goesUnsaid() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", Concert().calendar, file: "feed.ics")
    try fixture.add(
      "choir", CampusFixture.calendar(uid: "c@choir", title: "Choir", start: "20260314T100000"),
      file: "feed.ics")
    try fixture.append("decisions: decisions.yaml")
    try fixture.folder.write("hide: []\n", to: "config/decisions.yaml")
    try await fixture.run()
    #expect(
      try reported(fixture).status == "CONFIRMED"
        && reported(fixture, of: "Choir").status == "CONFIRMED")
    try fixture.folder.write(
      "hide:\n- listing: calendar/one@hill.example\n", to: "config/decisions.yaml")
    try FileManager.default.removeItem(
      at: fixture.folder.url.appending(path: "config/feeds/choir"))
    try await fixture.run(after: 24)
    #expect(try reported(fixture).id == nil && reported(fixture, of: "Choir").id == nil)
    #expect(try reported(fixture, of: "Fair").status == "CONFIRMED")
    let text = try fixture.text("calendars/all.ics") + fixture.text("geojson/events.geojson")
    #expect(!text.contains("Spring Concert"))
  }

  @Test("A source that is renamed keeps its events, their ids and the decisions about them")
  func renamesSource() async throws {
    let fixture = try CampusFixture.empty()
    let window = "completeness: window\n"
    try fixture.append("decisions: decisions.yaml")
    try fixture.folder.write(
      "hide:\n- listing: choir/c@choir\n", to: "config/decisions.yaml")
    try fixture.add("choir", Concert().calendar, file: "feed.ics", definition: window)
    try await fixture.run()
    // The concert and the fair are not listed any more, and then the feed is not there.
    let hidden = CampusFixture.calendar(uid: "c@choir", title: "Choir", start: "20260314T100000")
    try fixture.add("choir", hidden, file: "feed.ics", definition: window)
    try await fixture.run(after: 24)
    let ids = try ["Spring Concert", "Fair"].map { try reported(fixture, of: $0).id }
    #expect(!ids.contains(nil))
    let feeds = fixture.folder.url.appending(path: "config/feeds")
    try FileManager.default.removeItem(at: feeds.appending(path: "choir"))
    try fixture.add("singers", nil, file: "feed.ics", definition: window + "formerly: choir")
    for (hours, isNew) in [(48, true), (72, false)] {
      let report = try await fixture.run(after: hours)
      #expect(report.findings.contains { $0.code == "I_SOURCE_RENAMED" } == isNew)
      #expect(try ["Spring Concert", "Fair"].map { try reported(fixture, of: $0).id } == ids)
      #expect(try reported(fixture, of: "Choir").id == nil)
    }
    #expect(try fixture.text("geojson/events.geojson").contains("singers"))
    try fixture.add("choir", hidden, file: "feed.ics", definition: window)
    let both = try await fixture.run(after: 96)
    #expect(both.findings.contains { $0.code == "W_CONFIGURATION" && $0.source == "singers" })
    #expect(try reported(fixture).id == ids[0])
  }

  @Test(
    "An event that a source withdrew is cancelled, also if the source is renamed later or meanwhile",
    arguments: [true, false])
  func renamesWithdrawing(isLater: Bool) async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("choir", Concert().calendar, file: "feed.ics")
    try await fixture.run()
    let id = try reported(fixture).id
    if isLater {
      try fixture.add("choir", Concert.alone, file: "feed.ics")
      try await fixture.run(after: 24)
    }
    let feeds = fixture.folder.url.appending(path: "config/feeds")
    try FileManager.default.removeItem(at: feeds.appending(path: "choir"))
    try fixture.add(
      "singers", Concert.alone, file: "feed.ics", definition: "formerly: choir")
    for hours in [48, 72] {
      try await fixture.run(after: hours)
      let reported = try reported(fixture)
      #expect(reported.status == "CANCELLED" && reported.id == id)
    }
  }

  @Test("A withdrawn event is removed at once if configured")
  func goesAtOnce() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("publish: {keepCancelled: 0d}")
    try fixture.add("calendar", Concert().calendar, file: "feed.ics")
    try await fixture.run()
    try fixture.add("calendar", Concert.alone, file: "feed.ics")
    try await fixture.run(after: 24)
    let reported = try reported(fixture)
    #expect(reported.changes == ["withdrawn"] && reported.id == nil)
  }

  @Test("If two events become one, one id redirects; when they part, it comes back")
  func merges() async throws {
    let fixture = try CampusFixture.empty()
    let madrigals = "Evening of Madrigals"
    try fixture.add("choir", CampusFixture.calendar(uid: "a@choir"), file: "feed.ics")
    try fixture.add(
      "union", CampusFixture.calendar(uid: "b@union", title: madrigals, start: "20260310T210000"),
      file: "feed.ics")
    try fixture.append("decisions: decisions.yaml")
    try fixture.folder.write("same: []\n", to: "config/decisions.yaml")
    try await fixture.run()
    let concert = try #require(try reported(fixture).id)
    let evening = try #require(try reported(fixture, of: madrigals).id)

    try fixture.folder.write(
      "same:\n- listings: [choir/a@choir, union/b@union]\n", to: "config/decisions.yaml")
    try await fixture.run(after: 24)
    let one = try reported(fixture)
    #expect([concert, evening].contains(one.id))
    let kept = try #require(one.id).split(separator: "@")[0]
    let gone = try #require([concert, evening].first { $0 != one.id }).split(separator: "@")[0]
    #expect(try aliases(fixture) == [[String(gone), String(kept)]])
    #expect(try fixture.text("changes.ndjson").contains(#""change":"merged""#))

    try fixture.folder.write("same: []\n", to: "config/decisions.yaml")
    try await fixture.run(after: 48)
    let (apart, other) = (try reported(fixture), try reported(fixture, of: madrigals))
    #expect(apart.id == concert && other.id == evening)
    #expect(try aliases(fixture).isEmpty)
    #expect((apart.sequence ?? 0) > 0 && (other.sequence ?? 0) > 0)
  }

  private func aliases(_ fixture: CampusFixture) throws -> [[String]] {
    let file = fixture.folder.url.appending(path: "output/latest/almanac.sqlite")
    return try DatabaseQueue(path: file.path).read { database in
      try Row.fetchAll(database, sql: "SELECT alias, event FROM event_alias").map {
        [$0["alias"], $0["event"]]
      }
    }
  }
}
