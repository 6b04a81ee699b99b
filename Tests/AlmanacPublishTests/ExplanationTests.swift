import AlmanacModel
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

  @Test("the word that contradicts an answer stands beside it")
  func tellsAgainstPlace() throws {
    let told = try Self.explanation(
      Placement(
        place: "annex", name: "Annex", confidence: 0.62, method: .alias,
        candidates: [.init(place: "annex", score: 0.62, against: "7")]))
    #expect(told.placeName == "Annex")
    #expect(told.placementAgainst == "7")
    #expect(told.placementCandidate == nil)
  }

  @Test("where nothing is answered the likeliest place is told, and what contradicts it")
  func tellsLikeliest() throws {
    let told = try Self.explanation(
      Placement(
        abstaining: .unknown,
        candidates: [
          .init(place: "annex", score: 0.43, against: "7"), .init(place: "library", score: 0.2),
        ]))
    #expect(told.placeName == nil)
    #expect(told.placementCandidate == "annex")
    #expect(told.placementAgainst == "7")
  }

  @Test("what contradicts a candidate only is not held against the answer")
  func keepsToAnswer() throws {
    let told = try Self.explanation(
      Placement(
        place: "library", name: "Library", confidence: 0.7, method: .fuzzy,
        candidates: [
          .init(place: "library", score: 0.7), .init(place: "annex", score: 0.4, against: "7"),
        ]))
    #expect(told.placementAgainst == nil)
    #expect(told.placementCandidate == nil)
  }
}
