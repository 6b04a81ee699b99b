public import AlmanacTime

/// The bytes of one successful retrieval of a source, content-addressed.
public struct Capture: Hashable, Sendable, Codable {
  public var source: String
  /// Which of the source's requests it answers; empty where there is but one.
  public var request: String
  /// Lower-case hex SHA-256 of the body; its name in the capture store.
  public var sha256: String
  public var byteCount: Int
  public var fetchedAt: Instant
  /// The URL that was asked for, as configured, or the file's name.
  public var origin: String
  /// As received, byte for byte (RFC 9110 section 8.8.3).
  public var etag: String?
  /// As received, byte for byte (RFC 9110 section 8.8.2).
  public var lastModified: String?
  public var contentType: String?
  /// As received: of the readers it is meant for (RFC 9110 section 8.5).
  public var contentLanguage: String?
  /// As received: where the body is also found (RFC 9110 section 8.7).
  public var contentLocation: String?
  /// As received: where the next page is, if the body is not all (RFC 8288, relation `next`).
  public var nextPage: String?
  /// Hash of what the body says, without stamps that are new each time it is asked for; nil where
  /// its format has none that are known.
  public var substance: String?
  /// The pages that the body holds one behind the other; nil for a document that is all.
  public var pages: [CapturedPage]?

  public init(
    source: String, request: String = "", sha256: String, byteCount: Int, fetchedAt: Instant,
    origin: String, etag: String? = nil, lastModified: String? = nil, contentType: String? = nil,
    contentLanguage: String? = nil, contentLocation: String? = nil, nextPage: String? = nil,
    substance: String? = nil, pages: [CapturedPage]? = nil
  ) {
    self.source = source
    self.request = request
    self.sha256 = sha256
    self.byteCount = byteCount
    self.fetchedAt = fetchedAt
    self.origin = origin
    self.etag = etag
    self.lastModified = lastModified
    self.contentType = contentType
    self.contentLanguage = contentLanguage
    self.contentLocation = contentLocation
    self.nextPage = nextPage
    self.substance = substance
    self.pages = pages
  }
}

/// One page of a capture that holds several.
public struct CapturedPage: Hashable, Sendable, Codable {
  /// The URL that was asked for, without secrets.
  public var address: String
  /// Of its part of the body.
  public var byteCount: Int
  /// As received, byte for byte.
  public var etag: String?
  /// As received, byte for byte.
  public var lastModified: String?
  public var contentType: String?
  /// As received: where the next page is (RFC 8288).
  public var next: String?
  /// When it was last changed, as its sitemap has it.
  public var sitemapDate: String?

  public init(address: String, byteCount: Int) {
    self.address = address
    self.byteCount = byteCount
  }
}

extension Capture {
  /// Where in the body each page is; nil if the pages are not all of the body.
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

  /// What is known of one page, as of a document of its own.
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
