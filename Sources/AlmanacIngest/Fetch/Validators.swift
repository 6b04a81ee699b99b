import AlmanacModel

/// The trustworthy validators of a response (RFC 9110, section 8.8).
struct Validators {
  private(set) var etag: String?
  private(set) var lastModified: String?

  /// Ignores a Last-Modified that is later than the response (RFC 9110, section 8.8.2.1) and an
  /// ETag that contains it. Both may be constants, for which a server would respond "not modified"
  /// forever.
  ///
  /// - Parameter now: Seconds since 1970; used if the response has no Date.
  init(_ headers: HTTPHeaders, now: Int) {
    etag = headers["ETag"]
    lastModified = headers["Last-Modified"]
    guard let modified = lastModified, let time = HTTPDate.parse(modified) else { return }
    let sent = headers["Date"].flatMap(HTTPDate.parse) ?? now
    guard time > sent else { return }
    lastModified = nil
    if etag?.contains(modified) == true { etag = nil }
  }
}
