import AlmanacRefine
import Testing

@testable import almanac_lab

@Suite struct CategoryScoreTests {
  private func guess(_ id: String, _ truth: String, _ share: Double) -> CategoryGuess {
    CategoryGuess(id: id, truth: truth, shares: [share, 1 - share], categories: ["a", "b"])
  }

  @Test("The score is the mean of the categories' harmonic means")
  func score() {
    let score = CategoryScore(truths: [0, 0, 1, 1], guesses: [0, 1, 1, 1], categories: 3)
    #expect(abs(score.f1(0) - 2.0 / 3) < 1e-9)
    #expect(abs(score.f1(1) - 0.8) < 1e-9)
    #expect(abs(score.macroF1 - (2.0 / 3 + 0.8) / 2) < 1e-9, "an unused category does not count")
  }

  @Test("Reliability compares confidence with accuracy in steps of a tenth")
  func reliability() {
    let guesses = [guess("1", "a", 0.95), guess("2", "a", 0.9), guess("3", "a", 0.45)]
    let reliability = CategoryReliability(guesses, categories: ["a", "b"])
    #expect(reliability.tenths.map(\.from) == [0.5, 0.9])
    #expect(reliability.tenths.map(\.right) == [0, 2])
    #expect(reliability.curve.first?.macroF1 == reliability.curve[1].macroF1)
    #expect(reliability.curve.last?.share == 0.5)
  }
}
