public import AlmanacTime

/// The state that the operations of a log add up to.
///
/// The state depends on which operations there are, not on their order or number: they are a set, and
/// are replayed in an order of their own. So a log may be repeated or shuffled.
public struct SubmissionFold: Sendable {
  /// An operation and where it is.
  private struct Line: Sendable {
    var operation: SubmissionOperation
    var file: String
    var number: Int

    func precedes(_ other: Line) -> Bool {
      if operation != other.operation { return operation.precedes(other.operation) }
      return (file, number) < (other.file, other.number)
    }
  }

  /// The state, and what is wrong with operations that changed nothing.
  public struct Result: Sendable {
    /// By their ids.
    public var events: [String: SubmittedEvent] = [:]
    var problems: [(file: String, line: Int, problem: SubmissionProblem)] = []
    /// Operations whose time is after the run time. They don't count yet.
    public var early = 0
  }

  /// By the ids of events.
  private var lines: [String: [Line]] = [:]

  public init() {}

  public mutating func add(_ operation: SubmissionOperation, file: String = "", line: Int = 0) {
    lines[operation.id, default: []].append(
      Line(operation: operation, file: file, number: line))
  }

  /// - Parameters:
  ///   - now: The run time.
  ///   - most: Distinct people whose reports hide a student event.
  /// - Complexity: O(*n* log *n*) in the number of operations.
  public func result(now: Instant, hidingAt most: Int) -> Result {
    var result = Result()
    for (id, lines) in self.lines {
      var event: SubmittedEvent?
      var last: SubmissionOperation?
      for line in lines.sorted(by: { $0.precedes($1) }) where line.operation != last {
        last = line.operation
        guard line.operation.at <= now else {
          result.early += 1
          continue
        }
        do throws(SubmissionProblem) {
          try Self.apply(line.operation, to: &event, hidingAt: most)
        } catch {
          result.problems.append((line.file, line.number, error))
        }
      }
      result.events[id] = event
    }
    result.problems.sort { ($0.file, $0.line) < ($1.file, $1.line) }
    return result
  }

  private static func apply(
    _ operation: SubmissionOperation, to event: inout SubmittedEvent?, hidingAt most: Int
  ) throws(SubmissionProblem) {
    if event != nil {
      try event?.apply(operation, hidingAt: most)
    } else if case .submit(let content) = operation.action {
      event = SubmittedEvent(
        content, id: operation.id, owner: operation.person, at: operation.at)
    } else {
      throw .field("id", "names no event that was submitted before")
    }
  }
}
