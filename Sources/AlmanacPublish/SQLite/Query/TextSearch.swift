import Foundation
import GRDB

/// Finds the events of a text among those of an edition.
struct TextSearch {
  private let database: Database
  private let limits: QueryLimits
  /// Where it is looked up first; its rowid is the event's number.
  private let table: String
  private let condition: SQL
  /// How many events have it, as far as that is worth to count.
  let count: Int
  /// Whether the database gathers all events for each look.
  private let isGathered: Bool

  init(_ text: SearchText, in database: Database, limits: QueryLimits) throws {
    self.database = database
    self.limits = limits
    var conditions: [SQL] = []
    if let words = text.words {
      table = "event_search"
      conditions.append("s.event_search MATCH \(words)")
      if let trigrams = text.trigrams {
        conditions.append(
          "s.rowid IN (SELECT rowid FROM event_trigram WHERE event_trigram MATCH \(trigrams))")
      }
    } else if let trigrams = text.trigrams {
      table = "event_trigram"
      conditions.append("s.event_trigram MATCH \(trigrams)")
    } else {
      table = "event"
    }
    conditions += text.parts.map(Self.contains)
    condition = conditions.joined(separator: " AND ")
    isGathered = table == "event" || text.hasLongBeginning || conditions.count > 1
    count = try Self.count(table, condition, limit: limits.common, in: database)
  }

  /// In the order of their starts: the events of one short date as they come, and all others.
  func sources(in stretch: QueryStretch) throws -> [QuerySource] {
    let spread: SQL = "\(condition) AND s.rowid >= \(EditionOrder.firstSpread)"
    let many =
      try Self.count(table, spread, limit: limits.gatheredForText, in: database)
      >= limits.gatheredForText
    var others =
      many
      ? QuerySource(
        rows: "occurrence x",
        """
        \(stretch.bounds("x.id")) AND x.event_number >= \(EditionOrder.firstSpread)
        AND +x.event_number IN (SELECT s.rowid FROM \(sql: table) s WHERE \(spread))
        """)
      : QuerySource(rows: joined, "\(spread) AND \(stretch.bounds("x.id"))")
    others.holds = [.text]
    guard let first = try number(from: stretch.lowest) else { return [others] }
    let end = try number(from: stretch.end) ?? EditionOrder.firstSpread
    var single = QuerySource(
      rows: joined, "\(condition) AND s.rowid >= \(first) AND s.rowid < \(end)", order: "s.rowid")
    single.holds = [.text]
    return [single, others]
  }

  /// A condition on the occurrence of that id.
  ///
  /// - Parameter count: How often it is asked, about.
  func test(_ id: String, count: Int) -> SQL {
    if count <= limits.probed, !isGathered {
      return """
        EXISTS (SELECT 1 FROM occurrence h CROSS JOIN \(sql: table) s ON s.rowid = h.event_number
          WHERE h.id = \(sql: id) AND \(condition))
        """
    }
    return """
      (SELECT h.event_number FROM occurrence h WHERE h.id = \(sql: id))
        IN (SELECT s.rowid FROM \(sql: table) s WHERE \(condition))
      """
  }

  private var joined: SQL {
    "\(sql: table) s CROSS JOIN occurrence x ON x.event_number = s.rowid"
  }

  /// Of the first event of one short date among the occurrences from an id on.
  private func number(from id: Int) throws -> Int? {
    try Int.fetchOne(
      database,
      sql: """
        SELECT event_number FROM occurrence WHERE id >= ? AND event_number < ?
        ORDER BY id LIMIT 1
        """, arguments: [id, EditionOrder.firstSpread])
  }

  private static func count(
    _ table: String, _ condition: SQL, limit: Int, in database: Database
  ) throws -> Int {
    let query: SQL = """
      SELECT count(*) FROM (SELECT 1 FROM \(sql: table) s WHERE \(condition) LIMIT \(limit))
      """
    let (sql, arguments) = try query.build(database)
    return try Int.fetchOne(database, sql: sql, arguments: arguments) ?? 0
  }

  private static func contains(_ part: String) -> SQL {
    let escaped = part.replacing(/[%_\\]/) { "\\\($0.output)" }
    let pattern = "%\(escaped)%"
    return """
      s.rowid IN (SELECT number FROM event WHERE title LIKE \(pattern) ESCAPE '\\'
        OR description LIKE \(pattern) ESCAPE '\\' OR venue LIKE \(pattern) ESCAPE '\\')
      """
  }
}
