import CLibCurl

/// An http or https URL, parsed by libcurl.
///
/// Checks use the parser that sends the request: two parsers may disagree about the host, which
/// would bypass the address policy.
struct RequestURL: Equatable, Sendable {
  /// The percent-encoded URL.
  let text: String
  let isSecure: Bool
  /// In lower case, without brackets or a trailing dot.
  let host: String
  /// The explicit port, or the scheme's default.
  let port: String
  let hasPassword: Bool

  init(_ url: String) throws(HTTPFailure) {
    guard let parsed = curl_url() else { throw .invalidRequest("no memory for the URL") }
    defer { curl_url_cleanup(parsed) }
    let written = URLText.scheme(of: url)
    if let scheme = written, scheme != "http", scheme != "https" {
      throw .schemeDenied(scheme)
    }
    let flags = UInt32(bitPattern: CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME)
    guard written != nil, !url.utf8.contains(where: { $0 < 0x20 }),
      curl_url_set(parsed, CURLUPART_URL, url, flags) == CURLUE_OK
    else { throw .invalidRequest("the URL '\(Self.printable(url))' is malformed") }
    guard let text = Self.part(CURLUPART_URL, of: parsed),
      let scheme = Self.part(CURLUPART_SCHEME, of: parsed),
      let host = Self.part(CURLUPART_HOST, of: parsed), !host.isEmpty
    else { throw .invalidRequest("the URL '\(Self.printable(url))' has no host") }
    self.text = text
    port = Self.part(CURLUPART_PORT, of: parsed, UInt32(CURLU_DEFAULT_PORT)) ?? ""
    isSecure = scheme.lowercased() == "https"
    self.host = Self.normalized(host)
    hasPassword =
      Self.part(CURLUPART_USER, of: parsed) != nil
      || Self.part(CURLUPART_PASSWORD, of: parsed) != nil
  }

  /// Whether both have the same scheme, host and port (RFC 6454, section 4).
  func hasOrigin(of other: RequestURL) -> Bool {
    isSecure == other.isSecure && host == other.host && port == other.port
  }

  /// Whether a redirect may lead from this URL to another one: never from https to http, and never
  /// to a URL with a password.
  func allowsRedirect(to other: RequestURL) -> Bool {
    (other.isSecure || !isSecure) && !other.hasPassword
  }

  static func normalized(_ host: String) -> String {
    var host = host.lowercased()
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if host.hasSuffix(".") { host.removeLast() }
    return host
  }

  private static func part(
    _ what: CURLUPart, of url: OpaquePointer, _ flags: UInt32 = 0
  ) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, what, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }

  /// The first 200 bytes, with `?` for everything but printable ASCII.
  static func printable(_ text: String) -> String {
    String(
      decoding: text.utf8.prefix(200).map { (0x20..<0x7F).contains($0) ? $0 : 0x3F },
      as: UTF8.self)
  }
}
