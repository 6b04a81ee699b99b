/// How much a finding matters to an operator.
public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
  case info, warning, error
}

/// The stable word of a finding's kind.
///
/// `E_` a source refused, `Q_` an item quarantined, `S_` a value sanitised, `B_` a schedule
/// changed, `I_` learned, `W_` worth knowing.
public struct FindingCode: RawRepresentable, Hashable, Sendable, Codable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { self.rawValue = value }

  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public var description: String { rawValue }

  /// Whether a whole source was refused.
  public var refusesSource: Bool { rawValue.hasPrefix("E_") }

  /// Whether one item was set aside.
  public var quarantinesItem: Bool { rawValue.hasPrefix("Q_") }
}

/// Something an operator may want to know.
public struct Finding: Hashable, Sendable, Codable {
  public var severity: Severity
  public var code: FindingCode
  /// The source's id, where the finding belongs to one.
  public var source: String?
  /// What it is about: an item's id or title, a place, a file.
  public var subject: String?
  /// What happened and what to do about it, in one sentence.
  public var message: String
  /// One-based line in the document, where known.
  public var line: Int?
  /// How many records it is about; nil for one, or where that is no question.
  public var count: Int?

  public init(
    _ code: FindingCode, severity: Severity? = nil, source: String? = nil,
    subject: String? = nil, message: String, line: Int? = nil, count: Int? = nil
  ) {
    self.code = code
    self.severity =
      severity ?? (code.refusesSource ? .error : code.quarantinesItem ? .warning : .info)
    self.source = source
    self.subject = subject
    self.message = Self.bounded(message)
    self.line = line
    self.count = count
  }

  /// What a message quotes comes from feeds, and one character that people see may be as long as a
  /// field.
  private static func bounded(_ message: String) -> String {
    guard message.utf8.count > longestMessage else { return message }
    let end = message.utf8.index(message.startIndex, offsetBy: longestMessage)
    let start = message.unicodeScalars.index(before: end)
    return String(message.unicodeScalars[..<start]) + "…"
  }

  /// UTF-8 bytes.
  private static let longestMessage = 2_000

  /// The same finding, told of a source.
  public func about(source: String) -> Finding {
    var finding = self
    finding.source = source
    return finding
  }
}

/// An error that carries what a finding needs.
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
