/// The status of a source, in every report, table and metric.
public enum SourceStatus: String, Sendable, Codable, CaseIterable {
  case ok
  /// The source has the same document as before.
  case unchanged
  /// Not due yet, or its host sent `Retry-After`.
  case waiting
  /// The last attempt failed; its last data stays published.
  case failed
  /// The shrink guard holds it; its last data stays published.
  case held
  /// It failed so often or so long that it is fetched once a week.
  case broken
  /// Its server answers 410 Gone (RFC 9110 section 15.5.11); it is fetched once a month.
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
