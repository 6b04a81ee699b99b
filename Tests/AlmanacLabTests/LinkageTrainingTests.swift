import AlmanacModel
import AlmanacRefine
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
    // The penalty of 1 moves the weight slightly towards 0.
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

  private static let zeros = [Double](
    repeating: 0, count: LinkageExamples.kinds.reduce(0) { $0 + $1.count })

  private static func start(of kind: String) -> Int {
    LinkageExamples.kinds.prefix { $0.name != kind }.reduce(0) { $0 + $1.count }
  }

  @Test("The weight of rare pairs makes no start hours apart more likely")
  func priorCorrection() {
    let counted = LinkageExamples.completed(Self.zeros, rarity: 4)
    let once = LinkageExamples.completed(Self.zeros, rarity: 1)
    let changed = counted.indices.filter { counted[$0] != once[$0] }
    #expect(changed == [Self.start(of: "time") + 8])
    #expect(changed.allSatisfy { abs(counted[$0] - once[$0] + log(4)) < 1e-9 })
  }

  @Test("Place relations that are absent from labeled records get the weights of venue texts")
  func unseenPlaces() {
    let start = Self.start(of: "place")
    var weights = Self.zeros
    for number in 0..<18 { weights[start + number] = Double(number) }
    let places = LinkageExamples.completed(weights, rarity: 1)[start..<start + 18]
    #expect(places.first == places.dropFirst().first)
    #expect(places.first ?? 0 > 5)
    let others: [Double] = [10, 7, 12, 5, 6, 7, 8, 9, 10, 11, 12, 9, 15, 15, 16, 17]
    #expect(Array(places.dropFirst(2)) == others)
  }

  private static let synthetic = "corpora/duplicates/synthetic"
  private static let real = "corpora/duplicates/real"

  /// Judges each city with weights learned from the others.
  @Test(
    "Duplicates of a city outside the training are found, with few false ones",
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
    let merged = try #require(report["samePairsMerged"]?.object)
    let hard = merged.filter { $0.key != "same" }.values.map {
      (share: $0["share"]?.double ?? 0, of: $0["of"]?.double ?? 0)
    }
    let found = hard.reduce(0) { $0 + $1.share * $1.of }
    #expect(found / hard.reduce(0) { $0 + $1.of } >= 0.88)
    #expect(try #require(report["differentPairsMerged"]?["xfeed"]?["share"]?.double) <= 0.004)
    #expect(try #require(report["mergedWithOtherCampuses"]?.double) <= 140)
  }
}
