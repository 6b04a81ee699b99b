public import AlmanacTime

/// Two listings that may or may not be one event.
public struct DoubtfulPair: Hashable, Sendable, Codable {
  /// One of the two listings, with the occurrence that was compared.
  public struct Record: Hashable, Sendable, Codable {
    /// Id of the listing.
    public var listing: String
    public var source: String
    /// Id of the event that the listing belongs to.
    public var event: String
    public var title: String
    public var start: CalendarTime
    public var end: CalendarTime?
    public var venue: String?
    public var link: String?
    public var uid: String?

    public init(
      listing: String, source: String, event: String = "", title: String, start: CalendarTime,
      end: CalendarTime? = nil, venue: String? = nil, link: String? = nil, uid: String? = nil
    ) {
      self.listing = listing
      self.source = source
      self.event = event
      self.title = title
      self.start = start
      self.end = end
      self.venue = venue
      self.link = link
      self.uid = uid
    }
  }

  public var campus: String
  /// The listing with the smaller id.
  public var first: Record
  public var second: Record
  /// The later of their starts.
  public var start: Instant
  /// Match weight in bits: log-odds; above 0 the pair is more likely one event than two.
  public var points: Double
  /// The same as a probability, 0 ... 1.
  public var score: Double
  /// Whether both are in one event.
  public var isMerged: Bool
  /// Evidence for one event, such as `title 0.93`.
  public var evidence: [String]
  /// Evidence against it.
  public var objections: [String]

  public init(
    campus: String, first: Record, second: Record, start: Instant, points: Double, score: Double,
    isMerged: Bool, evidence: [String], objections: [String]
  ) {
    self.campus = campus
    self.first = first
    self.second = second
    self.start = start
    self.points = points
    self.score = score
    self.isMerged = isMerged
    self.evidence = evidence
    self.objections = objections
  }

  /// Orders pairs by their distance from 0 bits, then by campus and listings.
  public func isBefore(_ other: DoubtfulPair) -> Bool {
    (abs(points), campus, first.listing, second.listing)
      < (abs(other.points), other.campus, other.first.listing, other.second.listing)
  }
}
