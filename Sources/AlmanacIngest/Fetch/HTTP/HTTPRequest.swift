/// A GET, with the bounds within which its answer must stay.
public struct HTTPRequest: Equatable, Sendable {
  /// http or https; `webcal` is for the caller to map.
  public var url: String
  /// Sent as they are, byte for byte as ISO 8859-1: an `ETag` goes back as it came.
  public var headers: [HTTPField]
  /// As `headers`, but never sent to another origin that a redirect leads to.
  public var credentials: [HTTPField] = []
  /// To resolve the name, connect and shake hands.
  public var connectTimeout: Duration
  /// For everything, redirects included, but not for the time a host's other requests take.
  public var totalTimeout: Duration
  /// When the request fails in any case, also while it waits for a host's other requests; nil: never.
  public var deadline: ContinuousClock.Instant?
  /// A transfer slower than 64 bytes a second for so long is given up.
  public var stallTimeout: Duration
  /// Of the body, after decompression.
  public var maxBodyBytes: Int
  /// Of all header lines of one response.
  public var maxHeaderBytes: Int
  public var maxRedirects: Int
  /// Hosts, in lower case, that may have private addresses; all others may not.
  public var allowedPrivateHosts: Set<String>

  public init(
    url: String, headers: [HTTPField] = [], connectTimeout: Duration = .seconds(10),
    totalTimeout: Duration = .seconds(60), stallTimeout: Duration = .seconds(15),
    maxBodyBytes: Int = 48 << 20, maxHeaderBytes: Int = 128 << 10, maxRedirects: Int = 10,
    allowedPrivateHosts: Set<String> = []
  ) {
    self.url = url
    self.headers = headers
    self.connectTimeout = connectTimeout
    self.totalTimeout = totalTimeout
    self.stallTimeout = stallTimeout
    self.maxBodyBytes = maxBodyBytes
    self.maxHeaderBytes = maxHeaderBytes
    self.maxRedirects = maxRedirects
    self.allowedPrivateHosts = allowedPrivateHosts
  }
}

extension HTTPRequest {
  /// Whether nothing can come of it before its deadline; libcurl ends requests some milliseconds early.
  func isLate(at now: ContinuousClock.Instant) -> Bool {
    deadline.map { $0 <= now + .milliseconds(50) } ?? false
  }
}

/// One header line. The value is ISO 8859-1: one scalar a byte.
public struct HTTPField: Equatable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
