import AlmanacIngest
import AlmanacPipeline
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
    let folder = SharedFiles.url(Self.synthetic).path
    // Its columns are the two ids and the type.
    let rows = DelimitedText.rows(of: try InputFile.bytes(of: "\(folder)/hardneg.csv"))
    let hardNegatives = try #require(rows).map { "\($0[0]),\($0[1]),0,\($0[2])\n" }
    let records = LabeledRecords(
      try InputFile.bytes(of: "\(folder)/records.jsonl"),
      truth: try InputFile.bytes(of: "\(folder)/truth.csv"),
      pairs: Array(hardNegatives.joined().utf8))
    let report = await DuplicateReport(of: records, workers: 2)
    #expect(try #require(report.pairwise).f1 >= 0.974)
    #expect(try #require(report.bCubed).f1 >= 0.988)
    let merged = try #require(report.differentPairsMerged)
    #expect(Self.share(merged) <= 0.004)
    #expect(merged.values.allSatisfy { $0.share <= 0.03 })
  }

  @Test(
    "Duplicates of real feeds are found without their links, and few others are merged",
    .enabled(if: SharedFiles.exists(real), "\(SharedFiles.absent)"))
  func realQuality() async throws {
    let report = await DuplicateReport(of: try Self.records(Self.real), workers: 2)
    #expect(try #require(report.labeledPairs).f1 >= 0.996)
    #expect(try Self.recallOfRarePairs(report) >= 0.88)
    let different = try #require(report.differentPairsMerged)
    #expect(try #require(different["xfeed"]).share <= 0.004)
    let sameFeed = try #require(different["samefeed"])
    #expect(sameFeed.share * Double(sameFeed.of) <= 2)
  }

  /// The share of the pairs of one occurrence that was merged, of those whose titles or times differ.
  static func recallOfRarePairs(_ report: DuplicateReport) throws -> Double {
    share(try #require(report.samePairsMerged).filter { $0.key != "same" })
  }

  /// The share of pairs of all kinds that was merged.
  private static func share(_ kinds: [String: DuplicateReport.Share]) -> Double {
    kinds.values.reduce(0) { $0 + $1.share * Double($1.of) }
      / Double(kinds.values.reduce(0) { $0 + $1.of })
  }

  /// Read once for all tests.
  private static let corpora = [synthetic, real].reduce(into: [:]) { corpora, folder in
    corpora[folder] = Result { try LabeledRecords(folder: SharedFiles.url(folder).path) }
  }

  static func records(_ folder: String) throws -> LabeledRecords {
    try #require(corpora[folder]).get()
  }
}
