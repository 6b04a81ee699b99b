/// What an operator should decide next, the most urgent first: the content of `almanac review`.
public struct Review<Line: ReviewLine>: Sendable {
  public let lines: [Line]
  /// The number of lines without the limit.
  public let total: Int

  /// Reads the workspace; needs no lock.
  ///
  /// - Parameter limit: Maximum number of lines.
  public init(_ last: LastRun, limit: Int) throws {
    self.init(try Line.all(of: last), limit: limit)
  }

  init(_ lines: [Line], limit: Int) {
    total = lines.count
    self.lines = Array(lines.sorted { $0.isBefore($1) }.prefix(limit))
  }

  public var text: String { lines.isEmpty ? Line.nothing : Line.text(of: lines) }
}

/// One thing to decide.
public protocol ReviewLine: Answer {
  /// The text of a review without lines.
  static var nothing: String { get }

  /// All that the last run left to decide.
  static func all(of last: LastRun) throws -> [Self]

  static func text(of lines: [Self]) -> String

  /// Whether this is more urgent.
  func isBefore(_ other: Self) -> Bool
}
