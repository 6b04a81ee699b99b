import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite struct DoubtfulMergeTests {
  /// Two sources that may or may not speak of one thing.
  private func fixture() async throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    try fixture.add(
      "choir", CampusFixture.calendar(uid: "a@choir", title: "Chess Championship"), file: "feed.ics"
    )
    try fixture.add(
      "union",
      CampusFixture.calendar(
        uid: "b@union", title: "Chess Championship Social", start: "20260310T203000"
      ).replacing("Great Hall", with: "Great Foyer West"), file: "feed.ics")
    try await fixture.run()
    return fixture
  }

  private func review(_ fixture: CampusFixture, limit: Int = 10) throws -> Review<DoubtfulMerge> {
    try Review(fixture.lastRun(), limit: limit)
  }

  @Test("A doubtful pair is shown with both listings, and the printed entry decides it")
  func settles() async throws {
    let fixture = try await fixture()
    let text = try review(fixture).text
    for word in [
      "choir/a@choir", "union/b@union", "Chess Championship Social", "Great Foyer West",
      "2026-03-10T19:30:00+08:00", "other start", "under 'same:'", "under 'different:'",
    ] { #expect(text.contains(word), "\(word) in \(text)") }
    let entry = try #require(text.split(separator: "\n").last { $0.contains("- listings:") })
    for list in ["same", "different"] {
      try fixture.folder.write("\(list):\n\(entry)\n", to: "config/decisions.yaml")
      try fixture.append("decisions: decisions.yaml")
      #expect(try review(fixture).text == "no upcoming event is in doubt")
      let report = try await fixture.run(output: list)
      #expect(report.stages.first { $0.name == .deduplicate }?.accepted == (list == "same" ? 1 : 2))
      try fixture.folder.write(
        try String(contentsOf: fixture.configuration, encoding: .utf8)
          .replacing("decisions: decisions.yaml", with: ""), to: "config/almanac.yaml")
    }
  }

  @Test("The JSON has one pair a line")
  func json() async throws {
    let fixture = try await fixture()
    let lines = try review(fixture).lines
    #expect(lines.count == 1)
    let object = try ProgramFolder.object(lines[0].json)
    #expect(object["campus"] as? String == "hill")
    #expect(object["merged"] is Bool && object["score"] is Double)
    let listings = try #require(object["listings"] as? [[String: Any]])
    #expect(listings.map { $0["id"] as? String } == ["choir/a@choir", "union/b@union"])
    #expect(listings.first?["start"] as? String == "2026-03-10T19:30:00+08:00")
    #expect(
      object["decision"] as? String == #"- listings: ["choir/a@choir","union/b@union"]"#)
    #expect(try review(fixture, limit: 1).lines.count == 1)
  }
}
