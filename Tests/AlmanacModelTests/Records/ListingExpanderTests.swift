import AlmanacModel
import AlmanacTime
import Testing

@Suite struct ListingExpanderTests {
  private static let berlin = ZoneDatabase.system.zone(named: "Europe/Berlin") ?? .utc

  private func expand(
    _ listing: Listing, from: String = "2026-03-01T00:00:00Z", to: String = "2026-05-01T00:00:00Z",
    limit: Int = 5_000
  ) throws -> ListingExpander.Expansion {
    let window = Window(
      from: try #require(Instant(rfc3339: from)), to: try #require(Instant(rfc3339: to)))
    return ListingExpander(window: window, zone: Self.berlin, zones: .system, limit: limit)
      .expand(listing)
  }

  private func time(_ text: String) throws -> CalendarTime {
    try #require(CalendarTime(text)).anchored(in: Self.berlin)
  }

  private func listing(
    _ start: String, end: String? = nil, rule: String? = nil,
    change: (inout Listing) throws -> Void = { _ in }
  ) throws -> Listing {
    var listing = Listing(
      source: "s", campus: "c", key: "k", title: "Choir", start: try time(start),
      end: try end.map(time))
    listing.recurrence = try rule.map { Recurrence(rules: [try RecurrenceRule(parsing: $0)]) }
    try change(&listing)
    return listing
  }

  private func override(
    _ id: String, to start: String, end: String? = nil, thisAndFuture: Bool = false,
    status: EventStatus = .confirmed
  ) throws -> ListingOverride {
    ListingOverride(
      recurrenceID: try #require(CalendarTime(id)), thisAndFuture: thisAndFuture,
      start: try time(start), end: try end.map(time), status: status)
  }

  @Test(
    "A single listing has one occurrence if it overlaps the window",
    arguments: [
      ("2026-03-10T19:00", nil, 1), ("2026-02-27T19:00", nil, 0), ("2026-05-02T19:00", nil, 0),
      ("2026-02-27T19:00", "2026-03-02T19:00", 1), ("2026-02-28", nil, 0), ("2026-03-01", nil, 1),
    ] as [(String, String?, Int)])
  func single(start: String, end: String?, count: Int) throws {
    let expansion = try expand(listing(start, end: end))
    #expect(expansion.occurrences.count == count)
    #expect(expansion.occurrences.allSatisfy { $0.recurrenceID == nil })
  }

  @Test("A series keeps its time of day and its length across a change of offset")
  func daylightSaving() throws {
    let expansion = try expand(
      listing("2026-03-27T19:00", end: "2026-03-27T21:00", rule: "FREQ=DAILY;COUNT=4"))
    #expect(
      expansion.occurrences.map(\.start.description) == [
        "2026-03-27T19:00:00+01:00[Europe/Berlin]", "2026-03-28T19:00:00+01:00[Europe/Berlin]",
        "2026-03-29T19:00:00+02:00[Europe/Berlin]", "2026-03-30T19:00:00+02:00[Europe/Berlin]",
      ])
    #expect(expansion.occurrences.map(\.end?.civil.hour) == [21, 21, 21, 21])
    #expect(expansion.occurrences.map(\.recurrenceID) == expansion.occurrences.map(\.start))
  }

  @Test("Instances of whole days keep the number of days")
  func days() throws {
    let expansion = try expand(
      listing("2026-03-06", end: "2026-03-08", rule: "FREQ=WEEKLY;COUNT=3"))
    #expect(
      expansion.occurrences.map(\.end?.description) == [
        "2026-03-08", "2026-03-15", "2026-03-22",
      ])
  }

  @Test("An instance that begins before the window and ends in it is included")
  func lookback() throws {
    let expansion = try expand(
      listing("2026-02-20T18:00", end: "2026-02-22T18:00", rule: "FREQ=WEEKLY"),
      from: "2026-02-28T00:00:00Z", to: "2026-03-05T00:00:00Z")
    #expect(expansion.occurrences.map(\.start.date.description) == ["2026-02-27"])
  }

  @Test(
    "Overrides replace their instances in every notation of RECURRENCE-ID",
    arguments: [
      "2026-03-10T19:00:00+01:00[Europe/Berlin]", "2026-03-10T18:00:00Z", "2026-03-10T19:00:00",
      "2026-03-10",
    ])
  func overrides(id: String) throws {
    let expansion = try expand(
      listing("2026-03-03T19:00", end: "2026-03-03T20:00", rule: "FREQ=WEEKLY;COUNT=3") {
        $0.overrides = [try override(id, to: "2026-03-11T20:00", status: .cancelled)]
      })
    #expect(
      expansion.occurrences.map(\.start.civil.description) == [
        "2026-03-03T19:00:00", "2026-03-11T20:00:00", "2026-03-17T19:00:00",
      ])
    #expect(expansion.occurrences.map(\.status) == [.confirmed, .cancelled, .confirmed])
    #expect(expansion.occurrences[1].recurrenceID == (try time("2026-03-10T19:00")))
    #expect(expansion.occurrences[1].end == (try time("2026-03-11T21:00")))
  }

  @Test("Overrides move instances into and out of the window")
  func acrossWindow() throws {
    let expansion = try expand(
      listing("2026-02-24T19:00", rule: "FREQ=WEEKLY;COUNT=3") {
        $0.overrides = [
          try override("2026-02-24T19:00", to: "2026-03-02T19:00"),
          try override("2026-03-03T19:00", to: "2026-06-03T19:00"),
        ]
      })
    #expect(expansion.occurrences.map(\.start.date.description) == ["2026-03-02", "2026-03-10"])
  }

  @Test(
    "EXDATE removes an instance with its override, and an override without an instance is included")
  func excluded() throws {
    let expansion = try expand(
      listing("2026-03-03T19:00", rule: "FREQ=WEEKLY;COUNT=2") {
        $0.recurrence?.exclusions = [try time("2026-03-10T19:00")]
        $0.overrides = [
          try override("2026-03-10T19:00", to: "2026-03-11T19:00"),
          try override("2026-03-13T19:00", to: "2026-03-13T20:00"),
        ]
      })
    #expect(
      expansion.occurrences.map(\.start.civil.description) == [
        "2026-03-03T19:00:00", "2026-03-13T20:00:00",
      ])
  }

  @Test("An override with THISANDFUTURE moves all later instances")
  func thisAndFuture() throws {
    let expansion = try expand(
      listing("2026-03-03T19:00", end: "2026-03-03T20:00", rule: "FREQ=WEEKLY;COUNT=4") {
        $0.overrides = [
          try override(
            "2026-03-17T19:00", to: "2026-03-18T18:00", end: "2026-03-18T20:00",
            thisAndFuture: true)
        ]
      })
    #expect(
      expansion.occurrences.map(\.start.civil.description) == [
        "2026-03-03T19:00:00", "2026-03-10T19:00:00", "2026-03-18T18:00:00",
        "2026-03-25T18:00:00",
      ])
    #expect(expansion.occurrences.last?.end == (try time("2026-03-25T20:00")))
  }

  @Test("Added dates are included, and an incomplete series has its reason")
  func limit() throws {
    let added = try expand(
      listing("2026-03-03T19:00", rule: "FREQ=WEEKLY;COUNT=1") {
        $0.recurrence?.additions = [try time("2026-03-05T19:00")]
      })
    #expect(added.occurrences.count == 2)
    #expect(added.reason == nil)
    let endless = try expand(listing("2026-03-03T19:00", rule: "FREQ=HOURLY"), limit: 5)
    #expect(endless.occurrences.count == 5)
    #expect(endless.reason != nil)
  }

  @Test("An absurd override does not extend the expansion by centuries")
  func absurd() throws {
    let expansion = try expand(
      listing("2026-03-03T19:00", rule: "FREQ=DAILY") {
        $0.overrides = [
          try override("2026-03-04T19:00", to: "9000-03-04T19:00", thisAndFuture: true)
        ]
      })
    #expect(expansion.occurrences.map(\.start.date.description) == ["2026-03-03"])
  }
}
