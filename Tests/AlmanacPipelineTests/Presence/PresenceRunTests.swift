import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

@Suite("A source of kind presence") struct PresenceRunTests {
  private var fixture: CampusFixture
  private static let key = "zqxkey-0123456789abcdef"

  init() throws {
    fixture = try CampusFixture.empty()
    try fixture.add("choir", CampusFixture.calendar(), file: "choir.ics")
    try fixture.folder.write(Self.key, to: "config/feeds/people/presence.key")
    try fixture.add(
      "people", nil, file: "log.ndjson",
      definition: """
        kind: presence
        presence:
          key: {file: presence.key}
          capacity: {great-hall: 100}
        """)
  }

  /// A line, so many minutes before the run time of the tests.
  private static func line(
    _ person: String, minutes: Int, at place: String = #""place": "great-hall""#
  ) -> String {
    let at = Instant(secondsSinceEpoch: 1_772_452_800 - Int64(minutes) * 60)
    return #"{"person": "\#(person)", "at": "\#(at.rfc3339)", \#(place)}"#
  }

  /// So many persons at a place, each with a name that is nowhere else.
  private static func lines(
    _ count: Int, minutes: Int, at place: String = #""place": "great-hall""#
  ) -> [String] {
    (0..<count).map { line("zqxcanary-\($0)", minutes: minutes, at: place) }
  }

  private func write(_ lines: [String], to file: String = "log.ndjson") throws {
    try fixture.folder.write(
      lines.joined(separator: "\n") + "\n", to: "config/feeds/people/\(file)")
  }

  private func cells(_ output: String = "output") throws -> [String] {
    let path = fixture.folder.url.appending(path: "\(output)/latest/almanac.sqlite").path
    return try DatabaseQueue(path: path).read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT place, hour, people_min, people_max, word FROM presence ORDER BY hour, place
          """
      ).map { row in
        let word: String? = row[4]
        let people = "\(row[2] as Int)-\(row[3] as Int)"
        return "\(row[0] as String) \(row[1] as Int64) \(people) \(word ?? "")"
      }
    }
  }

  @Test("Past hours are published as ranges and words, by footprint and by place")
  func publishes() async throws {
    // 10:00 to 11:00 and 11:00 to 12:00 in UTC; the run is at 12:00, and an hour waits for 15 minutes.
    try write(
      Self.lines(60, minutes: 90) + Self.lines(80, minutes: 30)
        + (100..<140).map {
          Self.line("p\($0)", minutes: 80, at: #""latitude": 1.3101, "longitude": 103.7801"#)
        } + (200..<209).map { Self.line("p\($0)", minutes: 80, at: #""place": "library""#) }
        + (300..<309).map { Self.line("p\($0)", minutes: 200, at: #""place": "library""#) })
    let report = try await fixture.run()
    #expect(report.findings.filter { $0.source == "people" } == [])
    let published = try cells()
    #expect(published.count == 2)
    #expect(published.first?.hasPrefix("hill/great-hall 1772445600 ") == true)
    #expect(published.first?.contains(/(50-69 busy|30-49 moderate)$/) == true)
    #expect(published.last?.hasPrefix("hill/library 1772445600 ") == true)
    let places = try fixture.text("geojson/places.geojson")
    #expect(places.contains(#""presence":{"hour":"2026-03-02T10:00:00Z","peopleMin":"#))
    #expect(
      try fixture.text("site/data.js").contains(#""presence":{"hour":"2026-03-02T10:00:00Z""#))
    try await fixture.run(after: 1)
    #expect(try cells().count == 3)
    #expect(try cells().prefix(2) == published[...])
  }

  @Test("A published cell is final: neither a later line nor the loss of the workspace changes it")
  func isFinal() async throws {
    try write(Self.lines(60, minutes: 90))
    try await fixture.run()
    let published = try cells()
    #expect(published.count == 1)
    // Ten more, who come late, and a place that had nobody.
    let late =
      (500..<560).map { Self.line("late-\($0)", minutes: 90) }
      + (600..<660).map { Self.line("late-\($0)", minutes: 90, at: #""place": "library""#) }
    try write(Self.lines(60, minutes: 90) + late)
    try await fixture.run(after: 1)
    #expect(try cells() == published)
    try write(Array(Self.lines(5, minutes: 90)))
    try await fixture.run(force: true, after: 2)
    #expect(try cells() == published)
    try FileManager.default.removeItem(at: fixture.folder.url.appending(path: "output/workspace"))
    try await fixture.run(after: 3)
    #expect(try cells() == published)
  }

  @Test("An hour waits for a log that could not be read")
  func waitsForLog() async throws {
    try await fixture.run()
    #expect(try cells() == [])
    try write(Self.lines(60, minutes: 90))
    try await fixture.run(after: 1)
    #expect(try cells().count == 1)
  }

  @Test("A folder of logs is one log; shuffled, doubled or cut lines give the same edition")
  func readsFolder() async throws {
    let library = #""place": "library""#
    let lines = Self.lines(70, minutes: 90) + Self.lines(45, minutes: 100, at: library)
    try write(lines)
    try await fixture.run(output: "first")
    try fixture.folder.write(
      """
      campus: hill
      path: logs
      kind: presence
      presence: {key: {file: presence.key}, capacity: {great-hall: 100}}
      """,
      to: "config/feeds/people/feed.yaml")
    // Every seventh line in turn, which mixes them; and all once more.
    let other =
      (0..<7).flatMap { first in
        stride(from: first, to: lines.count, by: 7).map { lines[$0] }
      }.reversed() + lines
    try fixture.folder.write(
      other.prefix(90).joined(separator: "\n"), to: "config/feeds/people/logs/a.ndjson")
    try fixture.folder.write(
      other.dropFirst(90).joined(separator: "\n"), to: "config/feeds/people/logs/b.jsonl")
    try await fixture.run(output: "second")
    #expect(try cells("second") == cells("first"))
    #expect(try cells("first").count >= 1)
  }

  @Test("Hostile lines don't affect the others, and a run names neither lines nor counts")
  func survivesHostileLines() async throws {
    let good = Self.lines(60, minutes: 90)
    try write(good)
    try await fixture.run(output: "clean")
    let hostile = [
      "{", "[]", "null", #"{"person": "zqxcanary-x"}"#, String(repeating: "[", count: 5_000),
      #"{"person": "zqxcanary-y", "at": "9999-12-31T23:59:59Z", "place": "great-hall"}"#,
      #"{"person": "zqxcanary-z", "at": "2026-03-02T10:30:00Z", "latitude": NaN, "longitude": 1}"#,
      #"{"person": "zqxcanary-z", "at": "2026-03-02T10:30:00Z", "latitude": 1e999, "longitude": 1}"#,
      Self.line("zqxcanary-z", minutes: 90, at: #""latitude": 1e308, "longitude": -1e308"#),
      Self.line("zqxcanary-z", minutes: 90, at: #""place": "zqxcanary-place""#),
      Self.line(String(repeating: "zqx", count: 100_000), minutes: 90),
    ]
    let cut = #"{"person": "zqxcanary-cut", "at": "2026-03-02T10:"#
    try write(hostile + good + [cut])
    let report = try await fixture.run()
    #expect(try cells() == cells("clean"))
    let finding = try #require(report.findings.first { $0.source == "people" })
    #expect(finding.code == "W_PRESENCE")
    #expect(finding.line == nil && finding.count == nil)
    #expect(!finding.message.contains(/[0-9]/))

    // Of these some are positions, which are just nowhere or not yet.
    try write(hostile.filter { !$0.contains("9999") && !$0.contains("zqxcanary-place") })
    let refused = try await fixture.run(after: 1)
    #expect(refused.findings.contains { $0.code == "E_PRESENCE" && $0.source == "people" })
    #expect(try cells() == cells("clean"))
  }

  @Test("Without a key, or with a short one, nothing is published", arguments: ["", "short"])
  func needsKey(key: String) async throws {
    try write(Self.lines(60, minutes: 90))
    try fixture.folder.write(key, to: "config/feeds/people/presence.key")
    let report = try await fixture.run()
    #expect(report.findings.contains { $0.code == "E_KEY" && $0.source == "people" })
    #expect(try cells() == [])
    try fixture.folder.write(Self.key, to: "config/feeds/people/presence.key")
    try await fixture.run(after: 1)
    #expect(try cells().count == 1)
  }

  @Test("Invalid definitions are refused with their line")
  func checksDefinition() async throws {
    for (section, words) in [
      ("presence: {key: {env: KEY}, least: 9}", "10"),
      ("presence: {key: {env: KEY}, capacity: {barn: 9}}", "barn"),
      ("presence: {least: 20}", "key"), ("", "belong together"),
    ] {
      try fixture.add("people", nil, file: "log.ndjson", definition: "kind: presence\n\(section)")
      let report = try await fixture.run()
      let finding = report.findings.first { $0.source == "people" && $0.code == "E_CONFIG" }
      #expect(finding?.message.contains(words) == true, "\(section): \(finding?.message ?? "")")
    }
  }

  @Test("No person, position, key, digest or number of lines is in edition, report, metrics or log")
  func keepsSecrets() async throws {
    let point = #""latitude": 1.31009876, "longitude": 103.78012345"#
    let lines = Self.lines(6_007, minutes: 90, at: point)
    try write(lines)
    let log = LogKeeper()
    try await fixture.run(log: log.logger)
    #expect(try cells().count == 1)
    let bytes = try Data(
      contentsOf: fixture.folder.url.appending(path: "config/feeds/people/log.ndjson"))
    let secrets = [
      "zqxcanary", "zqxkey", "1.31009876", "103.78012345", Fingerprint.digest(of: Array(bytes)),
    ]
    // By itself, and not as a part of a digest.
    let number = try Regex("\\b(6007|\(bytes.count))\\b")
    for folder in ["latest", "editions", "run"] {
      for (name, bytes) in try fixture.folder.contents(of: "output/\(folder)") {
        let text = String(decoding: bytes, as: UTF8.self)
        for secret in secrets { #expect(!text.contains(secret), "\(name): \(secret)") }
        #expect(!text.contains(number), "\(name)")
      }
    }
    for secret in secrets { #expect(!log.text.contains(secret), "\(secret)") }
    #expect(!log.text.contains(number))
    let key = Array(Self.key.utf8)
    for (name, bytes) in try fixture.folder.contents(of: "output") {
      #expect(bytes.firstRange(of: key) == nil, "\(name)")
    }
  }

  @Test("A person whose lines are removed leaves no difference in the next edition")
  func resistsDifferences() async throws {
    let places = [#""place": "great-hall""#, #""place": "library""#]
    var log: [String] = []
    for person in 0..<90 {
      for minutes in [200, 140, 80] {
        log.append(
          Self.line(
            "p\(person)", minutes: minutes,
            at: places[(person * 7 + minutes / 60) % 2]))
      }
    }
    try write(log)
    try await fixture.run()
    let before = try fixture.edition()
    let published = try cells()
    #expect(published.count > 3)
    for removed in [0, 17, 42] {
      try write(log.filter { !$0.contains(#""p\#(removed)""#) })
      try await fixture.run()
      #expect(try cells() == published)
      let after = try fixture.edition()
      for path in ["almanac.sqlite", "manifest.json", "geojson/places.geojson", "site/data.js"] {
        #expect(after[path] == before[path], "\(path)")
      }
    }
    // What is published has no count but those of its cells.
    let path = fixture.folder.url.appending(path: "output/latest/almanac.sqlite").path
    let columns = try await DatabaseQueue(path: path).read {
      try $0.columns(in: "presence").map(\.name)
    }
    #expect(columns == ["place", "hour", "people_min", "people_max", "word"])
  }

  @Test(
    "Exact counts and the places of mutual friends are private files, and stale ones are removed")
  func writesPrivateFiles() async throws {
    try fixture.append("people: ../people")
    let friends = ["ada": "[bob, eve, max]", "bob": "[ada]", "eve": "[]", "max": "[ada]"]
    for (person, list) in friends {
      try fixture.folder.write("friends: \(list)", to: "people/\(person)/person.yaml")
    }
    try write([
      Self.line("bob", minutes: 50), Self.line("bob", minutes: 5, at: #""place": "library""#),
      Self.line("eve", minutes: 5), Self.line("max", minutes: 61), Self.line("ada", minutes: 30),
    ])
    try await fixture.run()
    let output = fixture.folder.url.appending(path: "output")
    func text(_ path: String) throws -> String {
      try String(contentsOf: output.appending(path: "people/\(path)"), encoding: .utf8)
    }
    #expect(
      try text("ada/friends.json").contains(
        #""places":[{"campus":"hill","friends":["bob"],"name":"Hill Library","place":"library"}]"#))
    #expect(try text("max/friends.json").contains(#""friends":["ada"]"#))
    #expect(!FileManager.default.fileExists(atPath: output.path + "/people/eve/friends.json"))
    let counts = try text("presence.json")
    #expect(
      counts.contains(
        #"{"campus":"hill","hour":"2026-03-02T11:00:00Z","people":2,"place":"great-hall"}"#))
    for path in ["presence.json", "ada/friends.json"] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: output.path + "/people/" + path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    try FileManager.default.removeItem(
      at: fixture.folder.url.appending(path: "config/feeds/people"))
    try await fixture.run(after: 1)
    #expect(!FileManager.default.fileExists(atPath: output.path + "/people/ada/friends.json"))
    #expect(!FileManager.default.fileExists(atPath: output.path + "/people/presence.json"))
  }
}
