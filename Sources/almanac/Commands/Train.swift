import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Train: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a model from labeled data.",
      discussion: "Example: almanac train categories labels.jsonl --output config/categories.model",
      subcommands: [TrainCategories.self])
  }
}

struct TrainCategories: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories",
    abstract: "Learn from labeled events what texts of each category say.",
    discussion: """
      A label is one JSON object a line: title, description, venue, organizer, feed, id, and label, \
      the category's id or name. Writes the model, which categories.yaml names under 'model', and \
      beside it, with '.json' after its name, the facts of its training. The same labels give the \
      same bytes.

      Example: almanac train categories labels.jsonl --output config/categories.model
      """)

  @Argument(help: "The labeled events (NDJSON); '-' is standard input.")
  var labels: String

  @Option(help: ArgumentHelp("Further labeled events, counting less.", valueName: "file"))
  var pool: String?

  @Option(help: ArgumentHelp("The taxonomy.", valueName: "file"))
  var categories = "config/categories.yaml"

  @Option(help: ArgumentHelp("Where the model goes.", valueName: "file"))
  var output = "config/categories.model"

  func run() throws {
    let training = try CategoryTraining(
      taxonomy: URL(filePath: categories), labels: try InputFile.bytes(of: labels),
      pool: try pool.map { try InputFile.bytes(of: $0) } ?? [])
    for finding in training.findings {
      StandardStream.tell(TerminalText.line(of: finding, in: labels))
    }
    try OutputFile.write(training.model, to: output)
    try OutputFile.write(training.facts, to: output + ".json")
    try StandardStream.write(training.facts)
  }
}
