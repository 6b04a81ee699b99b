public import AlmanacModel
public import AlmanacTime

/// What a reader needs to know besides the bytes.
public struct ReadingContext: Sendable {
  /// The zone of times that state none; nil leaves them floating.
  public var zone: Zone?
  public var zones: ZoneDatabase
  /// The format the definition declares; nil: detect it.
  public var format: FeedFormat?
  public var mapping: FeedMapping?
  /// The Content-Type header, for its charset only (RFC 7303 section 3).
  public var contentType: String?
  /// What relative links are relative to, where the document does not say.
  public var baseURL: String?
  /// The language of a document that states none.
  public var language: String?
  public var limits: ReadingLimits
  /// The orders of day and month that the document's columns show; nil until all of it was read for
  /// them.
  var dateOrders: DateOrders?
  /// Collects the numeric dates of every column in a first pass over the document.
  var dateEvidence: DateOrderEvidence?
  /// Whether an iCalendar time in a zone that nobody knows is read on the clocks of times that state
  /// none, with a finding: good enough to look at, never to publish.
  public var assumesZones = false
  /// Whether descriptions, links and people of iCalendar may be left unread.
  public var isBrief = false

  public init(
    zone: Zone? = nil, zones: ZoneDatabase = .system, format: FeedFormat? = nil,
    mapping: FeedMapping? = nil, contentType: String? = nil, baseURL: String? = nil,
    limits: ReadingLimits = ReadingLimits()
  ) {
    self.zone = zone
    self.zones = zones
    self.format = format
    self.mapping = mapping
    self.contentType = contentType
    self.baseURL = baseURL
    self.limits = limits
  }
}

/// Caps that keep one hostile document from costing more than its share.
public struct ReadingLimits: Sendable {
  /// Entries of one document.
  public var entries = 100_000
  /// Values of one JSON document, members and elements counted alike.
  public var values = 2_000_000
  /// UTF-8 bytes of one field; longer ones are cut at a character, with a finding.
  public var fieldBytes = 256 * 1024
  /// Levels of nesting.
  public var depth = 256

  public init() {}
}
