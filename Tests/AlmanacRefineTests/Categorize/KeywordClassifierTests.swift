import AlmanacModel
import Testing

@testable import AlmanacRefine

@Suite struct KeywordClassifierTests {
  private static let classifier = KeywordClassifier(
    Taxonomy(
      categories: [
        .init(id: "arts", name: "Arts"), .init(id: "health", name: "Health"),
        .init(id: "sports", name: "Sports"), .init(id: "others", name: "Others"),
      ],
      keywords: [
        "arts": ["concert": 4, "jazz": 4, "evening": 1], "health": ["yoga": 6],
        "sports": ["match": 3, "cup": 2],
      ]))

  private func verdict(_ title: String, _ text: String = "") -> KeywordClassifier.KeywordMatch? {
    Self.classifier.classify(title: title, text: text)
  }

  @Test("A word in the title counts as much as three in the text")
  func title() {
    #expect(verdict("Yoga", "After it a jazz concert")?.category == "health")
    #expect(verdict("Come", "A jazz concert, and yoga")?.category == "arts")
    #expect(
      verdict("Cup", "Yoga")?.category == "health", "equal categories are in the taxonomy's order")
  }

  @Test("Words below a total weight of three are ignored")
  func threshold() {
    #expect(verdict("Come", "For the cup") == nil)
    #expect(verdict("Come", "For the cup of the evening") == nil)
    #expect(verdict("Come", "The match")?.category == "sports")
  }

  @Test("A repeated word counts once")
  func once() {
    #expect(verdict("Come", "Match, match, match and a concert")?.category == "arts")
    #expect(verdict("Come", "Cup, cup, cup") == nil)
  }

  @Test("Other categories are named if they have half of the highest weight")
  func others() {
    let close = verdict("Come", "Yoga, a concert and a match")
    #expect(close?.category == "health")
    #expect(close?.others == ["arts", "sports"])
    #expect(verdict("Yoga", "A concert")?.others == [])
  }

  @Test("Words late in a text are ignored")
  func late() {
    let long = String(repeating: "and so on ", count: 100)
    #expect(verdict("Come", "Yoga " + long)?.category == "health")
    #expect(verdict("Come", long + "yoga") == nil)
  }
}
