import AlmanacModel
import Testing

@testable import almanac_lab

@Suite struct GeocodeEvaluationTests {
  private func answer(_ place: String, _ confidence: Double) -> Placement {
    Placement(place: place, name: place, confidence: confidence, method: .alias)
  }

  @Test(
    "The threshold of a campus left out is the lowest at which the others place nothing wrongly")
  func leftOut() throws {
    func pair(_ expected: String?, _ confidence: Double) -> GeocodeEvaluation.Answer {
      let truth = GeocodeEvaluation.Truth(campus: "c", query: "q", expected: expected)
      return GeocodeEvaluation.Answer(truth: truth, placement: answer("a", confidence))
    }
    let others = [pair("a", 0.95), pair("a", 0.72), pair(nil, 0.68), pair("a", 0.61)]
    let own = [pair("a", 0.9), pair("b", 0.8), pair(nil, 0.75), pair("a", 0.65)]
    let leftOut = try #require(GeocodeEvaluation(own, others: others).leftOut)
    #expect(leftOut.threshold == 0.7)
    #expect(leftOut.right == 1 && leftOut.wrong == 1 && leftOut.placedNegatives == 1)
    #expect(GeocodeEvaluation(own, others: []).leftOut?.threshold == 0.6)
  }

  @Test("Right, also right, wrong, abstained and placed negatives are distinguished")
  func counts() {
    let truths = [
      GeocodeEvaluation.Truth(campus: "c", query: "1", expected: "a"),
      GeocodeEvaluation.Truth(campus: "c", query: "2", expected: "a", accept: ["b"]),
      GeocodeEvaluation.Truth(campus: "c", query: "3", expected: "a"),
      GeocodeEvaluation.Truth(campus: "c", query: "4", expected: "a"),
      GeocodeEvaluation.Truth(campus: "c", query: "5", expected: nil),
      GeocodeEvaluation.Truth(campus: "c", query: "6", expected: nil),
    ]
    let candidates = [Placement.Candidate(place: "a", score: 0.4)]
    let placements = [
      answer("a", 0.97), answer("b", 0.93), answer("b", 0.91),
      Placement(abstaining: .ambiguous, candidates: candidates), answer("a", 0.65),
      Placement(abstaining: .online),
    ]
    let evaluation = GeocodeEvaluation(
      zip(truths, placements).map { GeocodeEvaluation.Answer(truth: $0, placement: $1) })
    #expect(evaluation.positives == 4)
    #expect(evaluation.right == 2)
    #expect(evaluation.wrong == 1)
    #expect(evaluation.abstained == 1)
    #expect(evaluation.rightAtFirst == 3)
    #expect(evaluation.negatives == 2)
    #expect(evaluation.placedNegatives == 1)
    #expect(evaluation.reliability.map(\.from) == [0.6, 0.9])
    #expect(evaluation.reliability.map(\.answers) == [1, 3])
    #expect(evaluation.reliability.map(\.right) == [0, 2])
  }

  @Test(
    "A confidence of 1 is in the highest tenth, and none is out of range", arguments: [1, 2, -1])
  func edges(confidence: Double) {
    let truth = GeocodeEvaluation.Truth(campus: "c", query: "1", expected: "a")
    let evaluation = GeocodeEvaluation([
      GeocodeEvaluation.Answer(truth: truth, placement: answer("a", confidence))
    ])
    #expect(evaluation.reliability.map(\.answers).reduce(0, +) == 1)
  }
}
