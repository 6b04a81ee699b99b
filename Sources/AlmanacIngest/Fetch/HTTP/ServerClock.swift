extension HTTPResponse {
  /// The server's clock when it answered (RFC 9110, section 6.6.1), in seconds since 1970; nil where it
  /// does not say.
  ///
  /// - Parameter now: seconds since 1970.
  public func serverTime(now: Int) -> Int? {
    headers["Date"].flatMap { HTTPDate.parse($0, now: now) }
  }
}
