import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

@Suite struct SeriesTests {
  private let rule = "FREQ=WEEKLY;COUNT=4"

  private func fixture(_ listings: [Listing]) -> CampusRun {
    var fixture = CampusRun()
    fixture.places = ["LT27": .at("lt27"), "UCC": .at("ucc"), "Lecture Theatre 27": .at("lt27")]
    fixture.listings = listings
    return fixture
  }

  private func singles(_ source: String, _ title: String, days: [Int]) throws -> [Listing] {
    try days.map {
      try .listed(
        by: source, "s\($0)", title, "2026-03-\($0)T19:00", at: "Lecture Theatre 27")
    }
  }

  @Test("A series is one event with its occurrences")
  func series() async throws {
    let events = try await fixture([
      .listed(by: "publisher", "p", "Astronomy Talks", at: "LT27", rule: rule)
    ]).run().events
    let event = try #require(events.first)
    #expect(events.count == 1)
    #expect(event.series?.recurrence.rules.map(\.description) == [rule])
    #expect(
      event.occurrences.map(\.start.date.description) == [
        "2026-03-10", "2026-03-17", "2026-03-24", "2026-03-31",
      ])
    #expect(event.occurrences.map(\.recurrenceID) == event.occurrences.map(\.start))
  }

  @Test("A series in one source and single items in another are one event")
  func exploded() async throws {
    let series = try Listing.listed(by: "publisher", "p", "Astronomy Talks", at: "LT27", rule: rule)
    let others = try singles("aggregator", "Astronomy Talks", days: [10, 17, 24])
    let events = try await fixture([series] + others).run().events
    let event = try #require(events.first)
    #expect(events.count == 1)
    #expect(event.listings.count == 4)
    #expect(
      event.occurrences.map(\.listings) == [
        ["publisher/p", "aggregator/s10"], ["publisher/p", "aggregator/s17"],
        ["publisher/p", "aggregator/s24"], ["publisher/p"],
      ])
    #expect(event.listings[1].evidence.last == "instance of a series")
    #expect(event.occurrences.allSatisfy { $0.venue == nil && $0.placement == nil })
  }

  @Test("Details of one date belong to that date alone")
  func descriptions() async throws {
    var series = try Listing.listed(
      by: "publisher", "p", "Astronomy Talks", at: "LT27", rule: rule
    ) { $0.text = "Every Tuesday." }
    series.overrides = try [("2026-03-17T19:00", "Pulsars."), ("2026-03-24T19:00", " ")].map {
      ListingOverride(recurrenceID: try .campus($0), start: try .campus($0), text: $1)
    }
    var others = try singles("aggregator", "Astronomy Talks", days: [10, 17, 24])
    for index in others.indices { others[index].text = "Item \(index)." }
    let event = try #require(try await fixture([series] + others).run().events.first)
    #expect(event.text == "Every Tuesday.")
    #expect(event.occurrences.map(\.text) == [nil, "Pulsars.", "Item 2.", nil])
  }

  @Test("Single items provide details of their dates that the series lacks")
  func borrowedDescriptions() async throws {
    let series = try Listing.listed(by: "publisher", "p", "Astronomy Talks", at: "LT27", rule: rule)
    var others = try singles("aggregator", "Astronomy Talks", days: [10, 17, 24])
    for index in others.indices { others[index].text = "Item \(index)." }
    let event = try #require(try await fixture([series] + others).run().events.first)
    #expect(event.text == "Item 0.")
    #expect(event.occurrences.map(\.text) == [nil, "Item 1.", "Item 2.", nil])
  }

  @Test("Single items of one source without a series are events of their own")
  func weeklySingles() async throws {
    let listings =
      try singles("publisher", "Astronomy Talks", days: [10, 17])
      + singles("aggregator", "Astronomy Talks", days: [10, 17])
    #expect(
      try await fixture(listings).run().events.partition == [
        ["aggregator/s10", "publisher/s10"], ["aggregator/s17", "publisher/s17"],
      ])
  }

  @Test("Two series of one source stay apart, though another source has both days as one")
  func twoSeries() async throws {
    let events = try await fixture([
      .listed(by: "publisher", "mon", "Yoga", "2026-03-09T19:00", at: "UCC", rule: rule),
      .listed(by: "publisher", "wed", "Yoga", "2026-03-11T19:00", at: "UCC", rule: rule),
      .listed(
        by: "aggregator", "both", "Yoga", "2026-03-09T19:00", at: "UCC",
        rule: "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=8"),
    ]).run().events
    #expect(events.count == 2)
    #expect(
      !events.contains {
        Set($0.listings.map(\.id)).isSuperset(of: ["publisher/mon", "publisher/wed"])
      })
  }

  @Test("A weekly and a monthly series that fall on one day are two")
  func sharedDay() async throws {
    let weekly = try Listing.listed(
      by: "publisher", "p", "Chess", at: "UCC", rule: "FREQ=WEEKLY;COUNT=8")
    let monthly = try Listing.listed(
      by: "aggregator", "a", "Chess", at: "UCC", rule: "FREQ=MONTHLY;COUNT=4")
    #expect(try await fixture([weekly, monthly]).run().events.count == 2)
    let shorter = try Listing.listed(
      by: "aggregator", "a", "Chess", at: "UCC", rule: "FREQ=WEEKLY;COUNT=4")
    #expect(try await fixture([weekly, shorter]).run().events.count == 1)
  }

  @Test("A third series does not join series that the operator separated")
  func keptApart() async throws {
    var fixture = try fixture([
      .listed(by: "publisher", "mon", "Yoga", "2026-03-09T19:00", at: "UCC", rule: rule),
      .listed(by: "radio", "wed", "Yoga", "2026-03-11T19:00", at: "UCC", rule: rule),
      .listed(
        by: "aggregator", "both", "Yoga", "2026-03-09T19:00", at: "UCC",
        rule: "FREQ=WEEKLY;BYDAY=MO,WE;COUNT=8"),
    ])
    #expect(try await fixture.run().events.count == 1)
    fixture.decisions.different = [["publisher/mon", "radio/wed"]]
    let events = try await fixture.run().events
    #expect(events.count == 2)
    #expect(events.allSatisfy { Set($0.listings.map(\.source)) != ["publisher", "radio"] })
  }

  @Test("A single item that cancels one instance does not cancel the series")
  func cancelledInstance() async throws {
    let series = try Listing.listed(
      by: "publisher", "p", "Astronomy Talks", at: "LT27", rule: rule
    ) { $0.kind = .community }
    var other = try singles("aggregator", "Astronomy Talks", days: [17])
    other[0].status = .cancelled
    let event = try #require(try await fixture([series] + other).run().events.first)
    #expect(event.listings.count == 2)
    #expect(event.status == .confirmed)
    #expect(event.occurrences.map(\.status) == [.confirmed, .cancelled, .confirmed, .confirmed])
  }

  @Test("A moved and a cancelled instance keep their places in the series")
  func overrides() async throws {
    let moved = ListingOverride(
      recurrenceID: try .campus("2026-03-17T19:00"), start: try .campus("2026-03-18T19:00"),
      venue: "UCC")
    let cancelled = ListingOverride(
      recurrenceID: try .campus("2026-03-24T19:00"), start: try .campus("2026-03-24T19:00"),
      status: .cancelled)
    let events = try await fixture([
      .listed(by: "publisher", "p", "Astronomy Talks", at: "LT27", rule: rule) {
        $0.overrides = [moved, cancelled]
      }
    ]).run().events
    let event = try #require(events.first)
    #expect(event.placement?.place == "lt27")
    #expect(event.occurrences.map(\.start.date.day) == [10, 18, 24, 31])
    #expect(event.occurrences.map { $0.placement?.place } == [nil, "ucc", nil, nil])
    #expect(event.occurrences.map { $0.venue } == [nil, "UCC", nil, nil])
    #expect(event.occurrences.map(\.status) == [.confirmed, .confirmed, .cancelled, .confirmed])
    #expect(event.status == .confirmed)
  }

  @Test("A truncated series gives a finding")
  func limit() async throws {
    let input = try fixture([
      .listed(by: "publisher", "p", "Bus Tour", rule: "FREQ=HOURLY")
    ]).input()
    let batch = await Deduplicator(seriesLimit: 10).run(input)
    #expect(batch.records.first?.events.first?.occurrences.count == 10)
    #expect(batch.findings.map(\.code) == ["W_SERIES_LIMIT"])
    #expect(batch.findings.first?.subject == "publisher/p")
  }
}
