import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

@Suite struct DoubtfulPairTests {
  /// A certain pair, a doubtful one, and two that nobody would take for one event.
  private func fixture(_ change: (inout CampusRun) throws -> Void = { _ in }) throws -> CampusRun {
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc"), "LT27": .at("lt27")]
    fixture.listings = [
      try .listed(by: "publisher", "a", "Gamelan Night of the Moonlit Terrace", at: "UCC"),
      try .listed(by: "aggregator", "a", "Gamelan Night of the Moonlit Terrace", at: "UCC"),
      try .listed(
        by: "publisher", "b", "Chess Championship", "2026-03-12T10:00", at: "Hall of Foyer West",
        link: "https://nus.example/chess"),
      try .listed(
        by: "aggregator", "b", "Chess Championship Social", "2026-03-12T11:00",
        end: "2026-03-12T12:00", at: "Sports Centre Foyer"),
      try .listed(by: "radio", "c", "Javanese Music", at: "LT27"),
    ]
    try change(&fixture)
    return fixture
  }

  private func doubts(_ fixture: CampusRun) async throws -> [DoubtfulPair] {
    try #require(try await fixture.run().batch.records.first).doubts
  }

  private static let chess = ["aggregator/b", "publisher/b"]

  private func ids(_ pairs: [DoubtfulPair]) -> [[String]] {
    pairs.map { [$0.first.listing, $0.second.listing] }
  }

  @Test("A pair near the threshold is listed for review with both listings and the evidence")
  func asks() async throws {
    let fixture = try fixture()
    let pairs = try await doubts(fixture)
    #expect(ids(pairs) == [Self.chess])
    let pair = try #require(pairs.first)
    #expect(abs(pair.points) < 4 && pair.score > 0.05 && pair.score < 0.95)
    #expect(pair.second.title == "Chess Championship")
    #expect(pair.second.link == "https://nus.example/chess")
    #expect(pair.first.end == (try .campus("2026-03-12T12:00")))
    #expect(pair.first.venue == "Sports Centre Foyer")
    #expect(pair.evidence.contains { $0.hasPrefix("title 0.") })
    #expect(pair.objections.contains("other start") || pair.evidence.contains("start 60 min apart"))
    let events = try await fixture.run().events
    #expect(pair.isMerged == events.partition.contains(Self.chess))
  }

  @Test("Decided pairs are not listed for review")
  func decided() async throws {
    let same = try fixture { $0.decisions.same = [["publisher/b", "aggregator/b"]] }
    #expect(try await doubts(same).isEmpty)
    let different = try fixture {
      $0.decisions.different = [["https://nus.example/chess", "aggregator/b"]]
    }
    #expect(try await doubts(different).isEmpty)
  }

  @Test("Past pairs are not listed for review")
  func over() async throws {
    let fixture = try fixture { $0.now = "2026-03-13T00:00:00Z" }
    #expect(try await doubts(fixture).isEmpty)
    let day = try self.fixture { $0.now = "2026-03-12T14:00:00Z" }
    #expect(try await ids(doubts(day)) == [Self.chess])
  }

  @Test("The pair closest to the threshold is first, in any order of the listings")
  func ranks() async throws {
    var fixture = try fixture {
      $0.listings += [
        try .listed(by: "publisher", "d", "Poetry Reading", "2026-03-14T19:00", at: "Room 1"),
        try .listed(
          by: "aggregator", "d", "Poetry Reading with Tea", "2026-03-14T19:00", at: "Garden Club"),
        try .listed(by: "publisher", "e", "Robot Fair", "2026-03-15T10:00", at: "Block S"),
        try .listed(
          by: "aggregator", "e", "Robot Fair for Schools", "2026-03-15T10:30", at: "Block T Annex"),
      ]
    }
    let pairs = try await doubts(fixture)
    #expect(pairs.count >= 2)
    #expect(pairs.map { abs($0.points) } == pairs.map { abs($0.points) }.sorted())
    fixture.listings.reverse()
    #expect(try await doubts(fixture) == pairs)
  }
}
