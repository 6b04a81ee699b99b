import AlmanacPipeline
import AlmanacRefine
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
    if truth == nil, pairs == nil {
      // Read as the argument of the call, so that the text is released once it is read.
      return try LabFiles.print(
        await RecordCounts(in: try InputFile.bytes(of: records), workers: workers))
    }
    let records = LabeledRecords(
      try InputFile.bytes(of: records), truth: try truth.map(InputFile.bytes),
      pairs: try pairs.map(InputFile.bytes))
    let training =
      training.isEmpty ? nil : try await LinkageTraining(folders: training, workers: workers)
    try LabFiles.print(await DuplicateReport(of: records, training: training, workers: workers))
  }
}

/// How many records there are, and occurrences among them.
private struct RecordCounts: Encodable {
  let records, badLines, occurrences: Int

  init(in text: consuming [UInt8], workers: Int) async {
    let blocks = await RecordBlock.read(text, workers: workers)
    records = blocks.map(\.lines.count).reduce(0, +)
    badLines = blocks.map(\.badLines.count).reduce(0, +)
    occurrences = await RecordMatches(of: blocks, workers: workers, explains: false).occurrenceCount
  }
}
