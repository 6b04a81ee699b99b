import AlmanacPipeline
import ArgumentParser
import Foundation

struct EvaluateDeduplicate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deduplicate",
    abstract: "Compare the events found with labeled records.",
    discussion: """
      Prints one JSON object: the pairwise and B-cubed precision, recall and F1, and of the labeled \
      pairs by kind which share was merged. Each CSV file begins with a line of column names.

      Example: almanac-lab evaluate deduplicate records.ndjson --truth truth.csv
      """)

  @Argument(help: "The records (NDJSON); '-' is standard input.")
  var records: String

  @Option(help: ArgumentHelp("CSV: id, cluster.", valueName: "file"))
  var truth: String?

  @Option(help: ArgumentHelp("CSV: id, id, type, of pairs that differ.", valueName: "file"))
  var hardNegatives: String?

  @Option(help: ArgumentHelp("CSV: id, id, label (1 or 0), kind.", valueName: "file"))
  var pairs: String?

  @Option(help: "How many campuses are worked on at once; by default, one a processor.")
  var workers: Int?

  func run() async throws {
    let workers = workers ?? ProcessInfo.processInfo.activeProcessorCount
    let evaluator = await DeduplicateEvaluator(
      try LabFiles.bytes(of: records), workers: workers)
    let report = evaluator.report(
      truth: try LabFiles.text(of: truth), hardNegatives: try LabFiles.text(of: hardNegatives),
      pairs: try LabFiles.text(of: pairs))
    try LabFiles.print(report)
  }
}
