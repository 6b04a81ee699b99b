import AlmanacModel
import AlmanacRefine
import AlmanacTestSupport
import Foundation
import Testing

/// Measures deduplication on the shared corpora of duplicates.
@Suite struct DuplicateCorporaTests {
  static let synthetic = "corpora/duplicates/synthetic"
  static let real = "corpora/duplicates/real"

  @Test(
    "Few different events are merged, most equal ones are",
    .enabled(if: SharedFiles.exists(synthetic), "\(SharedFiles.absent)"))
  func syntheticQuality() async throws {
    let evaluation = try await Self.evaluation(Self.synthetic)
    let truth = try Self.rows(Self.synthetic + "/truth.csv").reduce(into: [:]) { $0[$1[0]] = $1[1] }
    let pairs = try Self.rows(Self.synthetic + "/hardneg.csv")
      .map { DuplicateEvaluation.Pair($0[0], $0[1], isSame: false, kind: $0[2]) }
    let merged = evaluation.merged(pairs)
    print("synthetic", evaluation.pairwise(truth), evaluation.bCubed(truth).f1, merged)
    #expect(evaluation.pairwise(truth).f1 >= 0.974)
    #expect(evaluation.bCubed(truth).f1 >= 0.988)
    let all = merged.values.reduce(0) { $0 + $1.share * Double($1.of) }
    #expect(all / Double(pairs.count) <= 0.004)
    #expect(merged.values.allSatisfy { $0.share <= 0.03 })
  }

  @Test(
    "Duplicates of real feeds are found without their links, and few others are merged",
    .enabled(if: SharedFiles.exists(real), "\(SharedFiles.absent)"))
  func realQuality() async throws {
    let evaluation = try await Self.evaluation(Self.real)
    let pairs = try Self.rows(Self.real + "/pairs.csv")
      .map { DuplicateEvaluation.Pair($0[0], $0[1], isSame: $0[2] == "1", kind: $0[3]) }
    let merged = evaluation.merged(pairs)
    print("real", evaluation.onPairs(pairs), merged)
    let hard = pairs.filter { $0.isSame && $0.kind != "same" }
    #expect(evaluation.onPairs(pairs).f1 >= 0.985)
    #expect(evaluation.onPairs(hard).recall >= 0.88)
    #expect((merged["xfeed"]?.share ?? 1) <= 0.004)
    #expect((merged["samefeed"]?.share ?? 1) * Double(merged["samefeed"]?.of ?? 1) <= 2)
  }

  private static func evaluation(_ folder: String) async throws -> DuplicateEvaluation {
    let blocks = [RecordBlock(try SharedFiles.bytes(folder + "/records.jsonl"))]
    let matches = await RecordMatches(of: blocks, workers: 2)
    return DuplicateEvaluation(found: matches.occurrences)
  }

  private static func rows(_ path: String) throws -> [[String]] {
    try String(contentsOf: SharedFiles.url(path), encoding: .utf8).split(
      whereSeparator: \.isNewline
    )
    .dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }
}
