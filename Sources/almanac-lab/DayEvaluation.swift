import AlmanacModel
import AlmanacPlan

/// How many verdicts over labeled days are equal to the labels.
///
/// A day is a line of NDJSON: `events` with `lower` (earliest start), `upper` (latest end) and
/// `duration`, a square matrix `travel`, and the label `feasible`.
struct DayEvaluation: Hashable, Sendable, Encodable {
  struct Difference: Hashable, Sendable, Encodable {
    /// One-based.
    var line: Int
    var labeled: Bool
    /// nil: the search gave up.
    var found: Bool?
  }

  /// A line that is not such a day.
  struct InvalidLine: Error, Hashable, Sendable, CustomStringConvertible {
    var line: Int
    var reason: String
    var description: String { "line \(line): \(reason)" }
  }

  private(set) var days = 0
  private(set) var equal = 0
  private(set) var firstDifference: Difference?

  init() {}

  /// Evaluates all lines of a file; empty ones are skipped.
  ///
  /// - Throws: `InvalidLine` for the first line that is no day.
  init(ndjson bytes: [UInt8]) throws(InvalidLine) {
    for (number, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
      .enumerated()
    where line.contains(where: { $0 > 0x20 }) {
      let day: LabeledDay
      do {
        day = try LabeledDay(JSONValue(parsing: Array(line)))
      } catch {
        throw InvalidLine(line: number + 1, reason: "\(error)")
      }
      add(day, line: number + 1)
    }
  }

  private mutating func add(_ day: LabeledDay, line: Int) {
    days += 1
    let found: Bool? =
      switch day.problem.feasibility() {
      case .feasible: true
      case .conflict: false
      case .undecided: nil
      }
    if found == day.isFeasible {
      equal += 1
    } else if firstDifference == nil {
      firstDifference = Difference(line: line, labeled: day.isFeasible, found: found)
    }
  }
}

/// One line of the file.
struct LabeledDay {
  let problem: DayProblem
  let isFeasible: Bool

  init(_ json: JSONValue) throws(LogLineError) {
    guard let events = json["events"]?.array else {
      throw LogLineError(member: "events", expected: "a list of events")
    }
    guard let label = json["feasible"]?.bool else {
      throw LogLineError(member: "feasible", expected: "true or false")
    }
    func whole(_ value: JSONValue?) -> Int? {
      value?.double.flatMap { Int(exactly: $0) }
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
    problem = DayProblem(items: items) { from, to in rows[from][to] ?? DayProblem.unreachable }
    isFeasible = label
  }
}
