import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacRefine
@testable import almanac_lab

/// Compares categories with those that people assigned to real events.
///
/// Learns from 1,400 labels without the pool and the project's tables, because debug builds learn
/// slowly. `almanac-lab evaluate categorize` uses both; its score is 0.06 higher.
@Suite struct CategoryTruthTests {
  private static let labels = "corpora/categories/labels.jsonl"
  private static let names = [
    "Arts", "Conferences", "Exhibitions", "Health & Wellness", "Workshops", "Social Events",
    "Sports", "Others",
  ]

  private struct Line: Decodable {
    let id: String
    let feed: String
    let title: String
    let description: String?
    let venue: String?
    let label: String
  }

  private static func read(_ path: String) throws -> [LabeledEvent] {
    try SharedFiles.bytes(path).split(separator: UInt8(ascii: "\n")).map { bytes in
      let line = try JSONDecoder().decode(Line.self, from: Data(bytes))
      return LabeledEvent(
        id: line.id, feed: line.feed,
        sample: CategorySample(
          title: line.title, text: line.description ?? "", venue: line.venue ?? ""),
        category: line.label)
    }
  }

  @Test(
    "Labels of unseen feeds are predicted well enough, and the confidence is calibrated",
    .enabled(if: SharedFiles.exists(labels), "\(SharedFiles.absent)"))
  func byFeed() throws {
    let learner = CategoryLearner(
      taxonomy: Taxonomy(categories: Self.names.map { .init(id: $0, name: $0) }),
      labels: try Self.read(Self.labels))
    let guesses = learner.unseenGuesses(.feed)
    let score = CategoryScore(guesses, categories: learner.categories)
    #expect(score.macroF1 >= 0.66, "\(score)")
    #expect(score.calibrationError <= 0.08, "\(score.reliability)")
    let gain = score.abstaining[2].macroF1 - score.abstaining[0].macroF1
    #expect(score.abstaining[2].share == 0.1)
    #expect(gain >= 0.03, "\(score.abstaining)")
  }

  @Test(
    "The shipped model predicts the events of its training",
    .enabled(if: SharedFiles.exists(labels), "\(SharedFiles.absent)"))
  func shipped() throws {
    let bytes = [UInt8](try Data(contentsOf: ProjectFiles.url("config/categories.model")))
    #expect(bytes.count <= 1_000_000)
    var classifier = TextClassifier(try CategoryModel(bytes: bytes))
    let ids = [
      "Health & Wellness": "health-wellness", "Social Events": "social-events",
    ]
    let events = try Self.read(Self.labels)
    let right = events.count { event in
      classifier.classify(event.sample)?.category
        == ids[event.category] ?? event.category.lowercased()
    }
    #expect(right * 100 >= events.count * 90, "\(right) of \(events.count)")
  }
}
