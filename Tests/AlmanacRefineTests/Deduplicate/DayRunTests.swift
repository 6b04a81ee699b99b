import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

/// A listing of several days beside listings of single days.
@Suite struct DayRunTests {
  private static let title = "Lantern Makers of the Delta"

  private func fixture(
    days: [Int], hour: String = "", run: String = "2026-03-14"
  ) throws -> CampusRun {
    var fixture = CampusRun()
    fixture.listings = [
      try Listing.listed(
        by: "publisher", "run", Self.title, "2026-03-10", end: run, at: "Reed Gallery")
    ]
    for day in days {
      fixture.listings.append(
        try Listing.listed(
          by: "radio", "d\(day)", Self.title, "2026-03-\(day)\(hour)", at: "Reed Gallery"))
    }
    return fixture
  }

  @Test(
    "A run joins all of the days that another source lists, and has their hours",
    arguments: ["", "T11:00"], [[10, 11, 12, 13], [10, 12, 13], [11, 12]])
  func all(hour: String, days: [Int]) async throws {
    let events = try await fixture(days: days, hour: hour).run().events
    #expect(events.count == 1)
    let event = try #require(events.first)
    #expect(event.listings.count == days.count + 1)
    #expect(event.occurrences.map(\.start.date.day) == days)
    #expect(event.occurrences.allSatisfy { $0.listings.count == 1 })
  }

  @Test("A run stays one occurrence beside the same run of another source, or its first day")
  func one() async throws {
    for days in [[], [10]] {
      var fixture = try fixture(days: days)
      fixture.listings.append(
        try Listing.listed(
          by: "aggregator", "run", Self.title, "2026-03-10", end: "2026-03-14", at: "Reed Gallery"))
      let events = try await fixture.run().events
      #expect(events.count == 1)
      #expect(events.first?.occurrences.count == 1)
      #expect(events.first?.occurrences.first?.end?.date.day == 14)
      #expect(events.first?.listings.count == 2 + days.count)
    }
  }

  @Test("The opening of a run is another event", arguments: ["T18:00", "T09:30"])
  func opening(hour: String) async throws {
    var fixture = try fixture(days: [])
    fixture.listings.append(
      try Listing.listed(
        by: "radio", "opening", "Opening: \(Self.title)", "2026-03-10\(hour)", at: "Reed Gallery"))
    #expect(try await fixture.run().events.count == 2)
  }

  @Test(
    "A run joins none of a few days within it, and removes no day",
    arguments: [[12], [11, 13]])
  func none(days: [Int]) async throws {
    let events = try await fixture(days: days, run: "2026-03-24").run().events
    #expect(events.count == days.count + 1)
    #expect(events.contains { $0.occurrences.first?.end?.date.day == 24 })
  }
}
