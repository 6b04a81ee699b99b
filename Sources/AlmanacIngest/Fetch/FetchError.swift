public import AlmanacModel
public import AlmanacTime

/// Why a source could not be retrieved.
public enum FetchError: Equatable, Sendable {
  case transport(HTTPFailure)
  /// The server answered, but not with a document.
  case status(Int, retryAt: Instant?, origin: String)
  case empty(origin: String)
  case missingFile(path: String)
  case notAFile(path: String)
  case fileTooLarge(path: String, limit: Int)
  /// The provider's key cannot be had from where the source says that it is.
  case missingKey(String)

  /// When the server asks to be left alone until.
  public var retryAt: Instant? {
    guard case .status(_, let retryAt, _) = self else { return nil }
    return retryAt
  }
}

extension FetchError: StageError {
  public var code: FindingCode {
    switch self {
    case .transport(let failure): FindingCode(rawValue: failure.code)
    case .status(429, _, _): "B_RATE_LIMITED"
    case .status(503, _, _): "B_UNAVAILABLE"
    case .status(410, _, _): "B_GONE"
    case .status: "E_HTTP_STATUS"
    case .empty: "E_EMPTY"
    case .missingFile, .notAFile: "E_FILE"
    case .fileTooLarge: "E_SIZE"
    case .missingKey: "E_KEY"
    }
  }

  public var severity: Severity { .error }

  public var description: String {
    switch self {
    case .transport(let failure): failure.description
    case .status(410, _, let origin):
      "\(origin) is gone for good (410); remove the source or correct 'url' in feed.yaml"
    case .status(let status, let retryAt?, let origin):
      "\(origin) answered \(status) and asks to be left alone until \(retryAt.rfc3339)"
    case .status(401, _, let origin), .status(403, _, let origin):
      "\(origin) does not let us in; give or correct 'auth' in feed.yaml, or ask its publisher"
    case .status(let status, nil, let origin):
      "\(origin) answered \(status); open it in a browser, and correct 'url' if it moved"
    case .empty(let origin): "\(origin) is empty; a publisher's fault, mostly for a night"
    case .missingFile(let path): "there is no file \(path); correct 'path' in feed.yaml"
    case .notAFile(let path): "\(path) is no ordinary file; correct 'path' in feed.yaml"
    case .fileTooLarge(let path, let limit):
      "\(path) is larger than \(limit) bytes; raise 'fetch.maxBytes' if that is meant"
    case .missingKey(let reason): "the secret that the source needs is missing: \(reason)"
    }
  }
}

extension FetchError {
  /// Whether no server was reached at all.
  public var isUnreachable: Bool {
    guard case .transport(let failure) = self else { return false }
    return ["E_NETWORK", "E_TIMEOUT"].contains(failure.code)
  }
}
