import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// Reads events of an edition back from its database, as far as they are published: not their
/// weather, which belongs to the night, nor what only the stages before know.
///
/// Publishing what was read gives the same rows again.
struct StoredEvents {
  private let database: Database
  private let zones: ZoneDatabase
  private let hasSeries: Bool
  private let hasWithdrawn: Bool
  private let hasDescriptions: Bool

  /// - Parameter database: Of this version of the schema; tables that came later may be absent.
  init(_ database: Database, zones: ZoneDatabase) throws {
    self.database = database
    self.zones = zones
    hasSeries = try database.tableExists("series")
    hasWithdrawn = try database.tellsWithdrawn()
    hasDescriptions = try database.tellsDescriptions()
  }

  /// Since when no source states an event; nil where one does.
  func withdrawn(_ id: String) throws -> Instant? {
    guard hasWithdrawn else { return nil }
    return try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT withdrawn FROM event WHERE id = ? AND withdrawn IS NOT NULL"),
      arguments: [id]
    ).map { Instant(secondsSinceEpoch: $0) }
  }

  /// nil where there is no such event.
  func event(_ id: String) throws -> Event? {
    guard let row = try rows("SELECT * FROM event WHERE id = ?", id).first,
      let campus = row.text("campus"), let title = row.text("title")
    else { return nil }
    let zone = row.text("timezone").flatMap { zones.zone(named: $0) } ?? .utc
    var event = Event(
      id: id, campus: campus, title: title,
      occurrences: try occurrences(of: id, event: row, zone: zone), listings: try listings(of: id))
    event.text = row.text("description")
    event.html = row.text("html")
    event.url = row.text("url")
    event.kind = row.word("kind") ?? .official
    event.status = row.word("status") ?? .confirmed
    event.transparency = row.word("transparency")
    event.tags = try rows("SELECT tag FROM tag WHERE event = ? ORDER BY tag", id)
      .compactMap { $0.text("tag") }
    event.audience = row.text("audience")
    event.price = row.text("price")
    event.organizer = row.text("organizer")
    event.contact = row.text("contact")
    event.image = row.text("image")
    event.language = row.text("language")
    event.onlineURL = row.text("online_url")
    event.venue = row.text("venue")
    event.placement = Self.placement(row)
    event.series = try series(of: id)
    event.aliases = try rows(
      "SELECT alias FROM event_alias WHERE event = ? ORDER BY alias", id
    ).compactMap { $0.text("alias") }
    event.categorization = try categorization(of: id, row)
    return event
  }

  private func occurrences(of id: String, event: Row, zone: Zone) throws -> [Occurrence] {
    try rows("SELECT * FROM occurrence WHERE event = ? ORDER BY ordinal", id).compactMap { row in
      guard let start = time(row.text("start_text"), in: zone) else { return nil }
      var occurrence = Occurrence(
        recurrenceID: time(row.text("recurrence_id"), in: zone), start: start,
        end: time(row.text("end_text"), in: zone), status: row.word("status") ?? .confirmed,
        title: row.text("title"), text: try description(of: row))
      let isEvents = ["venue", "place", "room", "latitude", "longitude"].allSatisfy {
        (row[$0] as DatabaseValue) == event[$0]
      }
      guard !isEvents else { return occurrence }
      occurrence.venue = row.text("venue")
      // Also of one that nobody placed, lest it be at its event's place.
      var placement = Placement(abstaining: .unknown)
      placement.place = row.text("place")
      placement.room = row.text("room")
      placement.coordinate = row.coordinate
      occurrence.placement = placement
      return occurrence
    }
  }

  private func description(of occurrence: Row) throws -> String? {
    guard hasDescriptions else { return nil }
    return try String.fetchOne(
      database.cachedStatement(
        sql: "SELECT description FROM occurrence_description WHERE occurrence = ?"),
      arguments: [occurrence["id"] as Int64?])
  }

  /// What stands as text has its offset only; the zone is the event's where that fits.
  private func time(_ text: String?, in zone: Zone) -> CalendarTime? {
    guard let time = text.flatMap({ CalendarTime($0, zones: zones) }) else { return nil }
    guard case .zoned(let zoned) = time, zoned.zone == nil, zone.identifier != "UTC",
      zone.offset(at: zoned.instant) == zoned.offset
    else { return time }
    return .zoned(ZonedTime(zoned.instant, in: zone))
  }

  private func listings(of id: String) throws -> [ListingReference] {
    let found = try rows(
      """
      SELECT l.id, l.source, l.uid, l.url, el.score, el.evidence FROM event_listing el
        JOIN listing l ON l.id = el.listing WHERE el.event = ? ORDER BY el.position
      """, id)
    return found.compactMap { row in
      guard let id = row.text("id"), let source = row.text("source") else { return nil }
      return ListingReference(
        id: id, source: source, uid: row.text("uid"), url: row.text("url"),
        score: row.number("score") ?? 0, evidence: (try? row.list("evidence")) ?? [])
    }
  }

  private func series(of id: String) throws -> Series? {
    guard hasSeries, let row = try rows("SELECT * FROM series WHERE event = ?", id).first,
      let start = time(row.text("start_text"))
    else { return nil }
    do {
      return Series(
        start: start, end: time(row.text("end_text")),
        recurrence: Recurrence(
          rules: try row.list("rules").map { try RecurrenceRule(parsing: $0) },
          exclusionRules: try row.list("exclusion_rules").map { try RecurrenceRule(parsing: $0) },
          additions: try row.list("additions").compactMap(time),
          exclusions: try row.list("exclusions").compactMap(time)))
    } catch {
      // Its dates are there without it.
      return nil
    }
  }

  private func time(_ text: String?) -> CalendarTime? {
    text.flatMap { CalendarTime($0, zones: zones) }
  }

  private func categorization(of id: String, _ row: Row) throws -> Categorization? {
    guard let confidence = row.number("category_confidence") else { return nil }
    let others = try rows(
      "SELECT category FROM event_category WHERE event = ? AND NOT is_primary ORDER BY category",
      id)
    return Categorization(
      // One that the taxonomy no longer has is none.
      category: row.text("category") ?? "", others: others.compactMap { $0.text("category") },
      confidence: confidence, method: .table,
      reason: row.text("category_reason") ?? "")
  }

  /// nil where the event went unplaced through all stages; an abstention has a confidence of 0.
  private static func placement(_ row: Row) -> Placement? {
    guard let confidence = row.number("placement_confidence") else { return nil }
    var placement = Placement(abstaining: .none)
    placement.place = row.text("place")
    placement.room = row.text("room")
    placement.coordinate = row.coordinate
    placement.confidence = confidence
    placement.method = row.word("placement_method")
    placement.reason = row.word("placement_reason")
    let against = row.text("placement_against")
    if let place = row.text("placement_candidate") ?? (against == nil ? nil : placement.place) {
      placement.candidates = [
        Placement.Candidate(place: place, score: confidence, against: against)
      ]
    }
    return placement
  }

  private func rows(_ sql: String, _ id: String) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [id])
  }
}

/// Values that a damaged file may hold otherwise than its schema says, or an older one not at all, read
/// as nil, and trap never.
extension Row {
  fileprivate func text(_ column: String) -> String? { value(column) }

  fileprivate func number(_ column: String) -> Double? { value(column) }

  private func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
    (self[column] as DatabaseValue?).flatMap(Value.fromDatabaseValue)
  }

  fileprivate func word<Word: RawRepresentable<String>>(_ column: String) -> Word? {
    text(column).flatMap { Word(rawValue: $0) }
  }

  fileprivate func list(_ column: String) throws -> [String] {
    try text(column).map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
  }

  fileprivate var coordinate: Coordinate? {
    guard let latitude = number("latitude"), let longitude = number("longitude") else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
