import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacPublish

@Suite struct ExplanationTests {
  private static func explanation(_ placement: Placement) throws -> EventExplanation {
    let output = try TemporaryOutput()
    var event = EditionFixture.openDay
    event.venue = "Annex 7"
    event.placement = placement
    let edition = try output.publish(EditionFixture.contents(events: [event]))
    return try #require(
      try EditionReader(edition: edition.folder).explanations(of: event.id).first)
  }

  @Test("The word that contradicts a placement is published")
  func containsContradiction() throws {
    let explanation = try Self.explanation(
      Placement(
        place: "annex", name: "Annex", confidence: 0.62, method: .alias,
        candidates: [.init(place: "annex", score: 0.62, against: "7")]))
    #expect(explanation.placeName == "Annex")
    #expect(explanation.placementAgainst == "7")
    #expect(explanation.placementCandidate == nil)
  }

  @Test(
    "The precision of the time and how its year was guessed are published",
    arguments: [nil, YearGuess.weekday, .upcoming])
  func precision(guess: YearGuess?) throws {
    let output = try TemporaryOutput()
    var event = EditionFixture.openDay
    event.provenance[YearGuess.provenance] = guess?.rawValue
    let edition = try output.publish(EditionFixture.contents(events: [event]))
    let explained = try #require(
      try EditionReader(edition: edition.folder).explanations(of: event.id).first)
    let isDay = event.occurrences.first?.start.isDay == true
    #expect(explained.timePrecision == (isDay ? "day" : "hour"))
    #expect(explained.yearGuess == guess?.rawValue)
  }

  @Test("Without a placement, the most likely place and its contradiction are published")
  func containsMostLikelyPlace() throws {
    let explanation = try Self.explanation(
      Placement(
        abstaining: .unknown,
        candidates: [
          .init(place: "annex", score: 0.43, against: "7"), .init(place: "library", score: 0.2),
        ]))
    #expect(explanation.placeName == nil)
    #expect(explanation.placementCandidate == "annex")
    #expect(explanation.placementAgainst == "7")
  }

  @Test("A contradiction of another candidate isn't attributed to the chosen place")
  func keepsToAnswer() throws {
    let explanation = try Self.explanation(
      Placement(
        place: "library", name: "Library", confidence: 0.7, method: .fuzzy,
        candidates: [
          .init(place: "library", score: 0.7), .init(place: "annex", score: 0.4, against: "7"),
        ]))
    #expect(explanation.placementAgainst == nil)
    #expect(explanation.placementCandidate == nil)
  }

  @Test("A contradiction of a place that the gazetteer no longer contains is omitted")
  func forgetsGonePlace() throws {
    let explanation = try Self.explanation(
      Placement(
        place: "gone", name: "Gone", confidence: 0.62, method: .alias,
        candidates: [.init(place: "gone", score: 0.62, against: "7")]))
    #expect(explanation.placeName == nil)
    #expect(explanation.placementAgainst == nil)
    #expect(explanation.placementConfidence == 0.62)
  }

  @Test(
    "An event is found by current and former ids, and by ids, UIDs and links of its listings",
    arguments: [
      ("jazz-night", ["jazz-night"]), ("jazz-trio", ["jazz-night"]), ("hall/7", ["jazz-night"]),
      ("clubs/jazz", ["jazz-night"]), ("yoga@clubs.example", ["morning-yoga"]),
      ("https://hall.example/7", ["jazz-night"]), ("https://hall.example/7/", ["jazz-night"]),
      ("https://hall.example/8", ["lectures", "open-day"]),
      ("https://hall.example/8/", ["lectures", "open-day"]),
    ])
  func findsByName(name: String, ids: [String]) throws {
    let output = try TemporaryOutput()
    var contents = EditionFixture.contents()
    // Both are on one page, whose link ends with a slash.
    contents.listings = PublishedListings(
      EditionFixture.listings
        + ["open", "lectures"].map {
          Listing(
            source: "hall", campus: "hill", key: $0, link: "https://hall.example/8/", title: $0,
            start: EditionFixture.time("2026-03-05T12:00:00"))
        })
    let reader = try EditionReader(edition: try output.publish(contents).folder)
    #expect(try reader.explanations(of: name).map(\.id) == ids)
  }

  @Test(
    "The error contains an unknown name", arguments: ["jazz", "hall", "/", "https://hall.example"])
  func refusesUnknown(name: String) throws {
    let edition = try EditionFixture.edition()
    #expect(throws: QueryError.unknownEvent(name)) {
      try EditionReader(edition: edition.folder).explanations(of: name)
    }
  }

  @Test("An explanation contains former ids, dates, listings and changes, each sorted")
  func explainsAll() throws {
    let output = try TemporaryOutput()
    var event = EditionFixture.jazz
    event.aliases = ["jazz-trio", "a-jazz"]
    event.venue = "Upstairs"
    event.provenance["placement"] = "hall/7"
    try output.publish(EditionFixture.contents(events: [event]))
    event.title = "Jazz Matinée"
    event.occurrences.append(
      Occurrence(start: EditionFixture.time("2026-03-01T11:00:00+08:00[Asia/Singapore]")))
    let now = EditionFixture.firstRun + 3_600
    let edition = try output.publish(EditionFixture.contents(now: now, events: [event]))
    let explanation = try #require(
      try EditionReader(edition: edition.folder).explanations(of: "jazz-night").first)
    #expect(explanation.title == "Jazz Matinée" && explanation.status == "confirmed")
    #expect(explanation.aliases == ["a-jazz", "jazz-trio"])
    #expect(explanation.starts == ["2026-03-01T11:00:00+08:00", "2026-03-03T19:00:00+08:00"])
    #expect(explanation.venue == "Upstairs" && explanation.placementVenue == "Great Hall, Foyer")
    #expect(explanation.placeName == "Great Hall")
    #expect(explanation.room == "GH-01-02" && explanation.placementConfidence == 0.97)
    #expect(
      explanation.category == "arts" && explanation.categoryReason == "publisher says Concerts")
    #expect(explanation.listings.map(\.id) == ["hall/7", "clubs/jazz"])
    #expect(explanation.listings.map(\.score) == [1, 0.91])
    #expect(explanation.listings.map(\.evidence) == [[], ["same place and time", "title 0.93"]])
    #expect(explanation.changes.first?.kind == "added" && explanation.changes.last?.at == now)
    #expect(explanation.changes.map(\.at) == explanation.changes.map(\.at).sorted())
    #expect(explanation.changes.contains { $0.field == "title" && $0.new == "Jazz Matinée" })
  }
}
