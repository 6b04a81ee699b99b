import AlmanacModel
import AlmanacPipeline
import AlmanacPublish
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

/// A town with one published event and the private inputs of a test.
private struct Town {
  let night: Night

  init() throws {
    night = try Night.empty()
    try night.append("people: ../people\npublish: {uidDomain: hill.example}")
    try night.add("choir", Night.calendar(), file: "choir.ics")
    try makePeople()
  }

  private func makePeople() throws {
    try FileManager.default.createDirectory(
      at: night.folder.url.appending(path: "people"), withIntermediateDirectories: true)
  }

  func write(_ person: String, _ text: String, file: String = "person.yaml") throws {
    try night.folder.write(text, to: "people/\(person)/\(file)")
  }

  /// The id of the one published event.
  func event() throws -> String {
    let lines = String(decoding: try night.answer().lines(EventFilter()), as: UTF8.self)
    let found = try #require(lines.firstMatch(of: /"event": ?"([^"]+)"/))
    return String(found.1)
  }

  func planner() throws -> PeoplePlanner {
    try PeoplePlanner(
      configuration: night.configuration, output: night.folder.url.appending(path: "output"),
      now: night.now, systemNow: night.now)
  }

  @discardableResult
  func plan() async throws -> PeopleReport { try await planner().run() }

  func text(_ path: String) throws -> String {
    try String(
      contentsOf: night.folder.url.appending(path: "output/people/\(path)"), encoding: .utf8)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(
      atPath: night.folder.url.appending(path: "output/people/\(path)").path)
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

@Suite("personal files") struct PeopleTests {
  @Test("a run writes the files of every person, which only their owner may read")
  func writesFiles() async throws {
    let town = try Town()
    try town.write(
      "ada", "events: [{id: gym, title: Gym, start: '2026-03-03T10:00', end: '2026-03-03T11:00'}]")
    let report = try await town.night.run()
    #expect(report.findings.allSatisfy { $0.code != "W_PEOPLE" })
    for name in ["agenda.ics", "tasks.ics", "agenda.json", "today.txt"] {
      let path = town.night.folder.url.appending(path: "output/people/ada/\(name)").path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    for path in ["people", "people/ada"] {
      let folder = town.night.folder.url.appending(path: "output/\(path)").path
      let attributes = try FileManager.default.attributesOfItem(atPath: folder)
      #expect(attributes[.posixPermissions] as? Int == 0o700, "\(path)")
    }
    #expect(try town.text("ada/agenda.ics").contains("SUMMARY:Gym\r\n"))
  }

  @Test("an attended event has its way, travel time and alarm, an own event its alarm")
  func writesCalendar() async throws {
    let town = try Town()
    try await town.night.run()
    let event = try town.event()
    try town.write(
      "ada",
      """
      name: Ada
      home: library
      attending: \(event)
      alarm: 30m
      events:
        - {id: call, title: "Call, long", start: "2026-03-04T10:00", end: "2026-03-04T11:00",
           alarm: 10m, tone: "https://hill.example/bell.wav"}
      """)
    try await town.plan()
    let components = try town.components("ada/agenda.ics")
    let attended = try #require(components["ada-\(event)@hill.example"])
    #expect(attended.contains("SUMMARY:Spring Concert\r\n"))
    #expect(attended.contains("DTSTART;TZID=Asia/Singapore:20260310T193000\r\n"))
    #expect(attended.contains("X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT"))
    #expect(attended.contains("X-APPLE-TRAVEL-START;ROUTING=WALKING;VALUE=URI"))
    #expect(attended.contains("TRIGGER:-PT30M\r\n"))
    let way = try #require(components["ada-way-\(event)@hill.example"])
    #expect(way.contains("DTEND;TZID=Asia/Singapore:20260310T193000\r\n"))
    let call = try #require(components["ada-call@hill.example"])
    #expect(call.contains("SUMMARY:Call\\, long\r\n"))
    #expect(call.contains("ACTION:AUDIO\r\nTRIGGER:-PT10M\r\nATTACH:https://hill.example/bell.wav"))
    #expect(try town.text("ada/agenda.ics").contains("BEGIN:VTIMEZONE\r\nTZID:Asia/Singapore\r\n"))
  }

  @Test("tasks are active, done or overdue, with the time that is left")
  func writesTasks() async throws {
    let town = try Town()
    try await town.night.run()
    // The run time is 2026-03-02T20:00 in Singapore.
    try town.write(
      "ada",
      """
      tasks:
        - {id: essay, title: Essay, due: "2026-03-06T07:20"}
        - {id: form, title: Form, due: "2026-03-01"}
        - {id: mail, title: Mail, due: "2026-03-01", done: true}
      """)
    try await town.plan()
    let text = try town.text("ada/tasks.ics")
    let tasks = text.components(separatedBy: "BEGIN:VTODO").dropFirst().map { $0 }
    #expect(tasks.count == 3)
    let essay = try #require(tasks.first { $0.contains("SUMMARY:Essay") })
    #expect(essay.contains("X-ALMANAC-STATE:active\r\nX-ALMANAC-REMAINING:83h 20m 0s\r\n"))
    #expect(essay.contains("X-ALMANAC-REMAINING-DAYS:3d\r\n"))
    #expect(essay.contains("DUE;TZID=Asia/Singapore:20260306T072000\r\n"))
    let form = try #require(tasks.first { $0.contains("SUMMARY:Form") })
    #expect(form.contains("STATUS:NEEDS-ACTION") && form.contains("X-ALMANAC-STATE:overdue"))
    let mail = try #require(tasks.first { $0.contains("SUMMARY:Mail") })
    #expect(mail.contains("STATUS:COMPLETED") && mail.contains("X-ALMANAC-STATE:done"))
    #expect(try town.text("ada/today.txt").contains("Essay: 83h 20m 0s left (3d)"))
  }

  @Test("adding or removing an entry changes no byte of the others, in a later run either")
  func isStable() async throws {
    let town = try Town()
    try await town.night.run()
    let gym =
      #"{"events": [{"id": "gym", "title": "Gym", "start": "2026-03-03T10:00", "end": "2026-03-03T11:00"}]}"#
    let call =
      #"{"events": [{"id": "call", "title": "Call", "start": "2026-03-04T10:00", "end": "2026-03-04T11:00"}]}"#
    try town.write("ada", gym, file: "events.ndjson")
    try await town.plan()
    let first = try town.components("ada/agenda.ics")
    try town.write("ada", "\(gym)\n\(call)", file: "events.ndjson")
    var later = town.night
    later.now = later.now + 3_600
    _ = try await PeoplePlanner(
      configuration: later.configuration, output: later.folder.url.appending(path: "output"),
      now: later.now, systemNow: later.now
    ).run()
    let second = try town.components("ada/agenda.ics")
    #expect(second.count == 2)
    #expect(second["ada-gym@hill.example"] == first["ada-gym@hill.example"])
    try town.write("ada", call, file: "events.ndjson")
    try await town.plan()
    #expect(try town.components("ada/agenda.ics") == second.filter { $0.key.contains("call") })
  }

  @Test("nobody's calendar shows another person's own events, whether or not they are friends")
  func keepsPersonsApart() async throws {
    let town = try Town()
    try await town.night.run()
    let event = try town.event()
    for (person, friend) in [("ada", "bob"), ("bob", "ada")] {
      try town.write(
        person,
        """
        friends: \(friend)
        interests: {all: true}
        attending: \(person == "ada" ? event : "none")
        events: [{id: secret, title: "Secret of \(person)", start: "2026-03-04T10:00", end: "2026-03-04T11:00"}]
        tasks: [{id: todo, title: "Task of \(person)", due: "2026-03-05"}]
        """)
    }
    let report = try await town.plan()
    #expect(report.unknown.map(\.event) == ["none"])
    for (person, other) in [("ada", "bob"), ("bob", "ada")] {
      for file in ["agenda.ics", "tasks.ics", "agenda.json", "today.txt"] {
        let text = try town.text("\(person)/\(file)")
        #expect(!text.contains("of \(other)"), "\(person)/\(file)")
      }
    }
    #expect(try town.text("bob/agenda.json").contains("attended by ada"))
  }

  @Test(
    "a mistake is named with file and line; the person keeps the last files, others get new ones")
  func namesMistakes() async throws {
    let town = try Town()
    try town.write("ada", "tasks: [{id: a, title: First, due: 2026-03-05}]")
    try town.write("bob", "tasks: [{id: a, title: First, due: 2026-03-05}]")
    try await town.night.run()
    try town.write("ada", "name: Ada\ntaskz: []\n")
    try town.write("bob", "tasks: [{id: a, title: Second, due: 2026-03-05}]")
    let report = try await town.night.run(after: 1)
    let finding = try #require(report.findings.first { $0.code == "W_PEOPLE" })
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("1 of 2 persons"))
    #expect(!finding.message.contains("ada"))
    #expect(report.exitCode == .published)
    let plan = try await town.plan()
    let mistake = try #require(plan.mistakes.first)
    #expect(mistake.file.hasSuffix("people/ada/person.yaml"))
    #expect(mistake.line == 2)
    #expect(mistake.message == "unknown key 'taskz'; did you mean 'tasks'?")
    let check = ConfigurationCheck(configuration: town.night.configuration, environment: [:])
    #expect(check.mistakes == plan.mistakes)
    let json = try town.text("report.json")
    #expect(json == (try plan.json + "\n"))
    #expect(json.contains(#""schema":"almanac.plan/1""#))
    #expect(json.contains(#""line":2,"message":"unknown key 'taskz'; did you mean 'tasks'?""#))
    #expect(try town.text("ada/tasks.ics").contains("SUMMARY:First"))
    #expect(try town.text("bob/tasks.ics").contains("SUMMARY:Second"))
  }

  @Test(
    "values of a wrong form are refused with their line",
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
        #"{"events": [{"id": "a", "title": "A", "start": "2026-03-05T10:00"}]}"#, "'end' is missing"
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
    let town = try Town()
    try await town.night.run()
    try town.write("ada", "\n{\"name\": \"Ada\"}\n\(line)\n", file: "inputs.ndjson")
    let report = try await town.plan()
    #expect(report.planned == 0)
    #expect(report.mistakes.count == 1)
    #expect(report.mistakes.first?.line == 3)
    let text = report.mistakes.first?.message ?? ""
    #expect(text.contains(message), "\(text)")
  }

  @Test("the files of a person that has no inputs any more are removed")
  func removesFormerPersons() async throws {
    let town = try Town()
    try town.write("ada", "name: Ada")
    try town.write("bob", "name: Bob")
    try await town.night.run()
    #expect(town.exists("ada/agenda.ics"))
    try FileManager.default.removeItem(at: town.night.folder.url.appending(path: "people/ada"))
    // A killed plan leaves such a folder.
    try town.night.folder.write("half", to: "output/people/.tmp-ada/agenda.ics")
    try await town.plan()
    #expect(!town.exists("ada"))
    #expect(!town.exists(".tmp-ada"))
    #expect(town.exists("bob/agenda.ics"))
  }

  @Test("aliases that make a small file endless are refused")
  func refusesAliases() async throws {
    let town = try Town()
    let levels = (1...8).map { level in
      "w\(level): &w\(level) [\(Array(repeating: "*w\(level - 1)", count: 10).joined(separator: ", "))]"
    }
    try town.write("ada", "w0: &w0 [a]\n" + levels.joined(separator: "\n"))
    try await town.night.run()
    let mistake = try #require(try await town.plan().mistakes.first)
    #expect(mistake.message == "has more than 1000000 values, aliases counted")
  }

  @Test("a folder of people that is missing costs no edition")
  func survivesMissingFolder() async throws {
    let town = try Town()
    try FileManager.default.removeItem(at: town.night.folder.url.appending(path: "people"))
    let report = try await town.night.run()
    #expect(report.exitCode == .published)
    #expect(report.findings.contains { $0.code == "W_PEOPLE" })
    await #expect(throws: ConfigurationError.self) { try await town.plan() }
  }

  @Test("rides come from rides.json, with the window in which they can be booked")
  func readsRides() async throws {
    let town = try Town()
    try await town.night.run()
    let event = try town.event()
    try town.write("ada", "attending: \(event)\nhome: library\nmeans: {ride: {}}")
    try town.write(
      "ada",
      """
      {"rides": [{"event": "\(event)", "prices": [
        {"product": "Pool", "low_estimate": 6, "high_estimate": 9, "currency_code": "SGD",
         "duration": 540, "distance": 2.4}]}]}
      """, file: "rides.json")
    try await town.plan()
    let json = try town.text("ada/agenda.json")
    #expect(
      json.contains(
        #""mean":"ride","seconds":540,"meters":2400,"price":{"low":6,"high":9,"currency":"SGD"}"#))
    #expect(json.contains(#""bookableFrom":"2026-03-10T18:30:00+08:00""#))
    #expect(json.contains(#""refusal":"not before 60 minutes before the start""#))
  }

  @Test("a way by transit is the journey that the edition lists from the nearest origin")
  func readsTransit() async throws {
    let town = try Town()
    try await town.night.run()
    let event = try town.event()
    let file = town.night.folder.url.appending(path: "output/latest/almanac.sqlite")
    let database = try DatabaseQueue(path: file.path)
    try await database.write { database in
      try database.execute(
        sql: """
          DROP TABLE IF EXISTS occurrence_access;
          CREATE TABLE occurrence_access (occurrence INTEGER, origin TEXT, minutes_median INTEGER,
            minutes_p90 INTEGER, text TEXT, reason TEXT);
          INSERT INTO occurrence_access
            SELECT id, 'hill/library', 21, 25, 'Bus 9 Library to Hall', NULL FROM occurrence;
          INSERT INTO occurrence_access
            SELECT id, 'hill/great-hall', NULL, NULL, 'No service in time', 'no-service'
            FROM occurrence;
          """)
    }
    try database.close()
    try town.write("ada", "attending: \(event)\nhome: library\nmeans: {transit: {}}")
    try await town.plan()
    let json = try town.text("ada/agenda.json")
    #expect(json.contains(#""mean":"transit","seconds":1500,"#))
    #expect(json.contains(#""note":"Bus 9 Library to Hall""#))
    let today = try town.text("ada/agenda.ics")
    #expect(today.contains("X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT25M\r\n"))
    #expect(today.contains("ROUTING=TRANSIT"))
  }

  @Test("of 10,000 strings of private inputs none is in the edition, the reports or the log")
  func keepsSecrets() async throws {
    let town = try Town()
    let mark = "zqxcanary"
    var count = 0
    func canary() -> String {
      count += 1
      return "\(mark)\(count)"
    }
    for person in 0..<10 {
      var lines: [String] = []
      for number in 0..<250 {
        let hour = 10 + number % 10
        lines.append(
          """
          {"events": [{"id": "\(canary())", "title": "\(canary())", "notes": "\(canary())", \
          "start": "2026-03-0\(3 + number % 6)T\(hour):00", "end": "2026-03-0\(3 + number % 6)T\(hour):45"}], \
          "interests": {"words": ["\(canary())"]}}
          """)
      }
      lines.append(
        #"{"attending": ["\#(canary())"], "tasks": [{"id": "t", "title": "\#(canary())", "due": "2026-03-09"}]}"#
      )
      try town.write("\(mark)-\(person)", lines.joined(separator: "\n"), file: "inputs.ndjson")
    }
    // A person whose inputs have a mistake is named nowhere, either.
    try town.write("\(mark)-broken", "\(canary()): 1")
    #expect(count >= 10_000)
    let log = LogKeeper()
    let report = try await town.night.run(log: log.logger)
    _ = try await town.night.run(after: 1, log: log.logger)
    func holds(_ bytes: some Collection<UInt8>) -> Bool {
      String(decoding: bytes, as: UTF8.self).contains(mark)
    }
    var files = 0
    for folder in ["latest", "editions", "run", "workspace"] {
      for (name, bytes) in try town.night.folder.contents(of: "output/\(folder)") {
        files += 1
        #expect(!holds(bytes), "\(folder)/\(name)")
        #expect(!name.contains(mark))
      }
    }
    #expect(files > 30)
    #expect(!report.summary().contains(mark))
    #expect(!log.text.contains(mark))
    #expect(holds(Array(try town.text("\(mark)-0/agenda.ics").utf8)))
  }
}
