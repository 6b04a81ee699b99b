/// How a source is, in every report, table and metric.
public enum SourceStatus: String, Sendable, Codable, CaseIterable {
  case ok
  /// The source has the same document as before.
  case unchanged
  /// Not due yet, or it asked for a pause.
  case waiting
  /// The last attempt failed; its last data stays published.
  case failed
  /// A guard does not believe what it lists; its last data stays published.
  case held
  /// It failed so often or so long that it is fetched once a week.
  case broken
  /// Its server says that the document is gone for good; it is fetched once a month.
  case gone
  /// Never retrieved.
  case never

  var isFailure: Bool {
    switch self {
    case .failed, .held, .broken, .gone: true
    case .ok, .unchanged, .waiting, .never: false
    }
  }

  var tint: TerminalStyle.Tint? {
    switch self {
    case .ok: .good
    case .unchanged, .waiting: nil
    case .held, .never: .warning
    case .failed, .broken, .gone: .error
    }
  }
}
