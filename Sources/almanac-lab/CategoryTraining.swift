import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import Foundation

/// `almanac-lab train categories`: a model from labeled events, and the facts of its training.
struct CategoryTraining: Sendable {
  let model: [UInt8]
  /// One JSON object: what the model was made of, and how well such a model does on events that it
  /// has not seen.
  let facts: [UInt8]
  let findings: [Finding]

  /// - Parameters:
  ///   - taxonomy: The file `categories.yaml`.
  ///   - labels: Labeled events as NDJSON.
  ///   - pool: Further ones, counting less.
  /// - Throws: `ConfigurationError` for the taxonomy, `RecordFilterError` for labels without a line
  ///   that can be used.
  init(taxonomy file: URL, labels: [UInt8], pool: [UInt8] = []) throws {
    let taxonomy = try TaxonomyLoader.taxonomy(of: file)
    var (events, findings) = try CategoryLabels.read(labels, taxonomy: taxonomy)
    var further: [LabeledEvent] = []
    if !pool.isEmpty {
      let read = try CategoryLabels.read(pool, taxonomy: taxonomy)
      further = read.0
      findings += read.1
    }
    let learner = CategoryLearner(taxonomy: taxonomy, labels: events, pool: further)
    let made = learner.model()
    model = made.bytes
    self.findings = findings

    var json = JSONWriter()
    json.beginObject()
    json.member("bytes", model.count)
    json.member("sha256", Fingerprint.digest(of: model))
    json.member("threshold", made.threshold)
    json.key("labels")
    Self.write(events, digest: Fingerprint.digest(of: labels), taxonomy, to: &json)
    if !pool.isEmpty {
      json.key("pool")
      Self.write(further, digest: Fingerprint.digest(of: pool), taxonomy, to: &json)
    }
    json.key("macroF1")
    json.beginObject()
    for (name, split) in [("byHash", CategoryLearner.Split.hash), ("byFeed", .feed)] {
      let score = CategoryScore(learner.unseenGuesses(split), categories: learner.categories)
      json.key(name)
      json.number(score.macroF1, decimals: 4)
    }
    json.endObject()
    json.endObject()
    json.endLine()
    facts = json.bytes
  }

  private static func write(
    _ events: [LabeledEvent], digest: String, _ taxonomy: Taxonomy, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("sha256", digest)
    json.member("events", events.count)
    json.member("feeds", Set(events.map(\.feed)).count)
    for category in taxonomy.categories {
      json.member(category.id, events.count { $0.category == category.id })
    }
    json.endObject()
  }
}
