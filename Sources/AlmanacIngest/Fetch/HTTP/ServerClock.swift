extension HTTPResponse {
  /// The `Date` header (RFC 9110, section 6.6.1) in seconds since 1970; nil if missing or invalid.
  public var serverTime: Int? { headers["Date"].flatMap(HTTPDate.parse) }
}
