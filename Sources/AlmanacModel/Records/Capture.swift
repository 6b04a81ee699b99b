public import AlmanacTime

/// The bytes of one successful retrieval of a source, content-addressed.
public struct Capture: Hashable, Sendable, Codable {
  public var source: String
  /// The key of the source's request that it answers; empty if the source has only one.
  public var request: String
  /// Lower-case hex SHA-256 of the body; its name in the capture store.
  public var sha256: String
  public var byteCount: Int
  public var fetchedAt: Instant
  /// The requested URL as configured, or the file's name.
  public var origin: String
  /// As received, byte for byte (RFC 9110 section 8.8.3).
  public var etag: String?
  /// As received, byte for byte (RFC 9110 section 8.8.2).
  public var lastModified: String?
  public var contentType: String?
  /// `Content-Language` as received: the language of the intended readers (RFC 9110 section 8.5).
  public var contentLanguage: String?
  /// `Content-Location` as received: another URL of the body (RFC 9110 section 8.7).
  public var contentLocation: String?
  /// The URL of the next page as received (RFC 8288, relation `next`); nil if there is none.
  public var nextPage: String?
  /// Hash of the body without timestamps that change with every request; nil if the body has none.
  public var substance: String?
  /// The pages whose bodies are concatenated in the body; nil for a document of one page.
  public var pages: [CapturedPage]?

  public init(
    source: String, request: String = "", sha256: String, byteCount: Int, fetchedAt: Instant,
    origin: String
  ) {
    self.source = source
    self.request = request
    self.sha256 = sha256
    self.byteCount = byteCount
    self.fetchedAt = fetchedAt
    self.origin = origin
  }
}

/// One page of a capture that holds several.
public struct CapturedPage: Hashable, Sendable, Codable {
  /// The requested URL, without secrets.
  public var address: String
  /// The length of its part of the body.
  public var byteCount: Int
  /// As received, byte for byte.
  public var etag: String?
  /// As received, byte for byte.
  public var lastModified: String?
  public var contentType: String?
  /// The URL of the next page as received (RFC 8288).
  public var next: String?
  /// The date of its last change as written in the sitemap.
  public var sitemapDate: String?

  public init(address: String, byteCount: Int) {
    self.address = address
    self.byteCount = byteCount
  }
}

extension Capture {
  /// The byte range of each page in the body; nil if the pages do not add up to the body.
  public var pageRanges: [Range<Int>]? {
    guard let pages else { return nil }
    var end = 0
    var ranges: [Range<Int>] = []
    for page in pages {
      guard page.byteCount >= 0 else { return nil }
      ranges.append(end..<(end + page.byteCount))
      end += page.byteCount
    }
    return end == byteCount ? ranges : nil
  }

  /// The capture of one page, as if it had been retrieved alone.
  public func capture(of page: CapturedPage) -> Capture {
    var capture = self
    capture.pages = nil
    capture.origin = page.address
    capture.byteCount = page.byteCount
    capture.contentType = page.contentType
    capture.contentLocation = nil
    capture.nextPage = nil
    return capture
  }
}
