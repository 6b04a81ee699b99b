import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import ArgumentParser
import Foundation

struct TrainCategories: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories",
    abstract: "Learn from labeled events what texts of each category say.",
    discussion: """
      A label is one JSON object a line: title, description, venue, organizer, feed, id, and label, \
      the category's id or name. Writes the model, which categories.yaml names under 'model', and \
      beside it, with '.json' after its name, the facts of its training. The same labels give the \
      same bytes.

      Example: almanac-lab train categories labels.jsonl --output config/categories.model
      """)

  @OptionGroup var labeled: CategoryLabelOptions

  @Option(help: ArgumentHelp("The file of the model.", valueName: "file"))
  var output = "config/categories.model"

  func run() throws {
    let labels = try labeled.read()
    let model = labels.learner.model()
    let facts = CategoryTraining(of: model, labels)
    try LabFiles.report(labels.findings, in: labeled.labels)
    try Data(model.bytes).write(to: URL(filePath: output), options: .atomic)
    try Data(LabFiles.line(of: facts)).write(to: URL(filePath: output + ".json"), options: .atomic)
    try LabFiles.print(facts)
  }
}

/// What a model was made of, and how well such a model does on events that it has not seen.
struct CategoryTraining: Encodable, Sendable {
  let bytes: Int
  let sha256: String
  let threshold: Double
  let labels: CategoryLabels.Facts
  let pool: CategoryLabels.Facts?
  /// `byHash` and `byFeed`.
  let macroF1: [String: Double]

  init(of model: CategoryModel, _ labels: CategoryLabels) {
    bytes = model.bytes.count
    sha256 = Fingerprint.digest(of: model.bytes)
    threshold = model.threshold
    (self.labels, pool) = (labels.facts, labels.poolFacts)
    macroF1 = [
      "byHash": labels.score(.hash).macroF1, "byFeed": labels.score(.feed).macroF1,
    ]
  }
}
