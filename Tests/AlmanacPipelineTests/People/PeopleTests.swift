import AlmanacModel
import AlmanacPipeline
import AlmanacPublish
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

@Suite("Personal files") struct PeopleTests {
  @Test("A run writes the files of every person, readable by their owner only")
  func writesFiles() async throws {
    let people = try PeopleFixture()
    try people.write(
      "ada", "events: [{id: gym, title: Gym, start: '2026-03-03T10:00', end: '2026-03-03T11:00'}]")
    let report = try await people.fixture.run()
    #expect(report.findings.allSatisfy { $0.code != "W_PEOPLE" })
    for name in ["agenda.ics", "tasks.ics", "agenda.json", "today.txt"] {
      let path = people.fixture.folder.url.appending(path: "output/people/ada/\(name)").path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    for path in ["people", "people/ada"] {
      let folder = people.fixture.folder.url.appending(path: "output/\(path)").path
      let attributes = try FileManager.default.attributesOfItem(atPath: folder)
      #expect(attributes[.posixPermissions] as? Int == 0o700, "\(path)")
    }
    #expect(try people.text("ada/agenda.ics").contains("SUMMARY:Gym\r\n"))
  }

  @Test("An attended event has its journey, travel time and alarm, an own event its alarm")
  func writesCalendar() async throws {
    let people = try PeopleFixture()
    try await people.fixture.run()
    let event = try people.event()
    try people.write(
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
    try await people.plan()
    let components = try people.components("ada/agenda.ics")
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
    #expect(
      try people.text("ada/agenda.ics").contains("BEGIN:VTIMEZONE\r\nTZID:Asia/Singapore\r\n"))
  }

  @Test("Tasks are active, done or overdue, with the time that is left")
  func writesTasks() async throws {
    let people = try PeopleFixture()
    try await people.fixture.run()
    // The run time is 2026-03-02T20:00 in Singapore.
    try people.write(
      "ada",
      """
      tasks:
        - {id: essay, title: Essay, due: "2026-03-06T07:20"}
        - {id: form, title: Form, due: "2026-03-01"}
        - {id: mail, title: Mail, due: "2026-03-01", done: true}
      """)
    try await people.plan()
    let text = try people.text("ada/tasks.ics")
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
    #expect(try people.text("ada/today.txt").contains("Essay: 83h 20m 0s left (3d)"))
  }

  @Test("Events without a time are named in today.txt, and alarms and pictures are in agenda.json")
  func namesProblemsAndDetails() async throws {
    let people = try PeopleFixture()
    try await people.fixture.run()
    try people.write(
      "ada",
      """
      events:
        - {id: mixed, title: Mixed, start: "2026-03-04T11:00", end: "2026-03-04T10:00"}
        - {id: run, title: Run, earliest: "2026-03-02T19:00", latest: "2026-03-02T20:30", duration: 45m}
        - {id: exam, title: Exam, start: "2026-03-03T09:00", end: "2026-03-03T11:00", alarm: 1h,
           picture: "https://hill.example/exam.png", notes: Bring a pen}
        - {id: swim, title: Swim, start: "2026-03-02T10:00", end: "2026-03-02T11:00", frequency: daily,
           until: "2026-03-04"}
      tasks:
        - {id: form, title: Form, due: "2026-03-05", alarm: 1d, tone: "https://hill.example/ping.wav"}
      """)
    try await people.plan()
    let today = try people.text("ada/today.txt")
    #expect(
      today.contains(
        """
        Problems
          mixed: Event data not valid, end before start
          run: no time is free for it
          swim, 2026-03-03: Schedule conflict with Exam

        """))
    let json = try people.text("ada/agenda.json")
    #expect(
      json.contains(
        #""notes":"Bring a pen","alarmSeconds":3600,"picture":"https://hill.example/exam.png""#))
    #expect(json.contains(#""alarmSeconds":86400,"tone":"https://hill.example/ping.wav""#))
  }

  @Test("Adding or removing an entry changes no byte of the others, in a later run either")
  func isStable() async throws {
    let people = try PeopleFixture()
    try await people.fixture.run()
    let gym =
      #"{"events": [{"id": "gym", "title": "Gym", "start": "2026-03-03T10:00", "end": "2026-03-03T11:00"}]}"#
    let call =
      #"{"events": [{"id": "call", "title": "Call", "start": "2026-03-04T10:00", "end": "2026-03-04T11:00"}]}"#
    try people.write("ada", gym, file: "events.ndjson")
    try await people.plan()
    let first = try people.components("ada/agenda.ics")
    try people.write("ada", "\(gym)\n\(call)", file: "events.ndjson")
    var later = people.fixture
    later.now = later.now + 3_600
    _ = try await PeoplePlanner(
      RunOptions(
        configuration: later.configuration, output: later.folder.url.appending(path: "output"),
        now: later.now)
    ).run()
    let second = try people.components("ada/agenda.ics")
    #expect(second.count == 2)
    #expect(second["ada-gym@hill.example"] == first["ada-gym@hill.example"])
    try people.write("ada", call, file: "events.ndjson")
    try await people.plan()
    #expect(try people.components("ada/agenda.ics") == second.filter { $0.key.contains("call") })
  }

  @Test("No calendar shows another person's own events, whether or not they are friends")
  func keepsPersonsApart() async throws {
    let people = try PeopleFixture()
    try await people.fixture.run()
    let event = try people.event()
    for (person, friend) in [("ada", "bob"), ("bob", "ada")] {
      try people.write(
        person,
        """
        friends: \(friend)
        interests: {all: true}
        attending: \(person == "ada" ? event : "none")
        events: [{id: secret, title: "Secret of \(person)", start: "2026-03-04T10:00", end: "2026-03-04T11:00"}]
        tasks: [{id: todo, title: "Task of \(person)", due: "2026-03-05"}]
        """)
    }
    let report = try await people.plan()
    #expect(report.unknown.map(\.event) == ["none"])
    for (person, other) in [("ada", "bob"), ("bob", "ada")] {
      for file in ["agenda.ics", "tasks.ics", "agenda.json", "today.txt"] {
        let text = try people.text("\(person)/\(file)")
        #expect(!text.contains("of \(other)"), "\(person)/\(file)")
      }
    }
    #expect(try people.text("bob/agenda.json").contains("attended by ada"))
  }

  @Test("The files of a person without inputs are removed")
  func removesFormerPersons() async throws {
    let people = try PeopleFixture()
    try people.write("ada", "name: Ada")
    try people.write("bob", "name: Bob")
    try await people.fixture.run()
    #expect(people.exists("ada/agenda.ics"))
    try FileManager.default.removeItem(at: people.fixture.folder.url.appending(path: "people/ada"))
    // A killed plan leaves such a folder.
    try people.fixture.folder.write("half", to: "output/people/.tmp-ada/agenda.ics")
    try await people.plan()
    #expect(!people.exists("ada"))
    #expect(!people.exists(".tmp-ada"))
    #expect(people.exists("bob/agenda.ics"))
  }

  @Test("Rides come from rides.json, with the window in which they can be booked")
  func readsRides() async throws {
    let people = try PeopleFixture()
    try await people.fixture.run()
    let event = try people.event()
    try people.write("ada", "attending: \(event)\nhome: library\nmeans: {ride: {}}")
    try people.write(
      "ada",
      """
      {"rides": [{"event": "\(event)", "prices": [
        {"product": "Pool", "low_estimate": 6, "high_estimate": 9, "currency_code": "SGD",
         "duration": 540, "distance": 2.4}]}]}
      """, file: "rides.json")
    try await people.plan()
    let json = try people.text("ada/agenda.json")
    #expect(
      json.contains(
        #""mean":"ride","seconds":540,"meters":2400,"price":{"low":6,"high":9,"currency":"SGD"}"#))
    #expect(json.contains(#""bookableFrom":"2026-03-10T18:30:00+08:00""#))
    #expect(json.contains(#""refusal":"not before 60 minutes before the start""#))
  }

  @Test("A journey by transit is the one that the edition lists from the nearest origin")
  func readsTransit() async throws {
    let people = try PeopleFixture()
    try await people.fixture.run()
    let event = try people.event()
    let file = people.fixture.folder.url.appending(path: "output/latest/almanac.sqlite")
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
    try people.write("ada", "attending: \(event)\nhome: library\nmeans: {transit: {}}")
    try await people.plan()
    let json = try people.text("ada/agenda.json")
    #expect(json.contains(#""mean":"transit","seconds":1500,"#))
    #expect(json.contains(#""note":"Bus 9 Library to Hall""#))
    let today = try people.text("ada/agenda.ics")
    #expect(today.contains("X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT25M\r\n"))
    #expect(today.contains("ROUTING=TRANSIT"))
  }

  @Test("None of 10,000 strings of private inputs is in the edition, the reports or the log")
  func keepsSecrets() async throws {
    let people = try PeopleFixture()
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
      try people.write("\(mark)-\(person)", lines.joined(separator: "\n"), file: "inputs.ndjson")
    }
    // A person whose inputs have a mistake is named nowhere, either.
    try people.write("\(mark)-broken", "\(canary()): 1")
    #expect(count >= 10_000)
    let log = LogKeeper()
    let report = try await people.fixture.run(log: log.logger)
    _ = try await people.fixture.run(after: 1, log: log.logger)
    func holds(_ bytes: some Collection<UInt8>) -> Bool {
      String(decoding: bytes, as: UTF8.self).contains(mark)
    }
    var files = 0
    for folder in ["latest", "editions", "run", "workspace"] {
      for (name, bytes) in try people.fixture.folder.contents(of: "output/\(folder)") {
        files += 1
        #expect(!holds(bytes), "\(folder)/\(name)")
        #expect(!name.contains(mark))
      }
    }
    #expect(files > 30)
    #expect(!report.summary().contains(mark))
    #expect(!log.text.contains(mark))
    #expect(holds(Array(try people.text("\(mark)-0/agenda.ics").utf8)))
  }
}
