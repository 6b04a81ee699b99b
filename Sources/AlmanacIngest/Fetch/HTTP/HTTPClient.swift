/// How documents are fetched: one closure, so that a test can put its own there.
public struct HTTPClient: Sendable {
  /// Sends a request and gives the answer, of whatever status.
  public var send: @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  public init(send: @escaping @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPResponse) {
    self.send = send
  }

  /// The live client: libcurl on one thread of its own.
  ///
  /// Requests wait their turn in the order they were made. There are no cookies, no proxy and no
  /// cached answers; certificates are verified.
  ///
  /// - Parameters:
  ///   - maxConcurrent: requests under way at once.
  ///   - perHost: of them, to one host.
  ///   - hostGap: between the beginnings of two requests to one host, redirects not counted.
  ///   - userAgent: name, version and how to reach the operator (RFC 9110, section 10.1.5).
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
