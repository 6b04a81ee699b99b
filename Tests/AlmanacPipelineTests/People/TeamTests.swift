import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@Suite("Matches of persons and projects") struct TeamTests {
  private let fixture: CampusFixture

  init() throws {
    fixture = try CampusFixture.empty()
    try fixture.append("people: ../people")
    try fixture.add("choir", CampusFixture.calendar(), file: "choir.ics")
    for person in ["ada", "bob"] {
      try fixture.folder.write("name: \(person)", to: "people/\(person)/person.yaml")
    }
    try fixture.folder.write(
      """
      {"id": "boat", "title": "Solar boat", "owner": "bob", "at": "2026-02-01T08:00:00Z"}
      {"id": "kite", "title": "Kite camera", "owner": "eve", "members": ["bob"], "at": "2026-02-01T08:00:00Z"}

      """, to: "people/projects.ndjson")
  }

  private func swipes(_ lines: String...) throws {
    try fixture.folder.write(lines.joined(separator: "\n"), to: "people/swipes.ndjson")
  }

  private func line(_ user: String, _ direction: String, _ approve: String, day: Int) -> String {
    #"{"user": "\#(user)", "project": "boat", "direction": "\#(direction)", "approve": \#(approve), "at": "2026-02-0\#(day)T08:00:00Z"}"#
  }

  private func plan(after hours: Int = 0) async throws -> PeopleReport {
    let now = fixture.now + hours * 3_600
    return try await PeoplePlanner(
      RunOptions(
        configuration: fixture.configuration, output: fixture.folder.url.appending(path: "output"),
        now: now)
    ).run()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: fixture.folder.url.appending(path: "output/\(path)"), encoding: .utf8)
  }

  @Test("Only the two sides of a match see it; replaying the log changes no byte")
  func writesMatches() async throws {
    try swipes(
      line("ada", "user", "true", day: 3), line("ada", "project", #""right""#, day: 5),
      line("bob", "user", "true", day: 3), line("eve", "user", "true", day: 3))
    let report = try await fixture.run()
    #expect(!report.findings.contains { $0.code == "W_PEOPLE" })
    let match = #"{"at":"2026-02-05T08:00:00Z","id":"ada&boat","project":"boat","user":"ada"}"#
    let person = try text("people/ada/matches.json")
    #expect(person.contains(#""matches":[\#(match)]"#))
    #expect(person.contains(#""change":"matched""#))
    let project = try text("projects/boat/matches.json")
    #expect(project.contains(#""members":["ada","bob"]"#))
    #expect(project.contains(match) && !project.contains("eve"))
    #expect(try text("projects/kite/matches.json").contains(#""matches":[]"#))
    // Bob owns the project, and no file names persons that only swiped.
    let folder = fixture.folder.url.appending(path: "output")
    #expect(
      !FileManager.default.fileExists(
        atPath: folder.appending(path: "people/bob/matches.json").path))
    for path in ["projects/boat/matches.json", "people/ada/matches.json"] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.appending(path: path).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    let log = try text("../people/swipes.ndjson").split(separator: "\n")
    try fixture.folder.write(
      (log.reversed() + log).joined(separator: "\n"), to: "people/swipes.ndjson")
    let again = try await plan(after: 5)
    #expect(again.matches == 1)
    #expect(try text("people/ada/matches.json") == person)
    #expect(try text("projects/boat/matches.json") == project)
  }

  @Test("A withdrawn approval is no match, and one after a match is reported as unmatched, once")
  func reportsUnmatched() async throws {
    let mutual = [line("ada", "user", "true", day: 3), line("ada", "project", "true", day: 5)]
    try swipes(mutual[0], mutual[1])
    try await fixture.run()
    try swipes(mutual[0], mutual[1], line("ada", "user", #""left""#, day: 8))
    for hours in [3, 9] {
      #expect(try await plan(after: hours).matches == 0)
      for path in ["people/ada/matches.json", "projects/boat/matches.json"] {
        let file = try text(path)
        #expect(file.contains(#""matches":[]"#))
        #expect(file.matches(of: /"change":"unmatched"/).count == 1)
        #expect(
          file.contains(#"{"at":"2026-03-02T15:00:00Z","change":"unmatched","match":"ada&boat"}"#))
      }
      #expect(try text("projects/boat/matches.json").contains(#""members":["bob"]"#))
    }
  }

  @Test("The files of a deleted project, or of a lost log, are removed")
  func removesProjects() async throws {
    try await fixture.run()
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        atPath: fixture.folder.url.appending(path: "output/projects").path
      ).sorted()
    }
    #expect(try names() == ["boat", "kite"])
    let projects = try text("../people/projects.ndjson")
    try fixture.folder.write(
      projects
        + #"{"id": "kite", "deleted": true, "at": "2026-02-02T08:00:00Z"}"# + "\n"
        + #"{"id": "boat", "deleted": "yes", "at": "2026-02-02T08:00:00Z"}"#,
      to: "people/projects.ndjson")
    _ = try await plan()
    #expect(try names() == ["boat"])
    try FileManager.default.removeItem(
      at: fixture.folder.url.appending(path: "people/projects.ndjson"))
    #expect(try await plan().matches == 0)
    #expect(try names() == [])
  }

  @Test("A line with a mistake is reported with file and line, and the others count")
  func namesMistakes() async throws {
    try swipes(
      line("ada", "user", "true", day: 3), "{", line("Ada", "user", "true", day: 3),
      line("ada", "project", "true", day: 5))
    try await fixture.run()
    let report = try await plan()
    #expect(report.mistakes.map(\.line) == [2, 3])
    #expect(report.mistakes.allSatisfy { $0.file.hasSuffix("people/swipes.ndjson") })
    #expect(
      report.mistakes.last?.message
        == "'user' must be an id of lower-case letters, digits and hyphens")
    #expect(report.matches == 1)
    #expect(report.summary == "planned 2 of 2 persons; 1 match")
  }

  @Test("A person whose inputs were never valid gets matches, too, until removed")
  func matchesBrokenPerson() async throws {
    try fixture.folder.write("nonsense: true", to: "people/ada/person.yaml")
    try swipes(line("ada", "user", "true", day: 3), line("ada", "project", "true", day: 5))
    try await fixture.run()
    #expect(try await plan().matches == 1)
    #expect(try text("people/ada/matches.json").contains("ada&boat"))
    try FileManager.default.removeItem(at: fixture.folder.url.appending(path: "people/ada"))
    _ = try await plan()
    let folder = fixture.folder.url.appending(path: "output/people/ada").path
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("No edition, report or log has a name of a log of projects or swipes")
  func keepsSecrets() async throws {
    let lines = (0..<500).map { number in
      #"{"user": "zqxcanary-\#(number)", "project": "boat", "direction": "\#(number % 2 == 0 ? "user" : "project")", "approve": true, "at": "2026-02-03T08:00:00Z"}"#
    }
    try fixture.folder.write(lines.joined(separator: "\n"), to: "people/swipes.ndjson")
    let log = LogKeeper()
    try await fixture.run(log: log.logger)
    for folder in ["latest", "editions", "run", "workspace"] {
      for (name, bytes) in try fixture.folder.contents(of: "output/\(folder)") {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("zqxcanary") && !text.contains("Solar boat"), "\(name)")
      }
    }
    #expect(!log.text.contains("zqxcanary"))
  }
}
