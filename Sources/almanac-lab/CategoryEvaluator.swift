import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import Foundation

/// `almanac-lab evaluate categorize`: how often the categorizer chooses what people chose.
struct CategoryEvaluator: Sendable {
  private let taxonomy: Taxonomy

  /// - Throws: `ConfigurationError` for a taxonomy that can't be read.
  init(taxonomy file: URL) throws {
    taxonomy = try TaxonomyLoader.taxonomy(of: file)
  }

  /// Takes labeled events as NDJSON and gives one JSON object. `byHash` and `byFeed`: the text alone,
  /// each event asked of a model that has not seen it, or nothing of its feed; in both the score, the
  /// reliability of the confidence and what abstaining gains. `publisherVisible`: with the
  /// publisher's words, and the text (by feed) where they lead nowhere.
  ///
  /// - Parameters:
  ///   - pool: Further events to learn from, counting less.
  ///   - hidesPublisher: Leaves `publisherVisible` out.
  /// - Throws: `RecordFilterError` where no line is a labeled event.
  func evaluate(_ labels: [UInt8], pool: [UInt8] = [], hidesPublisher: Bool = false)
    async throws -> (json: [UInt8], findings: [Finding])
  {
    var (events, findings) = try CategoryLabels.read(labels, taxonomy: taxonomy)
    var further: [LabeledEvent] = []
    if !pool.isEmpty {
      let read = try CategoryLabels.read(pool, taxonomy: taxonomy)
      further = read.0
      findings += read.1
    }
    let learner = CategoryLearner(taxonomy: taxonomy, labels: events, pool: further)
    var json = JSONWriter()
    json.beginObject()
    json.member("events", events.count)
    let byFeed = learner.unseenGuesses(.feed)
    for (name, guesses) in [("byHash", learner.unseenGuesses(.hash)), ("byFeed", byFeed)] {
      json.key(name)
      json.beginObject()
      write(CategoryScore(guesses, categories: learner.categories), to: &json)
      write(CategoryReliability(guesses, categories: learner.categories), to: &json)
      json.endObject()
    }
    if !hidesPublisher {
      let guesses = try await stated(events, else: byFeed)
      json.key("publisherVisible")
      json.beginObject()
      write(CategoryScore(guesses, categories: learner.categories), to: &json)
      json.endObject()
    }
    json.endObject()
    json.endLine()
    return (json.bytes, findings)
  }

  /// What the tables say, and the guesses where they say nothing.
  private func stated(_ labels: [LabeledEvent], else guesses: [CategoryGuess]) async throws
    -> [CategoryGuess]
  {
    var silent = taxonomy
    silent.keywords = [:]
    let events = labels.map { label in
      Event(
        id: label.id, campus: "", title: label.sample.title,
        sourceCategories: label.publisherCategories, occurrences: [], listings: [])
    }
    let batch = try await Categorizer(taxonomy: silent).run(events)
    return zip(batch.records, guesses).map { record, guess in
      guard record.categorization.method == .table else { return guess }
      var stated = guess
      stated.shares = guess.categories.map { $0 == record.categorization.category ? 1 : 0 }
      stated.confidence = 1
      return stated
    }
  }

  private func write(_ score: CategoryScore, to json: inout JSONWriter) {
    json.key("macroF1")
    json.number(score.macroF1, decimals: 4)
    json.key("categories")
    json.beginObject()
    for (index, category) in taxonomy.categories.enumerated() {
      json.key(category.id)
      json.beginObject()
      json.key("f1")
      json.number(score.f1(index), decimals: 4)
      json.member("right", score.right[index])
      json.member("guessed", score.guessed[index])
      json.member("labeled", score.labeled[index])
      json.endObject()
    }
    json.endObject()
  }

  private func write(_ reliability: CategoryReliability, to json: inout JSONWriter) {
    json.key("calibrationError")
    json.number(reliability.error, decimals: 4)
    json.key("reliability")
    json.beginArray()
    for tenth in reliability.tenths {
      json.beginObject()
      json.member("from", tenth.from)
      json.member("guesses", tenth.guesses)
      json.member("right", tenth.right)
      json.key("confidence")
      json.number(tenth.confidence, decimals: 3)
      json.endObject()
    }
    json.endArray()
    json.key("abstaining")
    json.beginArray()
    for point in reliability.curve {
      json.beginObject()
      json.member("share", point.share)
      json.key("macroF1")
      json.number(point.macroF1, decimals: 4)
      json.endObject()
    }
    json.endArray()
  }
}
