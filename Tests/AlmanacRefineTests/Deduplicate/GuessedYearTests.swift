import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

/// Listings whose source gives no year.
@Suite struct GuessedYearTests {
  private static let text =
    "Two hundred lanterns float down the mill race, with music from the brass band."

  private static func listings(_ guess: YearGuess?, _ start: String) throws -> [Listing] {
    [
      try .listed(by: "publisher", "p", "Otterbrook Lantern Regatta", start, at: "Weir Quay") {
        $0.yearGuess = guess
        $0.text = text
      },
      try .listed(
        by: "aggregator", "a", "Otterbrook Lantern Regatta", "2026-11-14T18:00", at: "Weir Quay"
      ) { $0.text = text },
    ]
  }

  private static func run(_ guess: YearGuess?, _ start: String) async throws -> [Event] {
    var fixture = CampusRun()
    fixture.now = "2026-10-20T00:00:00Z"
    fixture.listings = try listings(guess, start)
    return try await fixture.run().events
  }

  @Test(
    "A guessed year contradicts no other year, and the merged event has the written one",
    arguments: ["2027-11-14T18:00", "2027-11-14"])
  func otherYear(start: String) async throws {
    let events = try await Self.run(.upcoming, start)
    let event = try #require(events.first)
    #expect(events.partition == [["aggregator/a", "publisher/p"]])
    #expect(event.occurrences.map(\.start) == [try .campus("2026-11-14T18:00")])
    #expect(event.provenance[YearGuess.provenance] == nil)
    #expect(event.provenance["time"] == "aggregator/a")
    #expect(event.provenance["title"] == "publisher/p")
    #expect(event.listings[1].evidence.contains("same date, its year guessed in one"))
  }

  @Test(
    "A written year, a year that a weekday confirms, another day and another hour contradict",
    arguments: [
      (nil, "2027-11-14T18:00"), (.weekday, "2027-11-14T18:00"), (.upcoming, "2027-11-15T18:00"),
      (.upcoming, "2027-11-14T09:30"),
    ] as [(YearGuess?, String)])
  func contradicts(guess: YearGuess?, start: String) async throws {
    #expect(try await Self.run(guess, start).count == 2)
  }

  @Test("The provenance of an event without a written year names the guess")
  func guessed() async throws {
    var fixture = CampusRun()
    fixture.now = "2026-10-20T00:00:00Z"
    fixture.listings = try Self.listings(.upcoming, "2026-11-14T18:00")
    fixture.listings[1].yearGuess = .upcoming
    let event = try #require(try await fixture.run().events.first)
    #expect(event.listings.count == 2 && event.provenance[YearGuess.provenance] == "upcoming")
    fixture.listings[1].yearGuess = nil
    let written = try #require(try await fixture.run().events.first)
    #expect(written.listings.count == 2 && written.provenance[YearGuess.provenance] == nil)
  }

  @Test("Of a yearly event, the listing without a year joins the date of its own year")
  func yearly() async throws {
    var fixture = CampusRun()
    fixture.now = "2026-10-20T00:00:00Z"
    fixture.listings =
      try Self.listings(.upcoming, "2026-11-14T18:00") + [
        try .listed(
          by: "aggregator", "b", "Otterbrook Lantern Regatta", "2027-11-14T18:00", at: "Weir Quay")
      ]
    #expect(
      try await fixture.run().events.partition == [
        ["aggregator/a", "publisher/p"], ["aggregator/b"],
      ])
  }
}
