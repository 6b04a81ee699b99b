import AlmanacPipeline
import ArgumentParser
import Foundation

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
      """,
    aliases: ["categories"])

  enum Member: String, ExpressibleByArgument, CaseIterable {
    case publisherCategory = "publisher_category"
  }

  @Argument(help: "The labeled events (NDJSON); '-' is standard input.")
  var labels: String

  @Option(help: ArgumentHelp("Further labeled events to learn from.", valueName: "file"))
  var pool: String?

  @Option(help: ArgumentHelp("What to leave out of the question.", valueName: "member"))
  var hide: [Member] = []

  @Option(help: ArgumentHelp("The taxonomy.", valueName: "file"))
  var categories = "config/categories.yaml"

  func run() async throws {
    let result = try await CategoryEvaluator(taxonomy: URL(filePath: categories)).evaluate(
      try InputFile.bytes(of: labels), pool: try pool.map { try InputFile.bytes(of: $0) } ?? [],
      hidesPublisher: hide.contains(.publisherCategory))
    try LabFiles.report(result.findings, in: labels)
    try LabFiles.print(result.report)
  }
}
