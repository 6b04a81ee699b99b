import AlmanacFiles
import AlmanacTime
import Foundation
import GRDB

/// Reads what the edition before said, in the order of the events' ids.
final class PreviousDatabase: Sendable {
  private let url: URL
  private let queue: DatabaseQueue

  /// - Parameter isKnown: Whether the file is known to be as it was written, and need not be looked
  ///   through.
  /// - Throws: also where another version of Almanac wrote the file, or where it is damaged.
  init(at url: URL, isKnown: Bool = false) throws {
    self.url = url
    var configuration = Configuration()
    configuration.readonly = true
    // Of one that is known little is read.
    if !isKnown { ReadAhead(url).begin() }
    // Each page is looked at once.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -512") }
    queue = try DatabaseQueue(path: url.path, configuration: configuration)
    try queue.read { database in
      try database.requireEdition()
      if isKnown { return }
      let descriptions = try database.tellsDescriptions() ? ["occurrence_description"] : []
      try database.requireSound(
        ["event", "occurrence", "event_category", "tag", "event_change"] + descriptions)
    }
  }

  /// Lends a cursor over the events.
  func read<Value>(_ body: (PreviousEvents) throws -> Value) throws -> Value {
    try EditionDatabase.explaining(url) {
      try queue.read { database in try body(try PreviousEvents(database)) }
    }
  }

  /// Lends the database itself.
  func lend<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try EditionDatabase.explaining(url) { try queue.read(body) }
  }

  /// The log of changes after that instant, in its order.
  func eachChange(after instant: Instant, _ body: (Change) throws -> Void) throws {
    try EditionDatabase.explaining(url) {
      try queue.read { database in
        let rows = try Row.fetchCursor(
          database,
          sql: """
            SELECT change, event, title, at, field, old, new FROM event_change WHERE at > ?
            ORDER BY id
            """, arguments: [instant.secondsSinceEpoch])
        while let row = try rows.next() {
          guard let kind = Change.Kind(rawValue: row[0]) else { continue }
          try body(
            Change(
              kind, event: row[1], title: row[2], at: Instant(secondsSinceEpoch: row[3]),
              field: row[4], old: row[5], new: row[6]))
        }
      }
    }
  }
}

extension Database {
  /// The revision that an event was published under; nil where there is no such event.
  func revision(of event: String) throws -> EventRevision? {
    let row = try Row.fetchOne(
      cachedStatement(
        sql: "SELECT sequence, created, modified, digest, dated_uids FROM event WHERE id = ?"),
      arguments: [event])
    return row.map { row in
      EventRevision(
        sequence: row["sequence"], created: Instant(secondsSinceEpoch: row["created"]),
        modified: Instant(secondsSinceEpoch: row["modified"]), digest: row["digest"],
        hasDatedUIDs: row["dated_uids"])
    }
  }

  /// Whether the edition knows of events that are kept although they were withdrawn: the column
  /// came later than others.
  func tellsWithdrawn() throws -> Bool {
    try columns(in: "event").contains { $0.name == "withdrawn" }
  }

  /// Whether occurrences may have descriptions of their own: the table came later than others.
  func tellsDescriptions() throws -> Bool { try tableExists("occurrence_description") }
}

/// A cursor over the events of an edition, sorted by id; valid while its database is lent.
final class PreviousEvents {
  private let events: RowCursor
  private let occurrences: RowCursor
  /// The next occurrence, which may be of a later event.
  private var pending: (event: String, content: OccurrenceContent)?
  private let contents: Statement
  private let former: Statement

  fileprivate init(_ database: Database) throws {
    let isTold = try database.tellsWithdrawn()
    events = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, title, status, dated_uids, sequence, created, modified, digest,
          \(isTold ? "withdrawn" : "NULL") AS withdrawn
        FROM event ORDER BY id
        """)
    occurrences = try Row.fetchCursor(
      database,
      sql: """
        SELECT event, recurrence_id, start_text, start, end, status, title, venue, place, room,
          \(Self.description(isTold: try database.tellsDescriptions())) AS description
        FROM occurrence o ORDER BY event, ordinal
        """)
    contents = try database.makeStatement(
      sql: """
        SELECT event.*,
          (SELECT group_concat(tag, ', ') FROM (SELECT tag FROM tag WHERE event = event.id
            ORDER BY tag)) AS tags,
          (SELECT group_concat(category, ', ') FROM (SELECT category FROM event_category
            WHERE event = event.id AND NOT is_primary ORDER BY category)) AS categories
        FROM event WHERE id = ?
        """)
    former = try database.makeStatement(
      sql: """
        SELECT count(DISTINCT at) AS editions, min(at) AS first FROM event_change WHERE event = ?
        """)
    pending = try Self.occurrence(occurrences.next())
  }

  private static func description(isTold: Bool) -> String {
    isTold ? "(SELECT description FROM occurrence_description WHERE occurrence = o.id)" : "NULL"
  }

  func next() throws -> PreviousEvent? {
    // By their positions: a million names would be looked up.
    guard let row = try events.next() else { return nil }
    let id: String = row[0]
    return PreviousEvent(
      id: id, title: row[1], status: row[2], isWithdrawn: !row.hasNull(atIndex: 8),
      revision: EventRevision(
        sequence: row[4], created: Instant(secondsSinceEpoch: row[5]),
        modified: Instant(secondsSinceEpoch: row[6]), digest: row[7], hasDatedUIDs: row[3]),
      occurrences: try occurrences(of: id))
  }

  /// What the log still tells of an event that the edition itself no longer has; nil where that is
  /// nothing. A sequence at which it had not arrived yet, and when the log first speaks of it: every
  /// edition that changed an event has a line, and so have those that added and withdrew it.
  func formerLife(of id: String) throws -> (sequence: Int, created: Instant)? {
    guard let row = try Row.fetchOne(former, arguments: [id]), let first: Int64 = row["first"]
    else { return nil }
    return (row["editions"], Instant(secondsSinceEpoch: first))
  }

  /// The values of an event's fields, as the log of changes tells them.
  func fields(of id: String) throws -> [String: String] {
    guard let row = try Row.fetchOne(contents, arguments: [id]) else { return [:] }
    var fields: [String: String] = [:]
    for name in EventContent.fieldNames where row.hasColumn(name) {
      fields[name] =
        switch row[name] as DatabaseValue {
        case let value where value.isNull: nil
        case let value: value.storage.value.map { "\($0)" }
        }
    }
    return fields
  }

  private func occurrences(of id: String) throws -> [OccurrenceContent] {
    var found: [OccurrenceContent] = []
    while let (event, occurrence) = pending, event == id {
      found.append(occurrence)
      pending = try Self.occurrence(occurrences.next())
    }
    return found
  }

  /// With the id of its event.
  private static func occurrence(_ row: Row?) -> (event: String, content: OccurrenceContent)? {
    guard let row else { return nil }
    let recurrenceID: String? = row[1]
    let start: String = row[2]
    return (
      row[0],
      OccurrenceContent(
        key: recurrenceID ?? start, isRecurring: recurrenceID != nil, startText: start,
        startsAt: Instant(secondsSinceEpoch: row[3]),
        endsAt: (row[4] as Int64?).map { Instant(secondsSinceEpoch: $0) }, status: row[5],
        title: row[6], text: row[10], venue: row[7], place: row[8], room: row[9])
    )
  }
}
