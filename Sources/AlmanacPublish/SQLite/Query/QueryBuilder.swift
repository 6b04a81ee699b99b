import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// The conditions of a filter as SQL.
struct QueryBuilder {
  private(set) var conditions: [String] = []
  private(set) var arguments: [any DatabaseValueConvertible] = []

  init(_ filter: EventFilter, in database: Database) throws {
    addTime(filter)
    try addCategories(filter.categories, database)
    try addPlace(filter.place, database)
    addNeighborhood(filter)
    try addSources(filter.sources, database)
    if let kind = filter.kind { add("e.kind = ?", [kind.rawValue]) }
    if filter.isFree { add("e.is_free = 1", []) }
    if let price = filter.maxPrice { add("price_amount(e.price, e.is_free) <= ?", [price]) }
    addAny(
      filter.tags.map(TextFolding.fold),
      "e.id IN (SELECT event FROM tag WHERE folded(tag) IN (@))")
    addAny(filter.organizers.map(TextFolding.fold), "folded(e.organizer) IN (@)")
    if let match = Self.match(filter.text) {
      add("e.number IN (SELECT rowid FROM event_search WHERE event_search MATCH ?)", [match])
    }
  }

  var clause: String { conditions.isEmpty ? "1" : conditions.joined(separator: " AND ") }

  /// What lasts touches the stretch with any part of it; what has no length, with its instant.
  private mutating func addTime(_ filter: EventFilter) {
    if let to = filter.to { add("o.start < ?", [to.secondsSinceEpoch]) }
    if let from = filter.from {
      add("max(o.start + 1, coalesce(o.end, 0)) > ?", [from.secondsSinceEpoch])
    }
  }

  private mutating func addCategories(_ names: [String], _ database: Database) throws {
    guard !names.isEmpty else { return }
    let rows = try Row.fetchAll(database, sql: "SELECT id, name, aliases FROM category")
    var ids: [String] = []
    for name in names {
      let wanted = TextFolding.fold(name)
      let found = try rows.filter { row in
        let aliases = try JSONDecoder().decode(
          [String].self, from: Data((row["aliases"] as String).utf8))
        return ([row["id"], row["name"]] + aliases).contains { TextFolding.fold($0) == wanted }
      }
      guard !found.isEmpty else {
        throw QueryError.unknownCategory(name, known: rows.map { $0["id"] })
      }
      ids += found.map { $0["id"] }
    }
    addAny(ids, "e.id IN (SELECT event FROM event_category WHERE category IN (@))")
  }

  private mutating func addPlace(_ name: String?, _ database: Database) throws {
    guard let name else { return }
    let ids = try String.fetchAll(
      database, sql: "SELECT id FROM place WHERE id = ? OR folded(name) = ?",
      arguments: [name, TextFolding.fold(name)])
    guard !ids.isEmpty else {
      let similar = try String.fetchAll(
        database,
        sql: """
          SELECT id FROM place WHERE instr(folded(name), ?1) OR instr(folded(id), ?1)
          ORDER BY id LIMIT 5
          """, arguments: [TextFolding.fold(name)])
      throw QueryError.unknownPlace(name, similar: similar)
    }
    addAny(
      ids,
      """
      (o.campus, o.place) IN (
        WITH RECURSIVE inside (campus, id) AS (
          SELECT campus, id FROM place WHERE id IN (@)
          UNION SELECT p.campus, p.id FROM place p
            JOIN inside i ON p.campus = i.campus AND p.within = i.id
        ) SELECT campus, id FROM inside)
      """)
  }

  /// The R*Tree's float32 boxes only narrow the choice; the distance decides.
  private mutating func addNeighborhood(_ filter: EventFilter) {
    guard let point = filter.near else { return }
    let latitudes = filter.radius / 110_000 + 1e-4
    let cosine = max(0.01, cos(point.latitude * .pi / 180))
    let longitudes = latitudes / cosine
    add(
      """
      o.id IN (SELECT id FROM occurrence_rtree WHERE max_latitude >= ? AND min_latitude <= ?
        AND max_longitude >= ? AND min_longitude <= ?)
      AND meters_between(o.latitude, o.longitude, ?, ?) <= ?
      """,
      [
        point.latitude - latitudes, point.latitude + latitudes, point.longitude - longitudes,
        point.longitude + longitudes, point.latitude, point.longitude, filter.radius,
      ])
  }

  private mutating func addSources(_ names: [String], _ database: Database) throws {
    let known = try String.fetchAll(database, sql: "SELECT id FROM source ORDER BY id")
    for name in names where !known.contains(name) {
      throw QueryError.unknownSource(name, known: known)
    }
    addAny(
      names,
      """
      e.id IN (SELECT el.event FROM event_listing el JOIN listing l ON l.id = el.listing
        WHERE l.source IN (@))
      """)
  }

  /// `@` becomes as many parameters as there are values.
  private mutating func addAny(_ values: [String], _ condition: String) {
    guard !values.isEmpty else { return }
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    add(condition.replacingOccurrences(of: "@", with: marks), values)
  }

  private mutating func add(
    _ condition: String, _ values: [any DatabaseValueConvertible]
  ) {
    conditions.append(condition)
    arguments += values
  }

  /// Every word in quotes, so that none is taken for an operator of FTS5.
  private static func match(_ text: String?) -> String? {
    let words = (text ?? "").split(whereSeparator: \.isWhitespace)
      .map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" }
    return words.isEmpty ? nil : words.joined(separator: " ") + "*"
  }
}
