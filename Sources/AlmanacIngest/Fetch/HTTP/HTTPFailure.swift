/// The reason why a request has no usable response.
public enum HTTPFailure: Error, Equatable, Sendable {
  /// The host has a private, special or loopback address.
  case addressDenied(host: String, address: String)
  case schemeDenied(String)
  /// The URL or a header cannot be sent.
  case invalidRequest(String)
  case network(String)
  case tls(String)
  case timedOut(Duration)
  case stalled(Duration)
  case redirectLimit(Int)
  /// A redirect from https to http, or to a URL with a password.
  case redirectDenied(to: String)
  /// The response is not valid HTTP.
  case protocolError(String)
  case headersTooLarge(limit: Int)
  /// The body ended before its declared end.
  case truncated
  case tooLarge(limit: Int)
  /// The body is over the limit once decompressed.
  case decodedTooLarge(limit: Int)
  case contentEncoding(String)
  /// The request was not sent, because its host has just asked for no further requests (RFC 6585,
  /// section 4).
  case leftAlone
  /// The task was cancelled.
  case cancelled

  /// The finding's code.
  public var code: String {
    switch self {
    case .addressDenied: "E_NET_DENIED"
    case .schemeDenied: "E_SCHEME"
    case .invalidRequest: "E_URL"
    case .network, .cancelled: "E_NETWORK"
    case .tls: "E_TLS"
    case .timedOut: "E_TIMEOUT"
    case .stalled: "E_STALL"
    case .redirectLimit: "E_REDIRECT_LIMIT"
    case .redirectDenied: "E_REDIRECT_DENIED"
    case .protocolError: "E_HTTP_PROTOCOL"
    case .headersTooLarge: "E_HTTP_HEADERS"
    case .truncated: "E_TRUNCATED"
    case .tooLarge: "E_SIZE"
    case .decodedTooLarge: "E_SIZE_DECODED"
    case .contentEncoding: "E_CONTENT_ENCODING"
    case .leftAlone: "B_LEFT_ALONE"
    }
  }
}

extension HTTPFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .addressDenied(let host, let address):
      "\(host) has the private address \(address); if that is intended, list the host under 'allow' in feed.yaml"
    case .schemeDenied(let scheme):
      "'\(scheme)' is not http or https; correct the source's URL"
    case .invalidRequest(let reason):
      "\(reason); correct the source's URL"
    case .network(let reason):
      "\(reason); the next run tries again"
    case .tls(let reason):
      "no secure connection: \(reason); report it to the publisher"
    case .timedOut(let limit):
      "no complete response within \(limit.components.seconds) s; the next run tries again"
    case .stalled(let limit):
      "almost no data for \(limit.components.seconds) s; the next run tries again"
    case .redirectLimit(let limit):
      "more than \(limit) redirects; open the URL in a browser and configure the final address"
    case .redirectDenied(let target):
      "redirect to the less secure \(target) not followed; if that is intended, configure it as the URL"
    case .protocolError(let reason):
      "the response is not valid HTTP: \(reason); report it to the publisher"
    case .headersTooLarge(let limit):
      "headers over \(limit) bytes; report it to the publisher"
    case .truncated:
      "the response is truncated; the next run tries again"
    case .tooLarge(let limit):
      "the response is over \(limit) bytes; raise the source's limit if it is a feed"
    case .decodedTooLarge(let limit):
      "the response is over \(limit) bytes after decompression; raise the source's limit if it is a feed"
    case .contentEncoding(let reason):
      "the response cannot be decompressed: \(reason); report it to the publisher"
    case .leftAlone:
      "not requested, because its host asked for no further requests; the next run tries again"
    case .cancelled:
      "the run ended before the response arrived"
    }
  }
}
