import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacPipeline

/// Held against real events that people have filed, learned from as `config/categories.model` is: with
/// the pool, the project's tables and its keywords.
@Suite struct CategoryGoalTests {
  private static let labels = "corpora/categories/labels.jsonl"
  private static let pool = "corpora/categories/pool.jsonl"
  private static let isThere = SharedFiles.exists(labels) && SharedFiles.exists(pool)
  private static let taxonomy = ProjectFiles.url("config/categories.yaml")

  @Test(
    "text alone finds people's category, on feeds never seen too, and knows when it doesn't",
    .enabled(if: isThere, "\(SharedFiles.absent)"))
  func textAlone() async throws {
    let evaluator = try CategoryEvaluator(taxonomy: Self.taxonomy)
    let (bytes, findings) = try await evaluator.evaluate(
      try SharedFiles.bytes(Self.labels), pool: try SharedFiles.bytes(Self.pool),
      hidesPublisher: true)
    #expect(findings.isEmpty)
    let json = try JSONValue(parsing: bytes)
    for (split, goal) in [("byHash", 0.83), ("byFeed", 0.71)] {
      let score = try #require(json[split]?["macroF1"]?.double)
      #expect(score >= goal, "\(split)")
      let abstaining = try #require(json[split]?["abstaining"]?.array)
      #expect(abstaining[2]["share"]?.double == 0.1)
      #expect((abstaining[2]["macroF1"]?.double ?? 0) - score >= 0.03, "\(split)")
    }
    #expect((json["byHash"]?["calibrationError"]?.double ?? 1) <= 0.05)
  }

  @Test(
    "what is shipped is what training gives, but for the last bit of another machine's logarithms",
    .enabled(if: isThere, "\(SharedFiles.absent)"))
  func shipped() throws {
    let training = try CategoryTraining(
      taxonomy: Self.taxonomy, labels: try SharedFiles.bytes(Self.labels),
      pool: try SharedFiles.bytes(Self.pool))
    let shipped = [UInt8](try Data(contentsOf: ProjectFiles.url("config/categories.model")))
    let (ours, theirs) = (training.model.drop { $0 != 10 }, shipped.drop { $0 != 10 })
    #expect(ours.count == theirs.count)
    #expect(zip(ours, theirs).count { $0 != $1 } * 1_000 <= ours.count)
  }
}
