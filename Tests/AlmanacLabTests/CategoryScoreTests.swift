import AlmanacRefine
import Testing

@testable import almanac_lab

@Suite struct CategoryScoreTests {
  private func guess(_ id: String, _ truth: String, _ share: Double) -> CategoryGuess {
    CategoryGuess(id: id, truth: truth, shares: [share, 1 - share], categories: ["a", "b"])
  }

  @Test("The score is the mean of the categories' harmonic means")
  func score() {
    let guesses = [("a", 1.0), ("a", 0), ("b", 0), ("b", 0)].map { guess("", $0.0, $0.1) }
    let score = CategoryScore(guesses, categories: ["a", "b", "c"])
    #expect(score.categories["a"]?.f1 == 0.6667)
    #expect(score.categories["b"]?.f1 == 0.8)
    #expect(score.macroF1 == 0.7333, "an unused category does not count")
  }

  @Test("Reliability compares confidence with accuracy in steps of a tenth")
  func reliability() {
    let guesses = [guess("1", "a", 0.95), guess("2", "a", 0.9), guess("3", "a", 0.45)]
    let score = CategoryScore(guesses, categories: ["a", "b"])
    #expect(score.reliability.map(\.from) == [0.5, 0.9])
    #expect(score.reliability.map(\.right) == [0, 2])
    #expect(score.abstaining.first?.macroF1 == score.abstaining[1].macroF1)
    #expect(score.abstaining.last?.share == 0.5)
  }
}
