import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

@testable import AlmanacPipeline

@Suite struct UnmappedCategoryTests {
  private static let now = Instant(secondsSinceEpoch: 1_772_000_000)

  private func event(_ id: String, _ words: [String], in category: String, days: Int = 1) -> Event {
    var event = Event(
      id: id, campus: "hill", title: id, sourceCategories: words,
      occurrences: [
        Occurrence(start: .floating(Zone.utc.civil(at: Self.now + days * 86_400)))
      ], listings: [ListingReference(id: "club/\(id)", source: "club")])
    event.categorization = Categorization(
      category: category, confidence: 0.5, method: .text, reason: "")
    return event
  }

  private func review(_ events: [Event]) -> Review<UnmappedCategory> {
    let taxonomy = Taxonomy(
      categories: [.init(id: "arts", name: "Arts"), .init(id: "others", name: "Others")],
      publisher: ["gig": "arts"])
    return Review(
      UnmappedCategory.lines(
        of: events, campus: "hill", from: Self.now, .utc,
        categorizer: Categorizer(taxonomy: taxonomy)), limit: 10)
  }

  @Test("Unmapped words are ranked by the upcoming events that have them")
  func ranks() throws {
    let review = review([
      event("a", ["Maker Night", "Gig"], in: "arts"), event("b", ["Sit-in"], in: "others"),
      event("c", ["Sit-in", "Sit-in"], in: "arts"), event("d", ["Sit-in"], in: "arts"),
      event("e", ["Past"], in: "arts", days: -2),
    ])
    #expect(review.lines.map(\.word) == ["Sit-in", "Maker Night"])
    #expect(review.lines.map(\.events) == [3, 1])
    #expect(review.lines.first?.categories == ["arts", "others"])
    #expect(review.lines.first?.sources == ["club"])
    #expect(review.text.contains(#""sit-in": arts"#))
    #expect(try review.lines[0].json.contains("almanac.categoryReview/2"))
  }

  @Test("Without unmapped words, the review prints that there are none")
  func nothing() {
    #expect(review([event("a", ["Gigs"], in: "arts")]).text.hasPrefix("every publisher's"))
  }
}
