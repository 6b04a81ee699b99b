import AlmanacPipeline
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

  @Argument(help: "The labeled events (NDJSON); '-' is standard input.")
  var labels: String

  @Option(help: ArgumentHelp("Further labeled events, counting less.", valueName: "file"))
  var pool: String?

  @Option(help: ArgumentHelp("The taxonomy.", valueName: "file"))
  var categories = "config/categories.yaml"

  @Option(help: ArgumentHelp("The file of the model.", valueName: "file"))
  var output = "config/categories.model"

  func run() throws {
    let training = try CategoryTraining(
      taxonomy: URL(filePath: categories), labels: try InputFile.bytes(of: labels),
      pool: try pool.map { try InputFile.bytes(of: $0) } ?? [])
    try LabFiles.report(training.findings, in: labels)
    try Data(training.model).write(to: URL(filePath: output), options: .atomic)
    let facts = try LabFiles.line(of: training.facts)
    try Data(facts).write(to: URL(filePath: output + ".json"), options: .atomic)
    try LabFiles.print(facts)
  }
}
