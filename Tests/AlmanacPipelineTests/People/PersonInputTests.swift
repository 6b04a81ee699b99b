import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import Testing

@Suite("Private inputs") struct PersonInputTests {
  @Test(
    "A mistake is reported with file and line; the person keeps the last files, others get new ones"
  )
  func namesMistakes() async throws {
    let people = try PeopleFixture()
    try people.write("ada", "tasks: [{id: a, title: First, due: 2026-03-05}]")
    try people.write("bob", "tasks: [{id: a, title: First, due: 2026-03-05}]")
    try await people.fixture.run()
    try people.write("ada", "name: Ada\ntaskz: []\n")
    try people.write("bob", "tasks: [{id: a, title: Second, due: 2026-03-05}]")
    let report = try await people.fixture.run(after: 1)
    let finding = try #require(report.findings.first { $0.code == "W_PEOPLE" })
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("1 of 2 persons"))
    #expect(!finding.message.contains("ada"))
    #expect(report.exitCode == .published)
    let plan = try await people.plan()
    let mistake = try #require(plan.mistakes.first)
    #expect(mistake.file.hasSuffix("people/ada/person.yaml"))
    #expect(mistake.line == 2)
    #expect(mistake.message == "unknown key 'taskz'; did you mean 'tasks'?")
    let check = ConfigurationCheck(configuration: people.fixture.configuration, environment: [:])
    #expect(check.mistakes == plan.mistakes)
    let json = try people.text("report.json")
    #expect(json == (try plan.json + "\n"))
    #expect(json.contains(#""schema":"almanac.plan/1""#))
    #expect(json.contains(#""line":2,"message":"unknown key 'taskz'; did you mean 'tasks'?""#))
    #expect(try people.text("ada/tasks.ics").contains("SUMMARY:First"))
    #expect(try people.text("bob/tasks.ics").contains("SUMMARY:Second"))
  }

  @Test(
    "Malformed values are refused with their line",
    arguments: [
      (#"{"quiet": "22-7"}"#, "quiet: expected hours such as 22:00-07:00"),
      (
        #"{"attending": "id@yesterday"}"#,
        "'id@yesterday' is neither an event's id nor ID@2026-03-05"
      ),
      (#"{"home": "castle"}"#, "no place 'castle' with a point is in the gazetteer"),
      (
        #"{"interests": {"categories": "sports"}}"#,
        "'sports' is no category; known are arts, others"
      ),
      (#"{"means": {"flying": {}}}"#, "unknown key 'means.flying'"),
      (
        #"{"events": [{"id": "a", "title": "A", "start": "2026-03-05T10:00"}]}"#, "needs 'end'"
      ),
      (
        #"{"events": [{"id": "a", "title": "A", "earliest": "2026-03-05T10:00"}]}"#,
        "needs 'latest'"
      ),
      (
        #"{"events": [{"id": "a", "title": "A", "start": "2026-03-05", "end": "2026-03-05T10:00"}]}"#,
        "must both be days"
      ),
      (
        #"{"events": [{"id": "a", "title": "A", "start": "2026-03-05", "end": "2026-03-05", "until": "2026-03-09"}]}"#,
        "needs 'frequency'"
      ),
      (#"{"tasks": [{"id": "a", "title": "A", "due": "soon"}]}"#, "'soon' is no time"),
      (#"{"tasks": ["#, "is not JSON"),
    ])
  func refusesValues(line: String, message: String) async throws {
    let people = try PeopleFixture()
    try await people.fixture.run()
    try people.write("ada", "\n{\"name\": \"Ada\"}\n\(line)\n", file: "inputs.ndjson")
    let report = try await people.plan()
    #expect(report.planned == 0)
    #expect(report.mistakes.count == 1)
    #expect(report.mistakes.first?.line == 3)
    let text = report.mistakes.first?.message ?? ""
    #expect(text.contains(message), "\(text)")
  }

  @Test("A flexible event may be on any day from its first to its last one")
  func readsFlexibleDays() async throws {
    let people = try PeopleFixture()
    try people.write(
      "ada",
      "events: [{id: a, title: Errand, earliest: 2026-03-05, latest: 2026-03-05, duration: 60m}]")
    try await people.fixture.run()
    #expect(try people.text("ada/agenda.ics").contains("SUMMARY:Errand"))
  }

  @Test("Aliases that make a small file huge are refused")
  func refusesAliases() async throws {
    let people = try PeopleFixture()
    let levels = (1...8).map { level in
      "w\(level): &w\(level) [\(Array(repeating: "*w\(level - 1)", count: 10).joined(separator: ", "))]"
    }
    try people.write("ada", "w0: &w0 [a]\n" + levels.joined(separator: "\n"))
    try await people.fixture.run()
    let mistake = try #require(try await people.plan().mistakes.first)
    #expect(mistake.message == "has more than 1000000 values, aliases counted")
  }

  @Test("A missing folder of people doesn't prevent an edition")
  func survivesMissingFolder() async throws {
    let people = try PeopleFixture()
    try FileManager.default.removeItem(at: people.fixture.folder.url.appending(path: "people"))
    let report = try await people.fixture.run()
    #expect(report.exitCode == .published)
    #expect(report.findings.contains { $0.code == "W_PEOPLE" })
    await #expect(throws: ConfigurationError.self) { try await people.plan() }
  }
}
