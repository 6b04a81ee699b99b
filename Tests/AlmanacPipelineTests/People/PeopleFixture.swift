import AlmanacModel
import AlmanacPipeline
import AlmanacPublish
import AlmanacTestSupport
import Foundation
import Testing

/// A town with one published event and the private inputs of a test.
struct PeopleFixture {
  let fixture: CampusFixture

  init() throws {
    fixture = try CampusFixture.empty()
    try fixture.append("people: ../people\npublish: {uidDomain: hill.example}")
    try fixture.add("choir", CampusFixture.calendar(), file: "choir.ics")
    try makePeople()
  }

  private func makePeople() throws {
    try FileManager.default.createDirectory(
      at: fixture.folder.url.appending(path: "people"), withIntermediateDirectories: true)
  }

  func write(_ person: String, _ text: String, file: String = "person.yaml") throws {
    try fixture.folder.write(text, to: "people/\(person)/\(file)")
  }

  /// The id of the one published event.
  func event() throws -> String {
    try #require(fixture.answer().reader.occurrences(EventFilter()).first).event
  }

  func planner() throws -> PeoplePlanner {
    try PeoplePlanner(
      RunOptions(
        configuration: fixture.configuration, output: fixture.folder.url.appending(path: "output"),
        now: fixture.now))
  }

  @discardableResult
  func plan() async throws -> PeopleReport { try await planner().run() }

  func text(_ path: String) throws -> String {
    try String(
      contentsOf: fixture.folder.url.appending(path: "output/people/\(path)"), encoding: .utf8)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(
      atPath: fixture.folder.url.appending(path: "output/people/\(path)").path)
  }

  /// The components of a calendar, by UID.
  func components(_ path: String) throws -> [String: String] {
    let text = try text(path).replacing("\r\n ", with: "")
    var found: [String: String] = [:]
    for part in text.components(separatedBy: "BEGIN:VEVENT\r\n").dropFirst() {
      let component = part.components(separatedBy: "END:VEVENT")[0]
      let uid = try #require(component.firstMatch(of: /UID:([^\r]+)/))
      found[String(uid.1)] = component
    }
    return found
  }
}
