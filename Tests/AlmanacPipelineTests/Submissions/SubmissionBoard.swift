import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation

/// A campus whose people submit events to a log.
struct SubmissionBoard {
  let fixture: CampusFixture
  let key = Array(repeating: "k3y", count: 10).joined(separator: " ")
  private let tokens: SubmissionTokens

  /// - Parameter people: Persons by id with their inputs.
  init(_ people: [String: String] = [:], definition: String = "") throws {
    fixture = try CampusFixture.empty()
    try fixture.append(
      """
      publish:
        uidDomain: hill.example
        address: https://events.hill.example
        submit: "mailto:board@hill.example?subject=Event&body=Title:%0AStart:"
        report: "https://hill.example/report?event={id}"
      """)
    try fixture.folder.write(key, to: "config/board.key")
    try fixture.add("choir", CampusFixture.calendar(), file: "choir.ics")
    try fixture.add(
      "board", "", file: "log.ndjson",
      definition: """
        kind: submissions
        submissions: {key: {file: ../../board.key}}
        \(definition)
        """)
    tokens = try SubmissionTokens(
      configuration: fixture.configuration, source: "board", environment: [:])
    guard !people.isEmpty else { return }
    try fixture.append("people: ../people")
    for (id, text) in people { try fixture.folder.write(text, to: "people/\(id)/person.yaml") }
  }

  func token(_ person: String) -> String {
    tokens.token(for: person, isStaff: false, until: fixture.now + 86_400)
  }

  /// A line that was written `seconds` before the run.
  func line(
    _ op: String, _ id: String, by person: String, ago seconds: Int,
    _ members: [String: String] = [:]
  ) throws -> String {
    var members = members
    members["op"] = op
    members["id"] = id
    members["at"] = (fixture.now - seconds).rfc3339
    members["token"] = token(person)
    return String(
      decoding: try JSONSerialization.data(withJSONObject: members, options: .sortedKeys),
      as: UTF8.self)
  }

  func append(_ lines: String...) throws { try append(lines) }

  func append(_ lines: [String]) throws {
    let url = fixture.folder.url.appending(path: "config/feeds/board/log.ndjson")
    let text = try String(contentsOf: url, encoding: .utf8)
    try fixture.folder.write(
      text + lines.map { $0 + "\n" }.joined(), to: "config/feeds/board/log.ndjson")
  }

  func review() throws -> Review<WaitingSubmission> {
    try Review(fixture.lastRun(), limit: 50)
  }

  /// The titles in the calendar of all events that take place.
  func titles() throws -> Set<String> {
    Set(
      try fixture.text("calendars/all.ics").replacing("\r\n", with: "\n")
        .components(separatedBy: "BEGIN:VEVENT").dropFirst()
        .filter { !$0.contains("STATUS:CANCELLED") }
        .compactMap { $0.firstMatch(of: /\nSUMMARY:([^\n]*)/).map { String($0.1) } })
  }

  static func event(_ title: String, _ more: [String: String] = [:]) -> [String: String] {
    ["title": title, "start": "2026-03-20T19:00", "venue": "Great Hall"].merging(more) { $1 }
  }
}
