public import AlmanacTime

/// The state that the operations of a log add up to.
///
/// The state depends on which operations there are, not on their order or number: they are a set, and
/// are replayed in an order of their own. So a log may be repeated, shuffled, or read in parts whose
/// folds are joined.
public struct SubmissionFold: Sendable {
  /// An operation of which several lines say the same has the first of them.
  private struct Line: Hashable, Comparable, Sendable {
    var file: String
    var number: Int

    static func < (one: Line, other: Line) -> Bool {
      (one.file, one.number) < (other.file, other.number)
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

  private var operations: [String: [SubmissionOperation: Line]] = [:]

  public init() {}

  public mutating func add(_ operation: SubmissionOperation, file: String = "", line: Int = 0) {
    let line = Line(file: file, number: line)
    let known = operations[operation.id]?[operation]
    operations[operation.id, default: [:]][operation] = known.map { min($0, line) } ?? line
  }

  public mutating func formUnion(_ other: SubmissionFold) {
    for lines in other.operations.values {
      for (operation, line) in lines { add(operation, file: line.file, line: line.number) }
    }
  }

  /// - Parameters:
  ///   - now: The run time.
  ///   - most: Distinct people whose reports hide a student event.
  /// - Complexity: O(*n* log *n*) in the number of operations.
  public func result(now: Instant, hidingAt most: Int) -> Result {
    var result = Result()
    for (id, lines) in operations {
      var event: SubmittedEvent?
      for (operation, line) in lines.sorted(by: { $0.key.precedes($1.key) }) {
        guard operation.at <= now else {
          result.early += 1
          continue
        }
        do throws(SubmissionProblem) {
          try Self.apply(operation, to: &event, hidingAt: most)
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
        content, id: operation.id, owner: operation.who, at: operation.at)
    } else {
      throw .field("id", "names no event that was submitted before")
    }
  }
}
