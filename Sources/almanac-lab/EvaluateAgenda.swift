import AlmanacModel
import AlmanacPipeline
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
    let (report, findings) = try DayEvaluation.evaluate(try InputFile.bytes(of: days))
    try LabFiles.report(findings, in: days)
    try LabFiles.print(report)
  }
}

/// How many verdicts over labeled days are equal to the labels.
struct DayEvaluation: Encodable {
  struct Difference: Encodable {
    /// One-based.
    let line: Int
    let labeled: Bool
    /// nil: the search gave up.
    let found: Bool?
  }

  private(set) var days = 0
  private(set) var equal = 0
  private(set) var firstDifference: Difference?

  /// - Throws: `RecordFilterError` if no line is a day.
  static func evaluate(
    _ lines: [UInt8]
  ) throws -> (report: DayEvaluation, findings: [Finding]) {
    let (days, findings) = try LabFiles.records(in: lines) { line, json in
      let found: Bool? =
        switch try DayProblem(labeled: json).feasibility() {
        case .feasible: true
        case .conflict: false
        case .undecided: nil
        }
      guard let label = json["feasible"]?.bool else {
        throw LogLineError(member: "feasible", expected: "true or false")
      }
      return Difference(line: line, labeled: label, found: found)
    }
    let different = days.filter { $0.found != $0.labeled }
    let report = DayEvaluation(
      days: days.count, equal: days.count - different.count, firstDifference: different.first)
    return (report, findings)
  }
}

extension DayProblem {
  fileprivate init(labeled json: JSONValue) throws(LogLineError) {
    func whole(_ value: JSONValue?) -> Int? { value?.double.flatMap { Int(exactly: $0) } }
    guard let events = json["events"]?.array else {
      throw LogLineError(member: "events", expected: "a list of events")
    }
    var items: [DayProblem.Item] = []
    for (number, event) in events.enumerated() {
      guard let lower = whole(event["lower"]), let upper = whole(event["upper"]),
        let duration = whole(event["duration"])
      else {
        throw LogLineError(
          member: "events[\(number)]", expected: "whole numbers 'lower', 'upper' and 'duration'")
      }
      items.append(DayProblem.Item(id: "\(number)", lower: lower, upper: upper, duration: duration))
    }
    let rows = json["travel"]?.array?.map { $0.array?.map(whole) ?? [] } ?? []
    guard rows.count == items.count, rows.allSatisfy({ $0.count == items.count }) else {
      throw LogLineError(
        member: "travel", expected: "a matrix of \(items.count) rows and columns")
    }
    self.init(items: items) { from, to in rows[from][to] ?? DayProblem.unreachable }
  }
}
