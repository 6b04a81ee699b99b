extension HTTPResponse {
  /// The `Date` header (RFC 9110, section 6.6.1) in seconds since 1970; nil if missing or invalid.
  ///
  /// - Parameter now: Seconds since 1970.
  public func serverTime(now: Int) -> Int? {
    headers["Date"].flatMap { HTTPDate.parse($0, now: now) }
  }
}
