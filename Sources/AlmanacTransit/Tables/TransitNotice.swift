public import AlmanacModel

/// A kind of problem in a table of a feed: the number of cases, and the line of the first.
///
/// Codes and severities are those of the canonical GTFS validator, whose public documentation explains
/// them.
public struct TransitNotice: Hashable, Sendable {
  /// The canonical code, in snake case: `foreign_key_violation`.
  public let code: String
  public let severity: Severity
  /// The table's file name, such as `stops.txt`.
  public let file: String
  /// Line of the first case, counted from 1; nil if the notice is about the whole file.
  public let line: Int?
  /// The problem of the first case and its remedy.
  public let message: String
  /// Number of cases.
  public internal(set) var count: Int

  /// Converts the notice to a finding of a source.
  public func finding(source: String) -> Finding {
    let more = count > 1 ? " (\(count) cases; this is the first)" : ""
    return Finding(
      FindingCode(rawValue: code), severity: severity, source: source, subject: file,
      message: message + more, line: line)
  }
}
