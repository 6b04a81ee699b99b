import AlmanacPipeline
import ArgumentParser
import Foundation

struct EvaluateDeduplicate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deduplicate",
    abstract: "Compare the events found with labeled records.",
    discussion: """
      Prints one JSON object: the pairwise and B-cubed precision, recall and F1, and of the labeled \
      pairs by kind which share was merged; then the same of each campus, the worst first. With \
      --training, each campus is judged with weights learned from the other campuses of these \
      folders. Each CSV file begins with a line of column names.

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

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Folders as 'train deduplicate' reads.", valueName: "folder[:weight]"))
  var training: [String] = []

  @Option(help: "Number of worker threads; by default, one a processor.")
  var workers: Int?

  func run() async throws {
    let workers = workers ?? ProcessInfo.processInfo.activeProcessorCount
    if truth == nil, hardNegatives == nil, pairs == nil {
      let counts = await DeduplicateEvaluator.counts(
        try InputFile.bytes(of: records), workers: workers)
      return try LabFiles.print(counts)
    }
    let records = LabeledRecords(
      try InputFile.bytes(of: records), truth: try LabFiles.text(of: truth),
      hardNegatives: try LabFiles.text(of: hardNegatives), pairs: try LabFiles.text(of: pairs))
    let evaluator = DeduplicateEvaluator(records, workers: workers)
    let report = await evaluator.report(
      training: training.isEmpty
        ? nil : try await LinkageTraining(folders: training, workers: workers))
    try LabFiles.print(report)
  }
}
