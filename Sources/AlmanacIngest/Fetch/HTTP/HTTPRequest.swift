/// A GET request with the limits for its response.
public struct HTTPRequest: Equatable, Sendable {
  /// An http or https URL. The caller maps `webcal`.
  public var url: String
  /// Sent byte for byte in ISO 8859-1, so that an `ETag` is returned unchanged.
  public var headers: [HTTPField] = []
  /// Further header fields, which are not sent to another origin after a redirect.
  public var credentials: [HTTPField] = []
  /// The limit for name resolution, connection and TLS handshake.
  public var connectTimeout = Duration.seconds(10)
  /// The limit for all hops together, without the wait for other requests to the host.
  public var totalTimeout = Duration.seconds(60)
  /// When the request fails in any case, even while it waits for other requests to the host; nil: never.
  public var deadline: ContinuousClock.Instant?
  /// A transfer below 64 bytes per second for this time fails.
  public var stallTimeout = Duration.seconds(15)
  /// The limit for the decompressed body.
  public var maxBodyBytes = 48 << 20
  /// The limit for all header lines of one response.
  public var maxHeaderBytes = 128 << 10
  public var maxRedirects = 10
  /// Hosts in lower case that may have private addresses.
  public var allowedPrivateHosts: Set<String>

  public init(url: String, allowedPrivateHosts: Set<String> = []) {
    self.url = url
    self.allowedPrivateHosts = allowedPrivateHosts
  }
}

extension HTTPRequest {
  /// Whether the deadline leaves no time for a response. libcurl ends requests some milliseconds early.
  func isLate(at now: ContinuousClock.Instant) -> Bool {
    deadline.map { $0 <= now + .milliseconds(50) } ?? false
  }
}

/// One header field. The value is ISO 8859-1: one scalar per byte.
public struct HTTPField: Equatable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
