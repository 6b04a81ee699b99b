import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import Foundation

/// `almanac-lab evaluate categorize`: how often the categorizer chooses what people chose.
struct CategoryEvaluator: Sendable {
  /// `byHash`, `byFeed` and `byCampus`: the text alone, each event with a model that has not seen it, or
  /// nothing of its feed or campus. `byCampusAdapted`: the same models, adapted to the other feeds of the
  /// campus as in a run; both only if the labels have campuses. `publisherVisible`: with the publisher's
  /// words, and the text (by feed) where they lead nowhere.
  struct Report: Encodable {
    var events: Int
    var byHash: Scores
    var byFeed: Scores
    var byCampus: Scores?
    var byCampusAdapted: Scores?
    var publisherVisible: Scores?
  }

  /// How well guesses agree with the labels. Of the text alone also the reliability of the confidence,
  /// and what abstaining gains.
  struct Scores: Encodable {
    struct Category: Encodable {
      var f1: Double
      var right, guessed, labeled: Int
    }

    var macroF1: Double
    /// By id.
    var categories: [String: Category] = [:]
    var calibrationError: Double?
    var reliability: [CategoryReliability.Tenth]?
    var abstaining: [CategoryReliability.Abstention]?

    init(_ guesses: [CategoryGuess], of labels: CategoryLabels) {
      let score = CategoryScore(guesses, categories: labels.learner.categories)
      macroF1 = score.macroF1.rounded(to: 4)
      for (index, category) in labels.taxonomy.categories.enumerated() {
        categories[category.id] = Category(
          f1: score.f1(index).rounded(to: 4), right: score.right[index],
          guessed: score.guessed[index], labeled: score.labeled[index])
      }
    }

    mutating func add(_ reliability: CategoryReliability) {
      calibrationError = reliability.error
      self.reliability = reliability.tenths
      abstaining = reliability.curve
    }
  }

  private let taxonomy: Taxonomy

  /// - Throws: `ConfigurationError` for a taxonomy that can't be read.
  init(taxonomy file: URL) throws {
    taxonomy = try TaxonomyLoader.taxonomy(of: file)
  }

  /// - Parameters:
  ///   - pool: Further events to learn from, counting less.
  ///   - hidesPublisher: Leaves `publisherVisible` out.
  /// - Throws: `RecordFilterError` if no line is a labeled event.
  func evaluate(_ labels: [UInt8], pool: [UInt8] = [], hidesPublisher: Bool = false)
    async throws -> (report: Report, findings: [Finding])
  {
    let labels = try CategoryLabels(taxonomy, labels: labels, pool: pool)
    func textScores(_ guesses: [CategoryGuess]) -> Scores {
      var scores = Scores(guesses, of: labels)
      scores.add(CategoryReliability(guesses, categories: labels.learner.categories))
      return scores
    }
    let byFeed = labels.learner.unseenGuesses(.feed)
    var report = Report(
      events: labels.events.count, byHash: textScores(labels.learner.unseenGuesses(.hash)),
      byFeed: textScores(byFeed))
    if labels.events.contains(where: { !$0.campus.isEmpty }) {
      report.byCampus = textScores(labels.learner.unseenGuesses(.campus))
      report.byCampusAdapted = textScores(labels.learner.unseenGuesses(.campus, adapting: true))
    }
    if !hidesPublisher {
      report.publisherVisible = Scores(
        try await mapped(labels.events, else: byFeed), of: labels)
    }
    return (report, labels.findings)
  }

  /// What the publishers' words lead to, and the guesses where they lead nowhere.
  private func mapped(_ labels: [LabeledEvent], else guesses: [CategoryGuess]) async throws
    -> [CategoryGuess]
  {
    var tables = taxonomy
    tables.keywords = [:]
    let events = labels.map { label in
      Event(
        id: label.id, campus: "", title: label.sample.title,
        sourceCategories: label.publisherCategories, occurrences: [], listings: [])
    }
    let batch = try await Categorizer(taxonomy: tables).run(events)
    return zip(batch.records, guesses).map { record, guess in
      guard record.categorization.method == .table else { return guess }
      var mapped = guess
      mapped.shares = guess.categories.map { $0 == record.categorization.category ? 1 : 0 }
      mapped.confidence = 1
      return mapped
    }
  }
}
