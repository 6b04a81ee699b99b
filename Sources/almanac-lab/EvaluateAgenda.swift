import AlmanacPipeline
import ArgumentParser

struct EvaluateAgenda: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agenda",
    abstract: "Compare the verdicts over days with labeled ones.",
    discussion: """
      A day is one JSON object a line: events (lower: the earliest start, upper: the latest end, \
      duration), travel (a matrix of times) and feasible. Prints one JSON object: the number of \
      days, how many verdicts are equal, and the first that differs with its line.

      Example: almanac-lab evaluate agenda days.ndjson
      """)

  @Argument(help: "The labeled days (NDJSON); '-' is standard input.")
  var days: String

  func run() throws {
    try LabFiles.print(DayEvaluation(ndjson: try InputFile.bytes(of: days)))
  }
}
