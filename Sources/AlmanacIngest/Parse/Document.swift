public import AlmanacModel
public import AlmanacTime

/// The properties of a document as a whole: the first line that `inspect` prints for a file.
public struct Document: Hashable, Sendable {
  public var format: FeedFormat?
  /// The format's version as written in the document: `0.92`, `1.1`.
  public var version: String?
  /// The public identifier of the document type (XML 1.0, section 4.2.2).
  public var documentType: String?
  public var id: String?
  public var title: String?
  public var subtitle: String?
  public var link: String?
  /// The publication date of the document itself (RSS 2.0, `pubDate` of a channel).
  public var published: CalendarTime?
  public var updated: CalendarTime?
  /// The encoding in which the bytes were decoded, as an IANA name in lower case.
  public var encoding: String?
  public var language: String?
  /// IANA name of the zone that the document declares for itself, such as `X-WR-TIMEZONE`.
  public var timezone: String?
  /// Number of entries read.
  public var entryCount = 0
  /// The address of the next page as written; nil if the document names none.
  public var nextPage: String?
  /// Repairs, damage and refusals. A code with the prefix `E_` means that nothing was usable.
  public var problems: [Finding] = []

  public init(format: FeedFormat? = nil) { self.format = format }

  /// The code of the finding that the document is one page of several.
  public static let partialCode: FindingCode = "W_PARTIAL"

  /// Whether the document contains only a part of its source's items.
  public var isPartial: Bool { problems.contains { $0.code == Self.partialCode } }

  public var isRefused: Bool { problems.contains { $0.code.refusesSource } }
}
