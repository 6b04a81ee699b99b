public import AlmanacModel
public import AlmanacTime

/// The settings of a reader.
public struct ReadingContext: Sendable {
  /// The zone for times without one; nil leaves them floating.
  public var zone: Zone?
  public var zones: ZoneDatabase
  /// The declared format; nil: detect it.
  public var format: FeedFormat?
  public var mapping: FeedMapping?
  /// The Content-Type header, used for its charset only (RFC 7303, section 3).
  public var contentType: String?
  /// The base of relative links, unless the document declares another one.
  public var baseURL: String?
  /// When the document was retrieved. The years of dates without one are guessed from it, unless
  /// their item has a publication date; nil rejects those dates.
  public var retrieved: Instant?
  /// The language of a document that declares none.
  public var language: String?
  public var limits: ReadingLimits
  /// The orders of day and month in the document's columns; nil: those of the document alone.
  var dateOrders: DateOrders?
  /// Collects the numeric dates of every column during the pass that finds their orders.
  var dateEvidence: DateOrderEvidence?
  /// Members of items that change the meaning of a mapped start.
  let timeMembers = UnmappedTimeMembers()
  /// Whether an iCalendar time in an unknown zone is read in the zone of times without one, with a
  /// finding. Suitable for display, never for publishing.
  public var assumesZones = false
  /// Whether descriptions, links and people in iCalendar may be skipped.
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

/// Limits that bound the cost of one hostile document.
public struct ReadingLimits: Sendable {
  /// Entries of one document.
  public var entries = 100_000
  /// Values of one JSON document: members and array elements.
  public var values = 2_000_000
  /// UTF-8 bytes of one field. Longer fields are cut at a character boundary and reported.
  public var fieldBytes = 256 * 1024
  /// Levels of nesting.
  public var depth = 256
  /// Documents of at least this many bytes are read on two threads. Smaller ones take about 20 ms,
  /// and a run reads several at once.
  public var concurrentBytes = 1 << 20

  public init() {}
}
