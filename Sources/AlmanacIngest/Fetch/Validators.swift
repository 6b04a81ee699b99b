import AlmanacModel

/// The validators of an answer (RFC 9110, section 8.8), as far as they can be believed.
struct Validators {
  private(set) var etag: String?
  private(set) var lastModified: String?

  /// A Last-Modified later than the answer itself is no validator (section 8.8.2.1), nor is an ETag
  /// that repeats it: both may be constants, which would be answered with "not modified" for ever.
  ///
  /// - Parameter now: Seconds since 1970; counts if the answer has no Date.
  init(_ headers: HTTPHeaders, now: Int) {
    etag = headers["ETag"]
    lastModified = headers["Last-Modified"]
    guard let modified = lastModified, let time = HTTPDate.parse(modified, now: now) else { return }
    let sent = headers["Date"].flatMap { HTTPDate.parse($0, now: now) } ?? now
    guard time > sent else { return }
    lastModified = nil
    if etag?.contains(modified) == true { etag = nil }
  }
}
