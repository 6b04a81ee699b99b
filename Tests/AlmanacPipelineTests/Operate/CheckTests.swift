import AlmanacIngest
import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("almanac check") struct CheckTests {
  @Test("All mistakes are reported at once, with file, line and the nearest known key")
  func mistakes() throws {
    let fixture = try CampusFixture.empty()
    try fixture.append(
      """
      windw: {past: 1d}
      fetch: {perHots: 2}
      publish: {keepEditions: none}
      shrink: {percent: 500}
      """)
    try fixture.add("one", CampusFixture.calendar(), file: "feed.ics", definition: "formt: rss")
    try fixture.add("two", CampusFixture.calendar(), file: "feed.ics", definition: "every: often")
    let check = ConfigurationCheck(configuration: fixture.configuration, environment: [:])
    #expect(check.exitCode == .configuration)
    let messages = check.mistakes.map(\.description)
    #expect(check.mistakes.count == 6, "\(messages)")
    for words in [
      "almanac.yaml:4: unknown key 'windw'; did you mean 'window'?",
      "almanac.yaml:5: unknown key 'fetch.perHots'; did you mean 'perHost'?",
      "one/feed.yaml:3: unknown key 'formt'; did you mean 'format'?",
      "two/feed.yaml:3: every: expected a duration",
    ] {
      #expect(messages.contains { $0.contains(words) }, "\(words) in \(messages)")
    }
    let json = try ProgramFolder.object(check.json)
    #expect((json["mistakes"] as? [[String: Any]])?.count == 6)
    #expect(json["exit"] as? Int == 78)
  }

  @Test("Doubtful values are warnings: defaults, secrets, decisions, campuses")
  func warnings() throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("decisions: decisions.yaml")
    try fixture.folder.write(
      """
      pin-place: [{venue: The Pit, place: nowhere}]
      set: [{event: a, category: nothing}]
      """, to: "config/decisions.yaml")
    try fixture.folder.write(
      "campus: hill\nurl: https://hill.example/a.ics\nauth: {bearer: {env: HILL_TOKEN}}\n",
      to: "config/feeds/web/feed.yaml")
    let check = ConfigurationCheck(configuration: fixture.configuration, environment: [:])
    #expect(check.mistakes.isEmpty)
    #expect(check.exitCode == .published)
    let subjects = Set(check.warnings.compactMap(\.subject))
    #expect(
      subjects.isSuperset(of: [
        "publish.uidDomain", "fetch.userAgent", "web", "pin-place: the pit", "edit: a",
      ]), "\(subjects)")
    let known = ConfigurationCheck(
      configuration: fixture.configuration, environment: ["HILL_TOKEN": "x"])
    #expect(!known.warnings.contains { $0.subject == "web" })
  }

  @Test("A preview shows the format of a feed, places and times of its events, and which are new")
  func preview() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    let venues = CampusFixture.calendar(
      extra:
        "END:VEVENT\nBEGIN:VEVENT\nUID:two\nDTSTAMP:20260301T000000Z\nDTSTART:20260311T193000\nSUMMARY:Poetry Slam\nLOCATION:The Cellar\n"
    )
    try fixture.folder.write(venues, to: "other.ics")
    var options = PreviewOptions(
      configuration: fixture.configuration, output: fixture.folder.url.appending(path: "output"),
      now: fixture.now)
    options.environment = [:]
    let previewer = try FeedPreviewer(options)
    let other = try await previewer.preview(fixture.folder.url.appending(path: "other.ics").path)
    #expect(other.exitCode == .published)
    #expect(other.document?.format == .icalendar)
    #expect(other.accepted == 2)
    #expect(Array(other.placed.keys) == ["alias"] || Array(other.placed.values) == [1])
    #expect(other.unplaced.map(\.venue) == ["The Cellar"])
    #expect(other.zones["Asia/Singapore"] != nil)
    #expect(other.zones["no zone"] != nil)
    #expect(other.novelties == [.new: 1, .shared: 1])
    #expect(other.comparedWith != nil)
    let text = other.text(limit: 5)
    #expect(text.contains("+ ") && text.contains("Poetry Slam"), "\(text)")
    #expect(text.contains("→ what a run would publish: 1 added"), "\(text)")
    let before = try fixture.folder.contents(of: "output")
    let known = try await previewer.preview("calendar")
    #expect(try fixture.folder.contents(of: "output") == before, "a preview writes nothing")
    #expect(known.novelties == [.known: 1])
    #expect(known.source == "calendar")
    #expect(known.comparedWith == other.comparedWith && known.diff == nil, "nothing would change")
    #expect(known.text().contains("1 known already (beside edition "), "\(known.text())")
    let novelty = try ProgramFolder.object(other.json)["novelty"] as? [String: Int]
    #expect(novelty?["new"] == 1)
    #expect(other.text().contains("The Cellar"))
    #expect(other.unmapped.isEmpty, "'Music' leads to a category, and the other has none")
    await #expect(throws: PreviewError.self) { try await previewer.preview("nobody") }
    try fixture.folder.write(CampusFixture.calendar(start: "20240310T193000"), to: "past.ics")
    let past = try await previewer.preview(fixture.folder.url.appending(path: "past.ics").path)
    #expect(past.isUsable && past.findings.map(\.code) == ["W_OUTSIDE_WINDOW"])
    #expect(past.text().contains("between 2026-01-31 and 2027-04-13"))
  }

  @Test("'check' exits 0 for a feed, 65 for none, 64 for an unknown name, 78 for a mistake")
  func codes() throws {
    let work = try ProgramFolder()
    try work.folder.write(CampusFixture.calendar(), to: "feed.ics")
    try work.folder.write("<html><title>Gone</title><body>no</body></html>", to: "page.html")
    let alone = try work.almanac("check", "feed.ics", "--timezone", "Asia/Singapore")
    #expect(alone.code == 0, "without any configuration: \(alone.errors)")
    #expect(alone.output.contains("icalendar"))
    let page = try work.almanac("check", "page.html", "--json")
    #expect(page.code == 65)
    #expect(page.output.contains("E_NOT_A_FEED"))
    #expect(try work.almanac("check", "nobody").code == 64)
    #expect(try work.almanac("check", "feed.ics", "--timezone", "Mars/Olympus").code == 78)
    #expect(try work.almanac("check").code == 78)
    #expect(try work.almanac("check", "--config", "/nowhere.yaml", "feed.ics").code == 78)
  }

  @Test("The project's own configuration has no mistake, and its samples are previewed")
  func own() throws {
    let answer = try CommandLineTests.almanac("check", "--samples")
    #expect(answer.code == 0, "\(answer.output)")
    let folder = try TemporaryFolder()
    let preview = try CommandLineTests.almanac(
      "check", "computing", "weather-nus", "nus-events", "--samples", "--json", "--output",
      folder.url.path)
    #expect(preview.code == 0, "\(preview.output)\(preview.errors)")
    #expect(preview.output.split(separator: "\n").count == 3)
    #expect(preview.output.contains(#""provider":"open-meteo""#))
  }
}
