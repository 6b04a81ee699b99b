import CLibCurl

/// Maps libcurl's error codes to `HTTPFailure`.
enum CurlFailure {
  static func failure(
    _ result: CURLcode, message: String, host: String, request: HTTPRequest, spent: Duration,
    handler: CurlResponseHandler
  ) -> HTTPFailure {
    let reason = RequestURL.printable(
      message.isEmpty ? String(cString: curl_easy_strerror(result)) : message)
    switch result {
    case CURLE_COULDNT_CONNECT, CURLE_ABORTED_BY_CALLBACK, CURLE_COULDNT_RESOLVE_HOST:
      if let address = handler.deniedAddress {
        return .addressDenied(host: host, address: address)
      }
      return .network(reason)
    case CURLE_OPERATION_TIMEDOUT:
      if spent + .milliseconds(50) >= request.totalTimeout || request.isLate(at: .now) {
        return .timedOut(request.totalTimeout)
      }
      return handler.isConnected
        ? .stalled(request.stallTimeout) : .timedOut(request.connectTimeout)
    case CURLE_URL_MALFORMAT:
      return .invalidRequest("the URL is malformed")
    case CURLE_FILESIZE_EXCEEDED:
      return .tooLarge(limit: request.maxBodyBytes)
    case CURLE_PARTIAL_FILE:
      return .truncated
    case CURLE_RECV_ERROR where reason.contains("chunked-encoding"):
      return .protocolError(reason)
    case CURLE_RECV_ERROR, CURLE_HTTP2_STREAM:
      return handler.headersEnded ? .truncated : .network(reason)
    case CURLE_OUT_OF_MEMORY where !handler.headersEnded:
      // libcurl reports a header line over its own limit of 100 KiB as "out of memory".
      return .headersTooLarge(limit: 100 << 10)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2,
      CURLE_BAD_CONTENT_ENCODING:
      return .protocolError(reason)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CRL_BADFILE:
      return .tls(reason)
    default:
      return .network(reason)
    }
  }
}
