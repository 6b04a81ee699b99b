import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import almanac_lab

@Suite struct LinkageTrainingTests {
  @Test("Logistic regression finds the log-odds of two bins")
  func twoBins() {
    let rows = [
      LogisticRegression.Row(bins: [0], positive: 900, negative: 100),
      LogisticRegression.Row(bins: [1], positive: 100, negative: 900),
    ]
    let fit = LogisticRegression(rows, count: 2)
    #expect(abs(fit.bias) < 0.01)
    // The penalty of 1 draws the weight a little towards 0.
    #expect(abs(fit.weights[0] - log(9)) < 0.05)
    #expect(abs(fit.weights[0] + fit.weights[1]) < 0.01)
  }

  @Test("Campuses that share a source are neighbors, others are unrelated")
  func neighbors() {
    let lines = [("a", "hill"), ("a", "dale"), ("b", "ford")].enumerated().map { number, place in
      #"{"id":"\#(number)","source":"\#(place.0)/\#(place.1)","title":"T"}"#
    }
    let records = LabeledRecords(
      Array(lines.joined(separator: "\n").utf8), truth: nil, hardNegatives: nil, pairs: nil)
    let areNeighbors = records.areNeighbors()
    #expect(areNeighbors("hill", "dale") && areNeighbors("ford", "ford"))
    #expect(!areNeighbors("hill", "ford"))
    #expect(String(decoding: records.joined, as: UTF8.self).contains(#"{"campus":"all","id":"0""#))
  }

  private static let synthetic = "corpora/duplicates/synthetic"
  private static let real = "corpora/duplicates/real"

  /// Each city is judged with weights learned from the others.
  @Test(
    "Duplicates of a city that was left out of the training are found, and little else",
    .enabled(if: SharedFiles.exists(real), "\(SharedFiles.absent)"))
  func leaveOneOut() async throws {
    func records(_ folder: String) throws -> LabeledRecords {
      func text(_ name: String) throws -> String? {
        let path = "\(folder)/\(name)"
        guard SharedFiles.exists(path) else { return nil }
        return String(decoding: try SharedFiles.bytes(path), as: UTF8.self)
      }
      return LabeledRecords(
        try SharedFiles.bytes("\(folder)/records.jsonl"), truth: try text("truth.csv"),
        hardNegatives: nil, pairs: try text("pairs.csv"))
    }
    let real = try records(Self.real)
    let training = await LinkageTraining(
      [(try records(Self.synthetic), 0.3), (real, 6)], workers: 2)
    let report = await DeduplicateEvaluator(real, workers: 2).report(training: training)
    let campuses = try #require(report["campuses"]?.array)
    print("left out", campuses.map { ($0["campus"]?.string ?? "", $0["labeledPairs"] ?? .null) })
    for campus in campuses where (campus["samePairsMerged"]?.object ?? [:]).isEmpty == false {
      #expect(try #require(campus["labeledPairs"]?["f1"]?.double) >= 0.965)
    }
    #expect(try #require(report["labeledPairs"]?["f1"]?.double) >= 0.993)
    #expect(try #require(report["differentPairsMerged"]?["xfeed"]?["share"]?.double) <= 0.004)
    #expect(try #require(report["mergedWithOtherCampuses"]?.double) <= 140)
  }
}
