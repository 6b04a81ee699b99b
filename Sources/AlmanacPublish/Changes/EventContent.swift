import AlmanacModel
import AlmanacTime
import Crypto
import GRDB

/// Defines which values of an event are content: a difference in them is a change that subscribers
/// see. Excludes weather, confidence and the list of sources.
enum EventContent {
  /// Columns of `event`, in the order in which changes are logged. `tags` and `categories` are
  /// lists.
  static let fieldNames = [
    "title", "status", "description", "description_html", "url", "kind", "category", "categories",
    "organizer", "contact", "price", "image", "audience", "language", "online_url", "venue",
    "place", "room", "latitude", "longitude", "tags", "rrule", "transparency",
  ]

  /// Values in the order of `fieldNames`.
  private static func values(of published: PublishedEvent) -> [String?] {
    let event = published.event
    let location = published.location
    return [
      event.title, published.status.rawValue, event.text, event.html, event.url,
      event.kind.rawValue, published.categories.first?.id,
      list(published.categories.dropFirst().map(\.id)), event.organizer, event.contact,
      event.price, event.image, event.audience, event.language, event.onlineURL, location.venue,
      location.place?.id, location.room, location.coordinate?.latitude.description,
      location.coordinate?.longitude.description, list(event.tags),
      event.series.flatMap(ruleText), event.transparency?.rawValue,
    ]
  }

  /// A hash of all content except the occurrences, in hexadecimal digits.
  static func digest(of published: PublishedEvent) -> String {
    var digest = ContentDigest()
    for value in values(of: published) { digest.add(value) }
    digest.add(published.location.place?.name)
    if let series = published.event.series {
      digest.add(series.start.description)
      digest.add(series.end?.description)
      for time in series.recurrence.additions { digest.add(time.description) }
      digest.add(nil)
      for time in series.recurrence.exclusions { digest.add(time.description) }
      digest.add(nil)
      for rule in series.recurrence.exclusionRules { digest.add(rule.description) }
    }
    return digest.text
  }

  /// A hash of the content of all occurrences, in hexadecimal digits.
  static func datesDigest(of published: PublishedEvent) -> String {
    var digest = ContentDigest()
    for date in published.occurrences {
      digest.add(date.recurrenceID?.publicText)
      digest.add(date.start.publicText)
      digest.add(date.endsAt.map { "\($0.secondsSinceEpoch)" })
      digest.add(date.status.rawValue)
      digest.add(date.title)
      digest.add(date.text)
      digest.add(date.location.venue)
      digest.add(date.location.place?.id)
      digest.add(date.location.room)
    }
    return digest.text
  }

  /// The recurrence rules in the syntax of RFC 5545 section 3.3.10, one per line.
  static func ruleText(of series: Series) -> String? {
    let rules = series.recurrence.rules.map(\.description)
    return rules.isEmpty ? nil : rules.joined(separator: "\n")
  }

  private static func list(_ values: [String]) -> String? {
    values.count <= 1
      ? values.first
      : Set(values).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ", ")
  }
}

/// Hashes a sequence of texts. Distinguishes "", nil and shifted values.
private struct ContentDigest {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(1_024) }

  mutating func add(_ text: String?) {
    bytes.append(text == nil ? 0 : 1)
    text?.withUTF8Bytes { bytes.append(contentsOf: $0) }
    bytes.append(0xff)
  }

  /// The first 128 bits of SHA-256: collisions are negligible, and a million rows need half the
  /// space.
  var text: String { String(SHA256.hash(data: bytes).hex.prefix(32)) }
}

/// The content of an occurrence.
struct OccurrenceContent: Hashable {
  /// Identifies the occurrence across editions: the original start from the rule, else its start.
  let key: String
  let isRecurring: Bool
  let startText: String
  let startsAt: Instant
  let endsAt: Instant?
  let status: String
  let title: String?
  let text: String?
  let venue: String?
  let place: String?
  let room: String?

  /// Whether it is cancelled or postponed.
  var isCancelled: Bool {
    status == EventStatus.cancelled.rawValue || status == EventStatus.postponed.rawValue
  }

  func touches(_ window: Window) -> Bool { window.overlaps(start: startsAt, end: endsAt) }
}

/// The content of one event in an edition's database.
struct StoredContent {
  let id: String
  let title: String
  let status: String
  /// Whether no source lists it any more, so that it is published as cancelled.
  let isWithdrawn: Bool
  let digest: String
  /// The values of `EventContent.fieldNames`; NULL values are omitted.
  let fields: [String: String]
  /// Sorted by start.
  let occurrences: [OccurrenceContent]
}

/// Reads the content of events from one of two attached databases.
struct ContentReader {
  private let event: Statement
  private let occurrences: Statement

  /// - Parameter schema: The name under which the database is attached.
  init(_ schema: String, in database: Database) throws {
    event = try database.makeStatement(
      sql: """
        SELECT e.*, r.digest AS digest,
          (SELECT group_concat(tag, ', ') FROM (SELECT tag FROM \(schema).event_tag
            WHERE event = e.id ORDER BY tag)) AS tags,
          (SELECT group_concat(category, ', ') FROM (SELECT category FROM \(schema).event_category
            WHERE event = e.id AND position > 0 ORDER BY category)) AS categories
        FROM \(schema).event e JOIN \(schema).event_revision r ON r.event = e.id WHERE e.id = ?
        """)
    occurrences = try database.makeStatement(
      sql: """
        SELECT o.recurrence_id, o.start_text, o.start, o.end, o.status, o.title, d.description,
          o.venue, o.place, o.room
        FROM \(schema).occurrence o
          LEFT JOIN \(schema).occurrence_description d ON d.occurrence = o.id
        WHERE o.event = ? ORDER BY o.start, coalesce(o.recurrence_id, o.start_text)
        """)
  }

  func content(of id: String) throws -> StoredContent? {
    guard let row = try Row.fetchOne(event, arguments: [id]) else { return nil }
    var fields: [String: String] = [:]
    for name in EventContent.fieldNames {
      let value: DatabaseValue = row[name]
      fields[name] = value.storage.value.map { "\($0)" }
    }
    return StoredContent(
      id: id, title: row["title"], status: row["status"],
      isWithdrawn: row["withdrawn"] as Int64? != nil, digest: row["digest"], fields: fields,
      occurrences: try Row.fetchAll(occurrences, arguments: [id]).map(Self.occurrence))
  }

  private static func occurrence(_ row: Row) -> OccurrenceContent {
    let recurrenceID: String? = row[0]
    let start: String = row[1]
    return OccurrenceContent(
      key: recurrenceID ?? start, isRecurring: recurrenceID != nil, startText: start,
      startsAt: Instant(secondsSinceEpoch: row[2]),
      endsAt: (row[3] as Int64?).map { Instant(secondsSinceEpoch: $0) }, status: row[4],
      title: row[5], text: row[6], venue: row[7], place: row[8], room: row[9])
  }
}

extension PublishedEvent {
  /// Whether several dates without a common rule would share one UID.
  var needsDatedUIDs: Bool { event.series == nil && occurrences.count > 1 }
}

extension String {
  /// Compares by bytes, like SQLite and every file of an edition.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
