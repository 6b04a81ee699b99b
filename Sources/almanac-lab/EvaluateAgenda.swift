import AlmanacModel
import AlmanacPlan
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
    let evaluation = try DayEvaluation(ndjson: try LabFiles.bytes(of: days))
    var json = JSONWriter()
    json.beginObject()
    json.key("days")
    json.integer(evaluation.days)
    json.key("equal")
    json.integer(evaluation.equal)
    json.key("firstDifference")
    if let difference = evaluation.firstDifference {
      json.beginObject()
      json.key("line")
      json.integer(difference.line)
      json.key("labeled")
      json.boolean(difference.expected)
      json.key("found")
      if let found = difference.found { json.boolean(found) } else { json.null() }
      json.endObject()
    } else {
      json.null()
    }
    json.endObject()
    json.lineBreak()
    try LabFiles.print(json.bytes)
  }
}
