/// The severity of a finding for an operator.
public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
  case info, warning, error
}

/// The stable code of a kind of finding.
///
/// Prefixes: `E_` refused source, `Q_` rejected item, `S_` sanitized value, `B_` changed schedule,
/// `I_` learned rule, `W_` warning.
public struct FindingCode: RawRepresentable, Hashable, Sendable, Codable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { self.rawValue = value }

  public var description: String { rawValue }

  /// Whether a whole source was refused.
  public var refusesSource: Bool { rawValue.hasPrefix("E_") }

  /// Whether one item was rejected.
  public var rejectsItem: Bool { rawValue.hasPrefix("Q_") }
}

/// A message of a stage to the operator.
public struct Finding: Hashable, Sendable, Codable {
  public var severity: Severity
  public var code: FindingCode
  /// The source's id, if the finding concerns one source.
  public var source: String?
  /// An item's id or title, a place or a file.
  public var subject: String?
  /// The problem and its remedy, in one sentence.
  public var message: String
  /// One-based line in the document, if known.
  public var line: Int?
  /// The number of records concerned; nil for one, or if the finding does not concern records.
  public var count: Int?

  public init(
    _ code: FindingCode, severity: Severity? = nil, source: String? = nil,
    subject: String? = nil, message: String, line: Int? = nil, count: Int? = nil
  ) {
    self.code = code
    self.severity =
      severity ?? (code.refusesSource ? .error : code.rejectsItem ? .warning : .info)
    self.source = source
    self.subject = subject
    self.message = Self.bounded(message)
    self.line = line
    self.count = count
  }

  /// Cuts a message at 2,000 bytes between Unicode scalars. Messages quote feeds, and a single
  /// grapheme cluster can be as long as a field.
  private static func bounded(_ message: String) -> String {
    guard message.utf8.count > longestMessage else { return message }
    let end = message.utf8.index(message.startIndex, offsetBy: longestMessage)
    let start = message.unicodeScalars.index(before: end)
    return String(message.unicodeScalars[..<start]) + "…"
  }

  /// UTF-8 bytes.
  private static let longestMessage = 2_000

  public func about(source: String) -> Finding {
    var finding = self
    finding.source = source
    return finding
  }
}

/// An error with the code and the severity of its finding.
public protocol StageError: Error, CustomStringConvertible, Sendable {
  var code: FindingCode { get }
  var severity: Severity { get }
}

extension Finding {
  public init(
    _ error: some StageError, source: String? = nil, subject: String? = nil, line: Int? = nil
  ) {
    self.init(
      error.code, severity: error.severity, source: source, subject: subject,
      message: error.description, line: line)
  }
}
