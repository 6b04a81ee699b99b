import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacPipeline

@Suite struct UnplacedVenueTests {
  private static let now = Instant(secondsSinceEpoch: 1_772_000_000)

  private func event(
    _ id: String, _ venue: String?, _ placement: Placement?, days: [Int] = [1]
  ) -> Event {
    Event(
      id: id, campus: "hill", title: id, venue: venue, placement: placement,
      occurrences: days.map { day in
        Occurrence(start: .floating(Zone.utc.civil(at: Self.now + day * 86_400)))
      }, listings: [])
  }

  private func review(_ events: [Event], limit: Int = 10) -> Review<UnplacedVenue> {
    Review(
      UnplacedVenue.lines(of: events, campus: "hill", from: Self.now, .utc), limit: limit)
  }

  private let likely = Placement(
    abstaining: .ambiguous, candidates: [Placement.Candidate(place: "hall", score: 0.5)])

  @Test("Events are upcoming from the last run on, or from the time that the caller names")
  func upcoming() async throws {
    let fixture = try CampusFixture.empty()
    let calendar = CampusFixture.calendar().replacing("Great Hall", with: "The Nook")
    try fixture.add("choir", calendar, file: "feed.ics")
    try await fixture.run()
    for (isGiven, count) in [(false, 1), (true, 0)] {
      let last = try fixture.lastRun(after: 400 * 24, isGiven: isGiven)
      #expect(try Review<UnplacedVenue>(last, limit: 9).total == count)
    }
  }

  @Test("The text that keeps most upcoming events off the map is first")
  func ranks() {
    let unknown = Placement(abstaining: .unknown)
    let review = review([
      event("a", "The Nook", unknown), event("b", "Hall?", likely),
      event("c", "Hall?", likely, days: [2, 3, 9]), event("d", "Attic", unknown),
    ])
    #expect(review.lines.map(\.venue) == ["Hall?", "Attic", "The Nook"])
    #expect(review.lines.map(\.events) == [2, 1, 1])
    #expect(review.lines[0].remedy == #"place 'hall', if that is it: "aliases": ["Hall?"]"#)
    #expect(review.lines[1].remedy.contains(#""aliases": ["Attic"]"#))
    #expect(review.lines[1].remedy.contains("offCampus"))
  }

  @Test("An unlikely place is not proposed")
  func unlikely() {
    let placement = Placement(
      abstaining: .unknown, candidates: [Placement.Candidate(place: "hall", score: 0.2)])
    let lines = review([event("a", "Kiln Room", placement)]).lines
    #expect(lines.map(\.candidates) == [placement.candidates])
    #expect(lines.first?.remedy.hasPrefix("a new place") == true)
  }

  @Test("A text that fits several places alike becomes an alias of none")
  func tied() throws {
    let places = ["hall", "mill"].map { Placement.Candidate(place: $0, score: 0.4) }
    let tied = Placement(abstaining: .ambiguous, candidates: places)
    let line = try #require(review([event("a", "Seminar Room 1", tied)]).lines.first)
    #expect(line.remedy.contains("pin-place"))
    #expect(GazetteerSuggestion(line, nil) == nil)
  }

  @Test("Past, placed, online and remote events, and those without a text, are no question")
  func leavesOut() {
    let placed = Placement(place: "hall", name: "Hall", confidence: 1, method: .alias)
    let events = [
      event("past", "The Nook", Placement(abstaining: .unknown), days: [-2]),
      event("placed", "Hall", placed), event("blank", nil, Placement(abstaining: .none)),
      event("never queried", "The Nook", nil),
    ]
    let reasons: [Placement.Abstention] = [.online, .offCampus, .toBeAnnounced]
    let away = reasons.map { event($0.rawValue, $0.rawValue, Placement(abstaining: $0)) }
    #expect(review(events + away).lines.isEmpty)
    #expect(review(events + away).text == "every venue of the upcoming events is placed")
  }

  @Test("A known place without a point needs its point")
  func withoutPoint() throws {
    var placement = Placement(place: "museum", name: "Museum", confidence: 1, method: .alias)
    placement.reason = .noPoint
    let review = review([event("a", "Museum", placement)])
    #expect(review.lines.map(\.reason) == [.noPoint])
    #expect(review.lines.first?.remedy.contains("'museum'") == true)
    #expect(review.lines.first?.remedy.contains("coordinates") == true)

    placement.candidates = ["museum", "campus"].map { .init(place: $0, score: 0.97) }
    let lines = self.review([event("a", "The Museum, Campus", placement)]).lines
    let line = try #require(lines.first)
    let museum = Gazetteer(name: "hill", places: [Place(id: "museum", name: "Museum")])
    let suggestion = try #require(GazetteerSuggestion(line, museum))
    #expect(suggestion.place == "museum")
    #expect(suggestion.line.contains(#""aliases": []"#))
  }

  @Test("Feed text controls no terminal, and the limit applies")
  func output() {
    let unknown = Placement(abstaining: .unknown)
    let review = review(
      [event("a", "No\u{1B}[2Jok\nhere", unknown), event("b", "Zed", unknown)], limit: 1)
    #expect(review.lines.count == 1)
    #expect(!review.text.contains("\u{1B}"))
    #expect(review.text.split(separator: "\n").count == 2)
  }
}
