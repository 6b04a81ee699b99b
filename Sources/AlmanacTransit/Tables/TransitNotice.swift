public import AlmanacModel

/// One kind of problem in one table of a feed, with its number of cases and its first place.
///
/// Codes and severities are those of the canonical GTFS validator, so that its public explanations
/// apply.
public struct TransitNotice: Hashable, Sendable {
  /// The canonical code, in snake case: `foreign_key_violation`.
  public let code: String
  public let severity: Severity
  /// The table's file name, such as `stops.txt`.
  public let file: String
  /// Line of the first case, counted from 1; nil if the whole file is concerned.
  public let line: Int?
  /// What is wrong with the first case, and what to do.
  public let message: String
  /// Number of cases.
  public internal(set) var count: Int

  /// The notice as a finding of a source.
  public func finding(source: String) -> Finding {
    let more = count > 1 ? " (\(count) cases; this is the first)" : ""
    return Finding(
      FindingCode(rawValue: code), severity: severity, source: source, subject: file,
      message: message + more, line: line)
  }
}
