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
      Array(lines.joined(separator: "\n").utf8))
    #expect(records.areNeighbors("hill", "dale") && records.areNeighbors("ford", "ford"))
    #expect(!records.areNeighbors("hill", "ford"))
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

  private static func training(_ synthetic: Double, _ real: Double) async throws -> LinkageTraining
  {
    let folders = [DuplicateCorporaTests.synthetic, DuplicateCorporaTests.real]
    return await LinkageTraining(
      try zip(folders, [synthetic, real]).map { (try DuplicateCorporaTests.records($0), $1) },
      workers: 2)
  }

  @Test(
    "The documented training gives the weights that the program is built with",
    .enabled(if: SharedFiles.exists(DuplicateCorporaTests.real), "\(SharedFiles.absent)"))
  func reproduced() async throws {
    let learned = try #require(LinkageWeights.learnedValue["twoSources"]?.object)
    let trained = try #require(try await Self.training(1, 2).weights().object)
    #expect(trained.count == learned.count)
    for (kind, bits) in trained {
      #expect(learned[kind]?.array?.map(\.double) == bits.array?.map(\.double), "\(kind)")
    }
  }

  /// Judges each city with weights learned from the others.
  @Test(
    "Duplicates of a city outside the training are found, with few false ones",
    .enabled(if: SharedFiles.exists(DuplicateCorporaTests.real), "\(SharedFiles.absent)"))
  func leaveOneOut() async throws {
    let real = try DuplicateCorporaTests.records(DuplicateCorporaTests.real)
    let training = try await Self.training(0.3, 6)
    let report = await DuplicateReport(of: real, training: training, workers: 2)
    for campus in try #require(report.campuses) where campus.samePairsMerged?.isEmpty == false {
      #expect(try #require(campus.labeledPairs).f1 >= 0.965, "\(campus.campus ?? "")")
    }
    #expect(try #require(report.labeledPairs).f1 >= 0.993)
    #expect(try DuplicateCorporaTests.recallOfRarePairs(report) >= 0.88)
    #expect(try #require(report.differentPairsMerged?["xfeed"]).share <= 0.004)
    #expect(try #require(report.mergedWithOtherCampuses) <= 140)
  }
}
