/// The HTTP client as one closure, so that tests can substitute it.
public struct HTTPClient: Sendable {
  /// Sends a request and returns the response, regardless of its status.
  public var send: @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  public init(send: @escaping @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPResponse) {
    self.send = send
  }

  /// The live client: libcurl on its own thread.
  ///
  /// Requests start in the order of the calls. A server that answers 429, or 503 with `Retry-After`, gets no
  /// further requests from this client. There are no cookies, no proxy and no cache;
  /// certificates are verified.
  ///
  /// - Parameters:
  ///   - maxConcurrent: Maximum number of active requests.
  ///   - perHost: Maximum number of active requests to one host.
  ///   - hostGap: Minimum time between the starts of two requests to one host, except redirects.
  ///   - userAgent: Name, version and contact of the operator (RFC 9110, section 10.1.5).
  public static func curl(
    maxConcurrent: Int = 16, perHost: Int = 2, hostGap: Duration = .zero, userAgent: String
  ) -> HTTPClient {
    let engine = CurlEngine(
      limits: CurlLimits(
        maxConcurrent: max(1, maxConcurrent), perHost: max(1, perHost), hostGap: hostGap),
      userAgent: userAgent)
    return HTTPClient { request async throws(HTTPFailure) in try await engine.send(request) }
  }
}
