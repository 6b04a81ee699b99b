public import AlmanacTime

/// What a feed says of itself: the first line that `inspect` prints of a file.
public struct Document: Hashable, Sendable {
  public var format: FeedFormat?
  /// The format's version as the document states it: `0.92`, `1.1`.
  public var version: String?
  /// The public identifier of the document type (XML 1.0, section 4.2.2).
  public var documentType: String?
  public var id: String?
  public var title: String?
  public var subtitle: String?
  public var link: String?
  /// When the document's issue is dated, apart from its last change (RSS 2.0, `pubDate` of a channel).
  public var published: CalendarTime?
  public var updated: CalendarTime?
  /// The encoding the bytes were read in, as an IANA name in lower case.
  public var encoding: String?
  public var language: String?
  /// IANA name of the zone the document declares for itself (`X-WR-TIMEZONE` and the like).
  public var timezone: String?
  /// Number of entries read.
  public var entryCount = 0
  /// Where the document says that its next page is, as written; nil if it names none.
  public var nextPage: String?
  /// Repairs, damage and refusals; a code that begins with `E_` means nothing was usable.
  public var problems: [Finding] = []

  public init(format: FeedFormat? = nil) { self.format = format }

  /// The code of the finding that the document is one page of several.
  public static let partialCode: FindingCode = "W_PARTIAL"

  /// Whether the document shows that it is not all that its source has.
  public var isPartial: Bool { problems.contains { $0.code == Self.partialCode } }

  public var isRefused: Bool { problems.contains { $0.code.refusesSource } }
}
