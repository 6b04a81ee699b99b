public import AlmanacTime

/// One item of a feed as the document states it, format-neutral: what `inspect` prints, and what
/// `ListingMapper` turns into a listing.
///
/// Text is plain text with entities resolved once; nil means that the document does not say.
public struct Entry: Hashable, Sendable {
  /// guid, atom:id, UID: the document's own identifier.
  public var id: String?
  public var title: String?
  public var link: String?
  public var published: CalendarTime?
  public var updated: CalendarTime?
  public var summary: String?
  public var content: String?
  /// A safe subset of HTML.
  public var html: String?
  public var categories: [String] = []
  public var tags: [String] = []
  public var author: String?
  public var authorEmail: String?

  public var start: CalendarTime?
  /// Exclusive, as in RFC 5545 section 3.8.2.2: of a whole-day event the day after the last.
  public var end: CalendarTime?
  public var venue: String?
  /// The postal address of the venue, where the document states it apart from the name.
  public var address: String?
  public var coordinate: Coordinate?
  public var status: EventStatus?
  public var visibility: Visibility?
  public var transparency: Transparency?
  public var price: String?
  public var organizer: String?
  public var contact: String?
  public var image: String?
  public var audience: String?
  public var language: String?
  /// Where to join online.
  public var onlineURL: String?
  /// The page elsewhere that the item is about (JSON Feed 1.1, `external_url`).
  public var externalURL: String?
  /// Files that belong to the item, in document order.
  public var attachments: [EntryAttachment] = []

  public var recurrence = EntryRecurrence()
  /// Revision number (RFC 5545 section 3.8.7.4).
  public var sequence: Int?

  /// Values that were there and could not be read, by field name: why a start is nil.
  public var unreadable: [String: String] = [:]
  /// Sanitised values and oddities of this entry alone.
  public var problems: [Finding] = []
  /// One-based line on which the entry begins.
  public var line: Int?

  public init() {}
}

/// The recurrence properties of one entry (RFC 5545 section 3.8.5), not yet grouped by UID.
public struct EntryRecurrence: Hashable, Sendable {
  public var rules: [RecurrenceRule] = []
  public var exclusionRules: [RecurrenceRule] = []
  public var additions: [CalendarTime] = []
  /// The ends of additions that are periods (RFC 5545 section 3.3.9), by their starts.
  public var additionEnds: [CalendarTime: CalendarTime] = [:]
  public var exclusions: [CalendarTime] = []
  /// Which instance this entry overrides (RFC 5545 section 3.8.4.4).
  public var recurrenceID: CalendarTime?
  /// RANGE=THISANDFUTURE: the override reaches to the end of the series.
  public var thisAndFuture = false

  public init() {}

  public var isEmpty: Bool { self == EntryRecurrence() }
}
