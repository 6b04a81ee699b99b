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

  public init(
    source: String, request: String = "", sha256: String, byteCount: Int, fetchedAt: Instant,
    origin: String, etag: String? = nil, lastModified: String? = nil, contentType: String? = nil,
    contentLanguage: String? = nil, contentLocation: String? = nil, nextPage: String? = nil,
    substance: String? = nil
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
  }
}
