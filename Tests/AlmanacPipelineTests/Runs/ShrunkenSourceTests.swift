import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

/// Sources that suddenly list far less than before.
@Suite struct ShrunkenSourceTests {
  /// A calendar of so many events, on the days after the runs of these tests.
  private static func calendar(_ count: Int, from first: Int = 0, uid: String = "e") -> String {
    let events = (first..<(first + count)).map { number in
      """
      BEGIN:VEVENT
      UID:\(uid)\(number)@hill.example
      DTSTAMP:20260301T000000Z
      DTSTART;TZID=Asia/Singapore:202604\(number < 9 ? "0" : "")\(number + 1)T193000
      SUMMARY:Concert of the \(["First", "Second", "Third", "Fourth", "Fifth"][number % 5]) Choir \(number)
      LOCATION:Great Hall
      END:VEVENT

      """
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Hill//EN\n\(events.joined())END:VCALENDAR\n"
  }

  private static func fixture(_ count: Int, definition: String = "") async throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    try fixture.add("choir", calendar(count), file: "feed.ics", definition: definition)
    try await fixture.run()
    return fixture
  }

  /// The calendar lists withdrawn events once as cancelled.
  private static func events(_ fixture: CampusFixture) throws -> Int {
    try fixture.text("calendars/all.ics").components(separatedBy: "BEGIN:VEVENT").dropFirst()
      .count { !$0.contains("STATUS:CANCELLED") }
  }

  @Test("Shrunken sources are held: their listings stay, and the report and status show it")
  func holds() async throws {
    let fixture = try await Self.fixture(20)
    try fixture.add("choir", Self.calendar(9), file: "feed.ics")
    let report = try await fixture.run(after: 24)
    #expect(report.sources.first?.status == .held)
    #expect(report.sources.first?.finding?.code == "E_SHRUNK")
    #expect(report.sources.first?.finding?.message.contains("11 of its 20 upcoming events") == true)
    #expect(try Self.events(fixture) == 20)
    #expect(try fixture.status().lines.first?.status == .held)
    #expect(try fixture.status().exitCode == .degraded)
    // Retrieved again, but not in use since the first hold.
    let next = try await fixture.run(after: 48)
    #expect(next.sources.first?.lastGood == fixture.now + 86_400)
    #expect(try fixture.status(after: 48).lines.first?.lastGood == fixture.now + 86_400)
  }

  @Test("An event that is private in a held document disappears")
  func hidesPrivate() async throws {
    let fixture = try await Self.fixture(20)
    let calendar = Self.calendar(9).replacing(
      "SUMMARY:Concert of the Second Choir 1\n", with: "SUMMARY:Family\nCLASS:PRIVATE\n")
    try fixture.add("choir", calendar, file: "feed.ics")
    for hours in [24, 25] {
      let report = try await fixture.run(after: hours)
      #expect(report.sources.first?.status == .held)
      #expect(try Self.events(fixture) == 19)
      #expect(try !fixture.text("calendars/all.ics").contains("Second Choir 1\r"))
    }
    try fixture.add("choir", Self.calendar(20), file: "feed.ics")
    #expect(try await fixture.run(after: 48).sources.first?.status == .ok)
    #expect(try Self.events(fixture) == 20)
  }

  @Test(
    "Sources may lose half of their events, any of few, and past ones",
    arguments: [(20, 10, 24), (9, 1, 24), (20, 18, 24 * 50)])
  func believes(before: Int, after: Int, hours: Int) async throws {
    let fixture = try await Self.fixture(before)
    try fixture.add("choir", Self.calendar(after, from: hours > 24 ? 10 : 0), file: "feed.ics")
    let report = try await fixture.run(after: hours)
    #expect(report.sources.first?.status != .held)
    #expect(try fixture.status().lines.first?.accepted == after)
  }

  @Test("Sources that only renumber their events are accepted, and their events stay the same")
  func believesRenumbered() async throws {
    let fixture = try await Self.fixture(20)
    let before = try Self.ids(fixture)
    try fixture.add("choir", Self.calendar(20, uid: "new"), file: "feed.ics")
    let report = try await fixture.run(after: 24)
    #expect(report.sources.first?.status == .ok)
    #expect(try Self.events(fixture) == 20)
    #expect(try Self.ids(fixture) == before)
    try fixture.add("choir", Self.calendar(20, from: 9, uid: "other"), file: "feed.ics")
    let other = try await fixture.run(after: 48)
    #expect(other.sources.first?.status == .ok, "9 of 20 events are not there any more")
    try fixture.add("choir", Self.calendar(8, from: 22, uid: "more"), file: "feed.ics")
    #expect(try await fixture.run(after: 72).sources.first?.finding?.code == "E_SHRUNK")
  }

  private static func ids(_ fixture: CampusFixture) throws -> [String] {
    try fixture.text("calendars/all.ics").split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("UID:") }.map(String.init).sorted()
  }

  /// Eight small sources of six events each, and how many each lists in a second run.
  private static func small(_ counts: [Int]) async throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    for number in counts.indices {
      try fixture.add(
        "club-\(number)", calendar(6, from: number, uid: "c\(number)-"), file: "feed.ics")
    }
    try await fixture.run()
    for (number, count) in counts.enumerated() {
      try fixture.add(
        "club-\(number)", calendar(count, from: number, uid: "c\(number)-"), file: "feed.ics")
    }
    return fixture
  }

  @Test("Many small sources that lose most of all events in one run are held together")
  func holdsTogether() async throws {
    let fixture = try await Self.small([1, 1, 1, 1, 1, 1, 1, 6])
    let before = try Self.events(fixture)
    let report = try await fixture.run(after: 24)
    #expect(report.sources.filter { $0.status == .held }.count == 7)
    let message = report.sources.first?.finding?.message ?? ""
    #expect(report.sources.first?.finding?.code == "E_SHRUNK")
    #expect(message.contains("35 of 48 of all sources together"), "\(message)")
    #expect(try Self.events(fixture) == before)
    // An operator lets them through, one by one.
    _ = try SourceAcceptance.accept(["club-0", "club-3"], fixture.lastRun())
    let accepted = try await fixture.run(after: 25)
    #expect(accepted.sources.filter { $0.status == .held }.count == 5)
    #expect(try fixture.status().lines.first { $0.id == "club-0" }?.accepted == 1)
    // And what they list for three runs of different days is believed.
    for day in 2...3 { try await fixture.run(after: 24 * day) }
    #expect(try fixture.status().lines.map(\.accepted) == [1, 1, 1, 1, 1, 1, 1, 6])
  }

  @Test("Sources may lose most of few events if that is little of all")
  func believesFewTogether() async throws {
    let counts = [1, 1, 6, 6, 6, 6, 6, 6]
    let fixture = try await Self.small(counts)
    let report = try await fixture.run(after: 24)
    #expect(!report.sources.contains { $0.status == .held })
    #expect(try fixture.status().lines.map(\.accepted) == counts)
  }

  @Test("Held sources are accepted when they list their events again")
  func recovers() async throws {
    let fixture = try await Self.fixture(20)
    try fixture.add("choir", Self.calendar(2), file: "feed.ics")
    try await fixture.run(after: 24)
    try fixture.add("choir", Self.calendar(19), file: "feed.ics")
    let report = try await fixture.run(after: 48)
    #expect(report.sources.first?.status == .ok)
    #expect(try Self.events(fixture) == 19)
    #expect(try fixture.status().lines.first?.status == .ok)
  }

  @Test(
    "Held sources are accepted on the third day with the same result, also with the same document",
    arguments: [true, false])
  func acceptsThirdRun(isSameDocument: Bool) async throws {
    let fixture = try await Self.fixture(20)
    for number in 1...3 {
      // A note changes the document and nothing that it lists.
      let note = isSameDocument ? "" : "X-NIGHT:\(number)\n"
      let text = Self.calendar(2).replacingOccurrences(
        of: "VERSION:2.0\n", with: "VERSION:2.0\n" + note)
      try fixture.add("choir", text, file: "feed.ics")
      // Two runs on one day, as with an hourly timer: they count once.
      for hours in [24 * number, 24 * number + 1] {
        let outcome = try await fixture.run(after: hours).sources.first?.status
        #expect((outcome == .held) == (number < 3), "\(hours) h")
      }
    }
    #expect(try Self.events(fixture) == 2)
  }

  @Test("Window sources are held if they list nothing, and never lose anything")
  func holdsEmptyWindow() async throws {
    let fixture = try await Self.fixture(3, definition: "completeness: window")
    try fixture.add(
      "choir", Self.calendar(0), file: "feed.ics", definition: "completeness: window")
    for (number, outcome) in [(1, SourceStatus.held), (2, .held), (3, .ok)] {
      let report = try await fixture.run(after: 24 * number)
      #expect(report.sources.first?.status == outcome, "day \(number)")
      #expect(try Self.events(fixture) == 3)
    }
    // With nothing left to come, an empty window is what it should be, but no empty list.
    let whole = try await Self.fixture(3)
    try whole.add("choir", Self.calendar(0), file: "feed.ics")
    #expect(try await whole.run(after: 24 * 60).sources.first?.status == .held)
    let later = try await Self.fixture(3, definition: "completeness: window")
    try later.add(
      "choir", Self.calendar(0), file: "feed.ics", definition: "completeness: window")
    #expect(try await later.run(after: 24 * 60).sources.first?.status == .ok)
  }

  @Test("Sources are held again when they list something else in every run")
  func flaps() async throws {
    let fixture = try await Self.fixture(20)
    for (number, count) in [2, 8, 2, 8, 2].enumerated() {
      try fixture.add("choir", Self.calendar(count), file: "feed.ics")
      let report = try await fixture.run(after: 24 * (number + 1))
      #expect(report.sources.first?.status == .held, "day \(number)")
    }
  }

  @Test("'accept' accepts held sources and prints what it did; another name is an error")
  func accepts() async throws {
    let fixture = try await Self.fixture(20)
    let last = try fixture.lastRun()
    #expect(throws: RunError.notHeld("choir")) { try SourceAcceptance.accept(["choir"], last) }
    let mistake = RunError.unknownSource("coir", known: ["choir"])
    #expect(throws: mistake) { try SourceAcceptance.accept(["coir"], last) }
    #expect("\(mistake)" == "there is no source 'coir'; did you mean 'choir'?")
    try fixture.add("choir", Self.calendar(2), file: "feed.ics")
    try await fixture.run(after: 24)
    let answer = try #require(try SourceAcceptance.accept(["choir"], last).first)
    #expect(answer.listed == 2 && answer.before == 20)
    let report = try await fixture.run(after: 25)
    #expect(report.sources.first?.status != .held)
    #expect(report.findings.contains { $0.code == "I_SHRUNK" })
    #expect(try Self.events(fixture) == 2)
  }

  @Test("Accepted sources are held when they list still less")
  func acceptsOnlyWhatWasSeen() async throws {
    let fixture = try await Self.fixture(20)
    try fixture.add("choir", Self.calendar(8), file: "feed.ics")
    try await fixture.run(after: 24)
    _ = try SourceAcceptance.accept(["choir"], fixture.lastRun())
    try fixture.add("choir", Self.calendar(1), file: "feed.ics")
    #expect(try await fixture.run(after: 48).sources.first?.status == .held)
  }

  @Test("The configuration sets the limits of the guard")
  func configured() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("shrink: {percent: 10, events: 2, nights: 1}")
    try fixture.add("choir", Self.calendar(5), file: "feed.ics")
    try await fixture.run()
    try fixture.add("choir", Self.calendar(4), file: "feed.ics")
    // One run is enough here for the source to be reported and accepted.
    let report = try await fixture.run(after: 24)
    #expect(report.sources.first?.status == .ok)
    #expect(report.findings.contains { $0.code == "I_SHRUNK" })
  }

  @Test("Window sources may list anything less: nothing is withdrawn")
  func windows() async throws {
    let fixture = try await Self.fixture(20, definition: "completeness: window")
    try fixture.add(
      "choir", Self.calendar(1), file: "feed.ics", definition: "completeness: window")
    #expect(try await fixture.run(after: 24).sources.first?.status == .ok)
    #expect(try Self.events(fixture) == 20)
  }
}
