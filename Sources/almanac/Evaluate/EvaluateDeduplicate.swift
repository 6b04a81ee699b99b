import AlmanacPipeline
import ArgumentParser
import Foundation

struct EvaluateDeduplicate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deduplicate",
    abstract: "Hold the found happenings against labeled records.",
    discussion: """
      Prints one JSON object: the pairwise and B-cubed precision, recall and F1, and of the labeled \
      pairs by kind which share was put together. Each CSV file opens with a line of column names.

      Example: almanac evaluate deduplicate records.ndjson --truth truth.csv
      """)

  @Argument(help: "The records (NDJSON); '-' is standard input.")
  var records: String

  @Option(help: ArgumentHelp("CSV: id, cluster.", valueName: "file"))
  var truth: String?

  @Option(help: ArgumentHelp("CSV: id, id, type, of pairs that are two.", valueName: "file"))
  var hardNegatives: String?

  @Option(help: ArgumentHelp("CSV: id, id, label (1 or 0), kind.", valueName: "file"))
  var pairs: String?

  @Option(help: "How many campuses are worked on at once; by default, one a processor.")
  var workers: Int?

  func run() async throws {
    let workers = workers ?? ProcessInfo.processInfo.activeProcessorCount
    let handle =
      records == "-"
      ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: records))
    let blocks = try await RecordBlocks.read(handle, workers: workers)
    let evaluator = await DeduplicateEvaluator(blocks, workers: workers)
    let report = evaluator.report(
      truth: try text(of: truth), hardNegatives: try text(of: hardNegatives),
      pairs: try text(of: pairs))
    try StandardStream.write(report)
  }

  private func text(of file: String?) throws -> String? {
    try file.map { String(decoding: try InputFile.bytes(of: $0), as: UTF8.self) }
  }
}
