import AlmanacPipeline
import ArgumentParser

struct EvaluateTransit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transit",
    abstract: "Compare the journeys of a transit feed with known answers.",
    discussion: """
      An answer is one JSON object a line: from, to (stop ids), depart (minutes since 1970 UTC) and \
      pareto, a list of [changes, arrival]. Prints one JSON object: the number of answers, how many \
      are equal, and the first that differs.

      Example: almanac-lab evaluate transit feed.zip answers.ndjson
      """)

  @Argument(help: "The GTFS feed (zip); '-' is standard input.")
  var feed: String

  @Argument(help: "The answers (NDJSON); '-' is standard input.")
  var answers: String

  func run() throws {
    let evaluator = try TransitEvaluator(zip: try InputFile.bytes(of: feed))
    let result = try evaluator.evaluate(try InputFile.bytes(of: answers))
    try LabFiles.report(result.findings, in: answers)
    try LabFiles.print(result.report)
  }
}
