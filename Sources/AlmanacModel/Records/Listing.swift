public import AlmanacTime

/// A single event or a series, as one source provides it.
public struct Listing: Hashable, Sendable, Codable, Identifiable {
  /// `<source>/<key>`: a listing's identity is its source plus the source's own identifier.
  public var id: String { source + "/" + key }

  /// One-based line of the capture on which it begins.
  ///
  /// It is the first property, so that the synthesized memberwise initializer differs from the
  /// public one, which calls it. Assigning the properties one by one would cost a copy of the
  /// record.
  public var line: Int?

  public var source: String
  public var campus: String
  /// The source's own identifier; without one, the link, or else a hash of title and start.
  public var key: String
  /// A globally unique identifier (RFC 5545 UID, tag: or URL guid) that other sources may repeat.
  public var uid: String?
  public var link: String?

  public var title: String
  public var text: String?
  /// A safe subset of HTML.
  public var html: String?
  public var start: CalendarTime
  /// How the year of the start was guessed; nil if the source gives it.
  public var yearGuess: YearGuess?
  /// Exclusive; nil if the source provides none.
  public var end: CalendarTime?
  /// nil for a single event.
  public var recurrence: Recurrence?
  public var overrides: [ListingOverride]

  public var venue: String?
  public var coordinate: Coordinate?
  public var status: EventStatus
  public var visibility: Visibility
  /// nil if the source does not provide it.
  public var transparency: Transparency?
  public var kind: EventKind
  public var categories: [String]
  public var tags: [String]
  public var audience: String?
  public var price: String?
  public var organizer: String?
  public var contact: String?
  public var image: String?
  public var language: String?
  public var onlineURL: String?
  public var published: CalendarTime?
  public var updated: CalendarTime?
  public var sequence: Int
}

extension Listing {
  public init(
    source: String, campus: String, key: String, uid: String? = nil, link: String? = nil,
    title: String, text: String? = nil, html: String? = nil, start: CalendarTime,
    yearGuess: YearGuess? = nil, end: CalendarTime? = nil, recurrence: Recurrence? = nil,
    overrides: [ListingOverride] = [], venue: String? = nil, coordinate: Coordinate? = nil,
    status: EventStatus = .confirmed, visibility: Visibility = .public,
    transparency: Transparency? = nil,
    kind: EventKind = .official, categories: [String] = [], tags: [String] = [],
    audience: String? = nil, price: String? = nil,
    organizer: String? = nil, contact: String? = nil, image: String? = nil,
    language: String? = nil, onlineURL: String? = nil, published: CalendarTime? = nil,
    updated: CalendarTime? = nil, sequence: Int = 0, line: Int? = nil
  ) {
    self.init(
      line: line, source: source, campus: campus, key: key, uid: uid, link: link, title: title,
      text: text, html: html, start: start, yearGuess: yearGuess, end: end,
      recurrence: recurrence, overrides: overrides, venue: venue, coordinate: coordinate,
      status: status, visibility: visibility, transparency: transparency, kind: kind,
      categories: categories, tags: tags, audience: audience, price: price, organizer: organizer,
      contact: contact, image: image, language: language, onlineURL: onlineURL,
      published: published, updated: updated, sequence: sequence)
  }
}

extension Listing {
  /// The key of an item without identifier and link. It changes whenever title or start change.
  public static func derivedKey(title: String, start: CalendarTime) -> String {
    var hash = StableHash(title)
    hash.combine(start.description)
    return hash.text(length: derivedKeyLength)
  }

  private static let derivedKeyLength = 12

  /// Whether the source provides no identifier.
  public var hasDerivedKey: Bool {
    key.utf8.count == Self.derivedKeyLength
      && key == Self.derivedKey(title: title, start: start)
  }
}

/// How the year of a date without one was guessed, from the publication of its item or the retrieval
/// of its document.
public enum YearGuess: String, Hashable, Sendable, Codable, CaseIterable {
  /// The nearest year in which the date is on the weekday that the source gives.
  case weekday
  /// The first such date that was not long past when the item was published.
  case upcoming
  /// The date nearest to the retrieval, for an item without a publication. One that is long past
  /// stays past, however often its document is retrieved.
  case nearest

  /// Whether nothing confirms the year.
  public var isOpen: Bool { self != .weekday }

  /// The key of the guess in the provenance of an event whose start no listing gives with its year.
  public static let provenance = "year"
}

/// The rule of a series with its extra and excluded instances (RFC 5545 section 3.8.5).
public struct Recurrence: Hashable, Sendable, Codable {
  public var rules: [RecurrenceRule]
  public var exclusionRules: [RecurrenceRule]
  public var additions: [CalendarTime]
  public var exclusions: [CalendarTime]

  public init(
    rules: [RecurrenceRule] = [], exclusionRules: [RecurrenceRule] = [],
    additions: [CalendarTime] = [], exclusions: [CalendarTime] = []
  ) {
    self.rules = rules
    self.exclusionRules = exclusionRules
    self.additions = additions
    self.exclusions = exclusions
  }
}

/// An instance that differs from the rule of its series, or all instances from one on (RFC 5545
/// section 3.8.4.4).
public struct ListingOverride: Hashable, Sendable, Codable {
  /// The start of the instance according to the rule.
  public var recurrenceID: CalendarTime
  public var thisAndFuture: Bool
  public var start: CalendarTime
  public var end: CalendarTime?
  /// nil: as in the series.
  public var title: String?
  public var text: String?
  public var venue: String?
  public var status: EventStatus

  public init(
    recurrenceID: CalendarTime, thisAndFuture: Bool = false, start: CalendarTime,
    end: CalendarTime? = nil, title: String? = nil, text: String? = nil, venue: String? = nil,
    status: EventStatus = .confirmed
  ) {
    self.recurrenceID = recurrenceID
    self.thisAndFuture = thisAndFuture
    self.start = start
    self.end = end
    self.title = title
    self.text = text
    self.venue = venue
    self.status = status
  }
}
