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

/// The notices of a feed while it is read; one entry for each code and file.
struct NoticeLog {
  private struct Key: Hashable {
    var code: String
    var file: String
  }

  private var indices: [Key: Int] = [:]
  private(set) var notices: [TransitNotice] = []
  /// Tables with a value or a column that breaks its rule.
  private(set) var damagedFiles: Set<String> = []

  /// Notes a table as one whose references are not worth checking; so does the canonical validator.
  mutating func damage(_ file: String) { damagedFiles.insert(file) }

  /// Removes notices about the references of damaged tables.
  mutating func finish() {
    notices.removeAll { $0.code == "foreign_key_violation" && damagedFiles.contains($0.file) }
  }

  /// Counts a case. The message is composed only for the first case of a code and file.
  mutating func add(
    _ code: String, _ severity: Severity, _ file: String, line: Int? = nil,
    _ message: @autoclosure () -> String
  ) {
    if let index = indices[Key(code: code, file: file)] {
      notices[index].count += 1
      return
    }
    indices[Key(code: code, file: file)] = notices.count
    notices.append(
      TransitNotice(
        code: code, severity: severity, file: file, line: line, message: message(), count: 1))
  }

  /// Counts a case of severity error.
  mutating func add(
    _ code: String, _ file: String, line: Int? = nil, _ message: @autoclosure () -> String
  ) {
    add(code, .error, file, line: line, message())
  }
}
