import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import Testing

/// Runs in which nothing changed but the clock.
@Suite struct UnchangedRunTests {
  private func isRenewed(_ report: RunReport) -> Bool {
    report.stages.last?.name == .publish && report.stages.last?.unchanged == 1
  }

  @Test("All runs of a week after the first recompute nothing, and give the result of a forced run")
  func renews() async throws {
    let fixture = try CampusFixture.ofSamples()
    let output = fixture.folder.url.appending(path: "output")
    try await fixture.run()
    // Tuesday to Sunday, at other hours; the clock of the samples is a Monday's.
    for hours in [3, 26, 47, 75, 100, 130] {
      let isCompared = [26, 130].contains(hours)
      let other = fixture.folder.url.appending(path: "other")
      if isCompared {
        try? FileManager.default.removeItem(at: other)
        try FileManager.default.copyItem(at: output, to: other)
      }
      let report = try await fixture.run(after: hours)
      #expect(isRenewed(report), "after \(hours) h")
      for stage in report.stages where (.geocode ... .enrich).contains(stage.name) {
        #expect(stage.unchanged == 1, "\(stage.name) after \(hours) h")
      }
      guard isCompared else { continue }
      let full = try await fixture.run(output: "other", force: true, after: hours)
      #expect(!isRenewed(full))
      #expect(full.edition == report.edition)
      #expect(full.counts.map(\.count) == report.counts.map(\.count))
      #expect(try fixture.edition("other") == fixture.edition(), "after \(hours) h")
    }
    #expect(try await !isRenewed(fixture.run(after: 24 * 7)))
  }

  @Test("A change of any input of an edition makes it be written in full")
  func notices() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try fixture.append("decisions: decisions.yaml")
    try fixture.folder.write("hide: []\n", to: "config/decisions.yaml")
    try await fixture.run()
    var hours = 1
    func tonight() async throws -> Bool {
      hours += 1
      return isRenewed(try await fixture.run(after: hours))
    }
    #expect(try await tonight())
    #expect(try await tonight())
    let changes: [(String, () throws -> Void)] = [
      (
        "an event",
        { try fixture.add("calendar", CampusFixture.calendar(title: "Choir"), file: "feed.ics") }
      ),
      (
        "a source",
        {
          try fixture.add(
            "other", CampusFixture.calendar(uid: "a@b", title: "Fair", start: "20260312T100000"),
            file: "feed.ics")
        }
      ),
      (
        "attributions",
        {
          try fixture.add(
            "calendar", nil, file: "feed.ics", definition: "attribution: The Hill's choir")
        }
      ),
      ("how it is published", { try fixture.append("publish: {calendarName: Up the Hill}") }),
      (
        "what is hidden",
        {
          try fixture.folder.write(
            "hide:\n- listing: calendar/nobody\n", to: "config/decisions.yaml")
        }
      ),
      (
        "the taxonomy",
        {
          try fixture.folder.write(
            "categories: [{id: arts, name: The Arts}, {id: others, name: Others}]\n",
            to: "config/categories.yaml")
        }
      ),
      (
        "the gazetteer",
        {
          try fixture.folder.write(
            """
            {"type":"FeatureCollection","name":"hill","features":[{"type":"Feature",
            "id":"great-hall","geometry":{"type":"Point","coordinates":[103.77,1.3]},
            "properties":{"name":"Great Hall"}}]}
            """, to: "config/hill.geojson")
        }
      ),
    ]
    for (what, change) in changes {
      try change()
      #expect(try await !tonight(), "\(what)")
      #expect(try await tonight(), "after \(what)")
    }
  }

  @Test("After a rollback or damage of the newest edition, the next one is written in full")
  func distrusts() async throws {
    let fixture = try CampusFixture.ofSamples()
    try await fixture.run()
    let report = try await fixture.run(after: 1)
    let latest = fixture.folder.url.appending(path: "output/latest")
    let file = latest.resolvingSymlinksInPath().appending(path: "calendars/all.ics")
    let bytes = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    try bytes.dropLast().write(to: file)
    #expect(try await !isRenewed(fixture.run(after: 2)))
    #expect(try Data(contentsOf: latest.appending(path: "calendars/all.ics")) == bytes)
    let first = fixture.folder.url.appending(path: "output/editions/\(report.edition ?? "")")
    try FileManager.default.removeItem(at: latest)
    try FileManager.default.createSymbolicLink(at: latest, withDestinationURL: first)
    #expect(try await !isRenewed(fixture.run(after: 3)))
  }
}
