import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import Testing

/// Runs in which a few of many listings changed.
@Suite struct ChangedRunTests {
  /// The same events in three calendars.
  private struct HillCampus {
    struct ListedEvent {
      var title: String
      var day: Int
      var hour: Int
      var venue: String
      var category: String
      var sources: Set<Int>
    }

    private static let words = [
      "Gamelan", "Robotics", "Bonsai", "Opera", "Lantern", "Juniper", "Pelican", "Quartz",
      "Saffron",
      "Velvet", "Willow", "Umbra",
    ]
    static let venues = ["Great Hall", "Library", "Somewhere Else", "Online", "Room 3, Library"]
    static let categories = ["Music", "Zymurgy", "Talks", "Philately"]

    var events: [ListedEvent] = []

    init(count: Int) { events = (0..<count).map(Self.event) }

    static func event(_ number: Int) -> ListedEvent {
      let sources: [Set<Int>] = [[0], [0, 1], [1, 2], [0, 1, 2], [2]]
      return ListedEvent(
        title: "\(words[number % 12]) \(words[number / 12 % 12]) Evening \(number)",
        day: 10 + number % 18, hour: 10 + number % 9, venue: venues[number % venues.count],
        category: categories[number % 7 % 4], sources: sources[number % 13 % 5])
    }

    static let edits = 8

    mutating func edit(_ number: Int) {
      switch number {
      case 0: events[4].title = "Another Title"
      case 1: events.append(Self.event(200))
      case 2: events[7].venue = "Library"
      case 3: events[8].sources = [1]
      case 4: events[9].venue = "A Place That Nobody Named"
      case 5: events[11].category = "Enology"
      case 6: events.removeLast()
      default: events[18].hour += 1
      }
    }

    func write(to fixture: CampusFixture) throws {
      for source in 0..<3 {
        try fixture.add("source\(source)", calendar(of: source), file: "feed.ics")
      }
    }

    private func calendar(of source: Int) -> String {
      let events = events.enumerated().filter { $0.element.sources.contains(source) }.map {
        number, event in
        """
        BEGIN:VEVENT
        UID:\(number)@source\(source).example
        DTSTAMP:20260301T000000Z
        DTSTART;TZID=Asia/Singapore:202603\(event.day)T\(event.hour)0000
        SUMMARY:\(event.title)
        LOCATION:\(event.venue)
        CATEGORIES:\(event.category)
        \(number % 9 == 0 ? "RRULE:FREQ=DAILY;COUNT=3\n" : "")END:VEVENT

        """
      }
      return """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//HillCampus//Test//EN
        \(events.joined())END:VCALENDAR

        """
    }
  }

  @Test("A run with few changes gives the result of a full one")
  func equalsForced() async throws {
    var hill = HillCampus(count: 90)
    let fixture = try CampusFixture.empty()
    try hill.write(to: fixture)
    try await fixture.run()
    var unmapped: Set<Int> = []
    for number in 0..<HillCampus.edits {
      hill.edit(number)
      try hill.write(to: fixture)
      let other = fixture.folder.url.appending(path: "other")
      try? FileManager.default.removeItem(at: other)
      try FileManager.default.copyItem(at: fixture.folder.url.appending(path: "output"), to: other)
      let hours = 3 + 9 * number
      let some = try await fixture.run(after: hours)
      let all = try await fixture.run(output: "other", force: true, after: hours)
      #expect(some.edition == all.edition, "edit \(number)")
      #expect(try fixture.edition("other") == fixture.edition(), "edit \(number)")
      #expect(Set(some.findings) == Set(all.findings), "edit \(number)")
      for (one, another) in zip(some.stages, all.stages) {
        #expect(one.read == another.read, "\(one.name)")
        #expect(one.accepted == another.accepted, "\(one.name)")
        #expect(one.rejected == another.rejected, "\(one.name)")
      }
      unmapped.insert(some.findings.count { $0.code == "W_CATEGORY_UNMAPPED" })
    }
    #expect(unmapped.count > 1 && !unmapped.contains(0))
  }

  /// Number of random histories; `make test-long` sets more.
  private static let histories =
    ProcessInfo.processInfo.environment["ALMANAC_HISTORIES"].flatMap(Int.init) ?? 1

  @Test(
    "Random edits give the result of --force, also of decisions and definitions",
    arguments: 0..<max(1, histories))
  func randomHistory(number: Int) async throws {
    var random = RecordSamples.Random(seed: 11 + UInt64(number))
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    var hill = HillCampus(count: 40)
    var decisions = ""
    let fixture = try CampusFixture.empty()
    try fixture.append("decisions: decisions.yaml")
    for step in 0..<8 {
      for _ in 0..<below(4) {
        switch below(7) {
        case 0: hill.events[below(hill.events.count)].title = "Choir \(below(99))"
        case 1: hill.events.append(HillCampus.event(100 + below(99)))
        case 2: hill.events[below(hill.events.count)].venue = HillCampus.venues[below(5)]
        case 3: hill.events[below(hill.events.count)].sources = [below(3)]
        case 4: hill.events.remove(at: below(hill.events.count))
        case 5: decisions = "hide: [{listing: \(below(40))@source\(below(3)).example}]"
        default: hill.events[below(hill.events.count)].hour = 10 + below(9)
        }
      }
      try hill.write(to: fixture)
      try fixture.folder.write(decisions, to: "config/decisions.yaml")
      let other = fixture.folder.url.appending(path: "other")
      try? FileManager.default.removeItem(at: other)
      if step > 0 {
        try FileManager.default.copyItem(
          at: fixture.folder.url.appending(path: "output"), to: other)
      }
      let some = try await fixture.run(after: step * 7)
      let all = try await fixture.run(output: "other", force: true, after: step * 7)
      #expect(some.edition == all.edition, "step \(step)")
      #expect(try fixture.edition("other") == fixture.edition(), "step \(step)")
    }
  }

  @Test("Statistics of listings are relearned after the configured days")
  func learnsAgain() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("learn: {days: 2}")
    try HillCampus(count: 30).write(to: fixture)
    var skipped: [Int] = []
    // The first day is a Monday: the window does not move in between.
    for hours in [0, 1, 24, 49, 50, 97] {
      let report = try await fixture.run(after: hours)
      let stage = try #require(report.stages.first { $0.name == .deduplicate })
      skipped.append(stage.unchanged)
      let other = fixture.folder.url.appending(path: "other")
      try? FileManager.default.removeItem(at: other)
      try FileManager.default.copyItem(at: fixture.folder.url.appending(path: "output"), to: other)
      try await fixture.run(output: "other", force: true, after: hours)
      #expect(try fixture.edition("other") == fixture.edition(), "after \(hours) hours")
    }
    #expect(skipped == [0, 1, 1, 0, 1, 0])
  }

  @Test("Changes by a stage that ran alone are not missed by the next")
  func stageByStage() async throws {
    var hill = HillCampus(count: 60)
    let fixture = try CampusFixture.empty()
    try hill.write(to: fixture)
    try await fixture.run()
    for number in 0..<3 {
      hill.events[number].title = "Choir of Nightingales \(number)"
      try hill.write(to: fixture)
      try await fixture.run(until: .deduplicate, after: 1 + number)
    }
    hill.events[5].category = "Talks"
    try hill.write(to: fixture)
    try await fixture.run(until: .deduplicate, after: 5)
    try await fixture.run(from: .categorize, until: .categorize, after: 5)
    hill.events[6].title = "Fireside Chat"
    try hill.write(to: fixture)
    let some = try await fixture.run(after: 6)
    let edition = try fixture.edition()
    let all = try await fixture.run(force: true, after: 6)
    #expect(some.edition == all.edition)
    #expect(try fixture.edition() == edition)
  }
}
