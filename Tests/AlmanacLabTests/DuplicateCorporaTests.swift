import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import almanac_lab

/// Measures deduplication on the shared corpora of duplicates.
@Suite struct DuplicateCorporaTests {
  static let synthetic = "corpora/duplicates/synthetic"
  static let real = "corpora/duplicates/real"

  @Test(
    "Few different events are merged, most equal ones are",
    .enabled(if: SharedFiles.exists(synthetic), "\(SharedFiles.absent)"))
  func syntheticQuality() async throws {
    let report = try await Self.report(Self.synthetic)
    #expect(try #require(report["pairwise"]?["f1"]?.double) >= 0.974)
    #expect(try #require(report["bCubed"]?["f1"]?.double) >= 0.988)
    let merged = try Self.shares(report, "hardNegativesMerged")
    let all = merged.values.reduce(0) { $0 + $1.of }
    #expect(merged.values.reduce(0) { $0 + $1.share * $1.of } / all <= 0.004)
    #expect(merged.values.allSatisfy { $0.share <= 0.03 })
  }

  @Test(
    "Duplicates of real feeds are found without their links, and few others are merged",
    .enabled(if: SharedFiles.exists(real), "\(SharedFiles.absent)"))
  func realQuality() async throws {
    let report = try await Self.report(Self.real)
    #expect(try #require(report["labeledPairs"]?["f1"]?.double) >= 0.996)
    #expect(try Self.recallOfRarePairs(report) >= 0.88)
    let different = try Self.shares(report, "differentPairsMerged")
    #expect(try #require(different["xfeed"]).share <= 0.004)
    let sameFeed = try #require(different["samefeed"])
    #expect(sameFeed.share * sameFeed.of <= 2)
  }

  /// The share of the pairs of one occurrence that was merged, of those whose titles or times differ.
  static func recallOfRarePairs(_ report: JSONValue) throws -> Double {
    let rare = try shares(report, "samePairsMerged").filter { $0.key != "same" }.values
    return rare.reduce(0) { $0 + $1.share * $1.of } / rare.reduce(0) { $0 + $1.of }
  }

  /// By kind of pair.
  private static func shares(
    _ report: JSONValue, _ member: String
  ) throws -> [String: (share: Double, of: Double)] {
    try #require(report[member]?.object).mapValues {
      ($0["share"]?.double ?? 0, $0["of"]?.double ?? 0)
    }
  }

  private static func report(_ folder: String) async throws -> JSONValue {
    await DeduplicateEvaluator(try records(folder), workers: 2).report()
  }

  /// Read once for all tests.
  private static let corpora = [synthetic, real].reduce(into: [:]) { corpora, folder in
    corpora[folder] = Result { try read(folder) }
  }

  static func records(_ folder: String) throws -> LabeledRecords {
    try #require(corpora[folder]).get()
  }

  /// - Parameter folder: As `train deduplicate` reads.
  private static func read(_ folder: String) throws -> LabeledRecords {
    func text(_ name: String) throws -> String? {
      let path = "\(folder)/\(name)"
      guard SharedFiles.exists(path) else { return nil }
      return String(decoding: try SharedFiles.bytes(path), as: UTF8.self)
    }
    return LabeledRecords(
      try SharedFiles.bytes("\(folder)/records.jsonl"), truth: try text("truth.csv"),
      hardNegatives: try text("hardneg.csv"), pairs: try text("pairs.csv"))
  }
}
