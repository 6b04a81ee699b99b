import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import Foundation

/// `almanac-lab train categories`: a model from labeled events, and the facts of its training.
struct CategoryTraining: Sendable {
  /// What the model was made of, and how well such a model does on events that it has not seen.
  struct Facts: Encodable, Sendable {
    struct Labels: Encodable {
      var sha256: String
      var events, feeds: Int
      /// The number of events by category.
      var categories: [String: Int]

      init(_ events: [LabeledEvent], of bytes: [UInt8], _ taxonomy: Taxonomy) {
        sha256 = Fingerprint.digest(of: bytes)
        self.events = events.count
        feeds = Set(events.map(\.feed)).count
        categories = Dictionary(
          taxonomy.categories.map { ($0.id, 0) } + events.map { ($0.category, 1) },
          uniquingKeysWith: +)
      }
    }

    var bytes: Int
    var sha256: String
    var threshold: Double
    var labels: Labels
    var pool: Labels?
    /// `byHash` and `byFeed`.
    var macroF1: [String: Double]
  }

  let model: [UInt8]
  let facts: Facts
  let findings: [Finding]

  /// - Parameters:
  ///   - taxonomy: The file `categories.yaml`.
  ///   - labels: Labeled events as NDJSON.
  ///   - pool: Further ones, counting less.
  /// - Throws: `ConfigurationError` for the taxonomy, `RecordFilterError` for labels without a line
  ///   that can be used.
  init(taxonomy file: URL, labels: [UInt8], pool: [UInt8] = []) throws {
    let taxonomy = try TaxonomyLoader.taxonomy(of: file)
    let read = try CategoryLabels(taxonomy, labels: labels, pool: pool)
    let learner = read.learner
    func macroF1(_ split: CategoryLearner.Split) -> Double {
      CategoryScore(learner.unseenGuesses(split), categories: learner.categories).macroF1
        .rounded(to: 4)
    }
    let made = learner.model()
    model = made.bytes
    findings = read.findings
    facts = Facts(
      bytes: model.count, sha256: Fingerprint.digest(of: model), threshold: made.threshold,
      labels: Facts.Labels(read.events, of: labels, taxonomy),
      pool: pool.isEmpty ? nil : Facts.Labels(read.pool, of: pool, taxonomy),
      macroF1: ["byHash": macroF1(.hash), "byFeed": macroF1(.feed)])
  }
}
