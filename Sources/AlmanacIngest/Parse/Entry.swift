public import AlmanacModel
public import AlmanacTime

/// One item of a feed in a form common to all formats. `inspect` prints entries; `ListingMapper`
/// converts them to listings.
///
/// Texts are plain text with entities resolved once. nil means that the document has no value.
public struct Entry: Hashable, Sendable {
  /// The document's own identifier: guid, atom:id or UID.
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
  /// How the year of the start was guessed; nil if the document gives it.
  public var yearGuess: YearGuess?
  /// What in the document contradicts the zone in which the start was read.
  public var zoneConflict: ZoneConflict?
  /// Exclusive (RFC 5545 section 3.8.2.2): for a whole-day event, the day after its last day.
  public var end: CalendarTime?
  public var venue: String?
  /// The postal address of the venue, if the document has it in a separate field.
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
  /// The address for joining online.
  public var onlineURL: String?
  /// The item's page if `link` is the redirect of a service that counts readers (FeedBurner).
  public var originalLink: String?
  /// The page on another site that the item is about (JSON Feed 1.1, `external_url`).
  public var externalURL: String?
  /// Files that belong to the item, in document order.
  public var attachments: [EntryAttachment] = []

  public var recurrence = EntryRecurrence()
  /// Revision number (RFC 5545 section 3.8.7.4).
  public var sequence: Int?

  /// Values that could not be read, by field name. They explain why a field such as `start` is nil.
  public var unreadable: [String: String] = [:]
  /// Sanitized values and other findings about this entry.
  public var problems: [Finding] = []
  /// One-based line on which the entry begins.
  public var line: Int?

  public init() {}
}

/// The recurrence properties of one entry (RFC 5545 section 3.8.5), before entries are grouped by
/// UID.
public struct EntryRecurrence: Hashable, Sendable {
  public var rules: [RecurrenceRule] = []
  public var exclusionRules: [RecurrenceRule] = []
  public var additions: [CalendarTime] = []
  /// The ends of additions that are periods (RFC 5545 section 3.3.9), by their starts.
  public var additionEnds: [CalendarTime: CalendarTime] = [:]
  public var exclusions: [CalendarTime] = []
  /// The instance that this entry overrides (RFC 5545 section 3.8.4.4).
  public var recurrenceID: CalendarTime?
  /// Whether the override applies to all later instances, too (RANGE=THISANDFUTURE).
  public var thisAndFuture = false

  public init() {}
}
