import AlmanacModel
import AlmanacRefine
import ArgumentParser

struct EvaluateCategorize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categorize",
    abstract: "Compare the categorizer's choice with labeled events.",
    discussion: """
      A label is one JSON object a line, as for 'almanac-lab train categories'. Prints one JSON \
      object: the score of the text alone, of models that have not seen the event (byHash), its feed \
      (byFeed) or its campus (byCampus; byCampusAdapted: adapted to the campus's other feeds), with \
      the reliability of the confidence in tenths and what abstaining gains; and the score with the \
      publisher's words.

      Example: almanac-lab evaluate categorize labels.jsonl
      """)

  @OptionGroup var labeled: CategoryLabelOptions

  func run() async throws {
    let labels = try labeled.read()
    try LabFiles.report(labels.findings, in: labeled.labels)
    try LabFiles.print(try await CategoryEvaluation(labels))
  }
}

/// How often the categorizer chooses what people chose.
///
/// `byHash`, `byFeed` and `byCampus`: the text alone, each event with a model that has not seen it, or
/// nothing of its feed or campus. `byCampusAdapted`: the same models, adapted to the other feeds of the
/// campus as in a run; both only if the labels have campuses. `publisherVisible`: with the publisher's
/// words, and the text (by feed) where they lead nowhere.
struct CategoryEvaluation: Encodable, Sendable {
  let events: Int
  let byHash: CategoryScore
  let byFeed: CategoryScore
  let byCampus: CategoryScore?
  let byCampusAdapted: CategoryScore?
  let publisherVisible: CategoryScore

  init(_ labels: CategoryLabels) async throws {
    events = labels.events.count
    byHash = labels.score(.hash)
    let guesses = labels.learner.unseenGuesses(.feed)
    byFeed = CategoryScore(guesses, categories: labels.learner.categories)
    let hasCampuses = labels.events.contains { !$0.campus.isEmpty }
    byCampus = hasCampuses ? labels.score(.campus) : nil
    byCampusAdapted = hasCampuses ? labels.score(.campus, adapting: true) : nil
    publisherVisible = CategoryScore(
      try await Self.mapped(labels, else: guesses), categories: labels.learner.categories)
  }

  /// What the publishers' words lead to, and the guesses where they lead nowhere.
  private static func mapped(
    _ labels: CategoryLabels, else guesses: [CategoryGuess]
  ) async throws -> [CategoryGuess] {
    var tables = labels.taxonomy
    tables.keywords = [:]
    let events = labels.events.map { label in
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
