public import AlmanacModel
public import AlmanacTime

/// The reason why a source could not be retrieved.
public enum FetchError: Equatable, Sendable {
  case transport(HTTPFailure)
  /// A status other than success; `reason` is the error message of a weather provider.
  case status(Int, retryAt: Instant?, origin: String, reason: String? = nil)
  case empty(origin: String)
  /// The status is success, but the body is not the source's document.
  case otherKind(String, origin: String)
  case missingFile(path: String)
  case notAFile(path: String)
  case fileTooLarge(path: String, limit: Int)
  /// The secret of the source cannot be read from its configured location.
  case missingKey(String)
  /// The document lacks the configured link.
  case missingLink(path: String, origin: String)
  /// The link leads to another origin.
  case foreignLink(String, origin: String)
  /// The request was not sent, because the host just failed or asked for no further requests.
  case leftAlone(until: Instant?)
  /// A page of several failed. Its number is one-based.
  indirect case page(Int, address: String, FetchError)
  case tooManyPages(limit: Int)

  /// The earliest time for the next request, if the server sent one.
  public var retryAt: Instant? {
    switch self {
    case .status(_, let retryAt, _, _), .leftAlone(let retryAt): retryAt
    case .page(_, _, let error): error.retryAt
    default: nil
    }
  }
}

extension FetchError: StageError {
  public var code: FindingCode {
    switch self {
    case .transport(let failure): FindingCode(rawValue: failure.code)
    case .status(429, _, _, _): "B_RATE_LIMITED"
    case .status(503, _, _, _): "B_UNAVAILABLE"
    case .status(410, _, _, _): "B_GONE"
    case .status: "E_HTTP_STATUS"
    case .empty: "E_EMPTY"
    case .otherKind: "E_NOT_A_FEED"
    case .missingFile, .notAFile: "E_FILE"
    case .fileTooLarge: "E_SIZE"
    case .missingKey: "E_KEY"
    case .missingLink, .foreignLink: "E_FOLLOW"
    case .leftAlone: "B_LEFT_ALONE"
    case .page(_, _, let error): error.code
    case .tooManyPages: "E_PAGES"
    }
  }

  public var severity: Severity { .error }

  public var description: String {
    switch self {
    case .transport(let failure): failure.description
    case .status(let status, _, let origin, let reason?):
      "\(origin) returned \(status): \(reason)"
    case .status(410, _, let origin, nil):
      "\(origin) was removed permanently (410); remove the source or correct 'url' in feed.yaml"
    case .status(304, _, let origin, nil):
      "\(origin) returned 'not modified' (304), but no document of it is stored; run "
        + "'almanac fetch --force', and report it to the publisher if that fails, too"
    case .status(let status, let retryAt?, let origin, nil):
      "\(origin) returned \(status) and asks for no requests until \(retryAt.rfc3339)"
    case .status(401, _, let origin, nil), .status(403, _, let origin, nil):
      "\(origin) denies access; add or correct 'auth' in feed.yaml, or ask the publisher"
    case .status(let status, nil, let origin, nil) where status >= 500:
      "\(origin) returned \(status); usually a temporary error of the server"
    case .status(let status, nil, let origin, nil):
      "\(origin) returned \(status); open it in a browser, and correct 'url' if it moved"
    case .empty(let origin): "\(origin) is empty; usually a temporary error of the publisher"
    case .otherKind(let kind, let origin):
      "\(origin) returned \(kind); open it in a browser: if it asks for a sign-in, add 'auth' in "
        + "feed.yaml; if it moved, correct 'url'"
    case .missingFile(let path): "the file \(path) does not exist; correct 'path' in feed.yaml"
    case .notAFile(let path): "\(path) is not a regular file; correct 'path' in feed.yaml"
    case .fileTooLarge(let path, let limit):
      "\(path) is larger than \(limit) bytes; raise 'fetch.maxBytes' if that is intended"
    case .missingKey(let reason): "the secret of the source is missing: \(reason)"
    case .missingLink(let path, let origin):
      "\(origin) has no address at '\(path)'; correct 'follow' in feed.yaml"
    case .foreignLink(let link, let origin):
      "\(origin) links to \(link), which is on another host or less secure and was not followed"
    case .leftAlone: "not requested, because its host just failed; the next run tries again"
    case .page(let number, let address, let error):
      "page \(number), \(address): \(error); no page was used; the last good ones stay"
    case .tooManyPages(let limit):
      "it has more than \(limit) pages; ask for larger pages or fewer days in 'url', or raise "
        + "'pages.most' in feed.yaml"
    }
  }
}

extension FetchError {
  /// Whether a server responded over HTTP, which proves that the network is up.
  public var provesNetwork: Bool {
    switch self {
    case .status, .empty, .otherKind, .missingLink, .foreignLink: true
    case .transport(let failure):
      [
        "E_HTTP_PROTOCOL", "E_HTTP_HEADERS", "E_TRUNCATED", "E_SIZE", "E_SIZE_DECODED",
        "E_CONTENT_ENCODING", "E_REDIRECT_LIMIT", "E_REDIRECT_DENIED",
      ].contains(failure.code)
    case .missingFile, .notAFile, .fileTooLarge, .missingKey, .leftAlone: false
    case .page, .tooManyPages: true
    }
  }

  /// The URL that responded, without secrets; nil if none did.
  public var origin: String? {
    switch self {
    case .status(_, _, let origin, _), .empty(let origin), .otherKind(_, let origin): origin
    case .page(_, _, let error): error.origin
    default: nil
    }
  }

  /// Whether the server asks for no further requests for any source.
  public var holdsHost: Bool {
    switch self {
    case .status(429, _, _, _): true
    case .status(_, let retryAt, _, _): retryAt != nil
    case .page(_, _, let error): error.holdsHost
    default: false
    }
  }

  /// Whether no server was reached.
  public var isUnreachable: Bool {
    guard case .transport(let failure) = self else { return false }
    return ["E_NETWORK", "E_TIMEOUT"].contains(failure.code)
  }

  /// Whether other requests to the host would probably fail, too, or overload it.
  public var concernsHost: Bool {
    switch self {
    case .transport(let failure): isUnreachable || ["E_TLS", "E_STALL"].contains(failure.code)
    case .status(let status, _, _, _): status == 429 || status == 503
    case .leftAlone: true
    case .page(_, _, let error): error.concernsHost
    default: false
    }
  }
}
