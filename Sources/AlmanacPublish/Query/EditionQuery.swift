import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// Compiles a filter into SQL over `occurrence_search` and `occurrence`. Results are sorted by
/// start.
struct EditionQuery {
  private let database: Database
  private let filter: EventFilter
  /// Maximum number of facet values that are looked up in the index. If there are more, a condition
  /// tests each occurrence.
  static let maxTokens = 300
  private let maxTokens: Int
  /// FTS5 queries, all of which must match.
  private var matches: [String] = []
  /// SQL conditions on the occurrence `o`, with their arguments.
  private var conditions: [(sql: String, arguments: StatementArguments)] = []
  /// Whether a filter value has no occurrences, so that the result is empty.
  private var isEmpty = false

  /// - Throws: `QueryError` for an unknown category, place or source.
  init(_ filter: EventFilter, in database: Database, maxTokens: Int = Self.maxTokens) throws {
    self.database = database
    self.filter = filter
    self.maxTokens = maxTokens
    let names = QueryNames(database)
    try match(.category, try names.categories(filter.categories))
    try match(.place, try filter.places.flatMap(names.places))
    try match(.source, try names.sources(filter.sources))
    try match(.tag, filter.tags.map(TextFolding.fold))
    try match(.organizer, filter.organizers.map(TextFolding.fold))
    try match(.kind, filter.kind.map { [$0.rawValue] } ?? [])
    try match(.free, filter.isFree ? ["1"] : [])
    if filter.isOnline { try match(.tag, ["online", "hybrid"]) }
    match(audiences: filter.audiences)
    if let point = filter.near { try matchPoints(near: point) }
    if let price = filter.maxPrice { try matchPrices(to: price) }
    if let text = SearchText(filter.text) { match(text) }
  }

  /// The ids of one page of results.
  func ids(limit: Int, skipping skipped: Int) throws -> [Int64] {
    var found: [Int64] = []
    var skipped = skipped
    for range in try ranges() where found.count < limit {
      let rows = try Int64.fetchAll(
        database, sql: sql("o.id", in: range) + " LIMIT \(skipped + limit - found.count)",
        arguments: arguments(in: range))
      // Read the skipped results too: their number in this range isn't known in advance.
      found += rows.dropFirst(skipped)
      skipped = max(0, skipped - rows.count)
    }
    return found
  }

  /// The ids of the matching events, sorted in byte order.
  func events() throws -> [String] {
    var found: Set<String> = []
    for range in try ranges() {
      found.formUnion(
        try String.fetchSet(
          database, sql: sql("o.event", in: range), arguments: arguments(in: range)))
    }
    return found.sorted { $0.precedes($1) }
  }

  /// Passes start and end of each matching occurrence to a closure.
  func eachTime(_ body: (Instant, Instant?) throws -> Void) throws {
    for range in try ranges() {
      let rows = try Row.fetchCursor(
        database, sql: sql("o.start, o.end", in: range), arguments: arguments(in: range))
      while let row = try rows.next() {
        try body(
          Instant(secondsSinceEpoch: row[0]),
          (row[1] as Int64?).map { Instant(secondsSinceEpoch: $0) })
      }
    }
  }

  // MARK: - Ranges of ids

  /// A range of ids. If `long` isn't empty, only occurrences with one of these tokens match.
  private struct IDRange {
    var from: Int64
    var to: Int64
    var long: [String] = []
  }

  /// The id ranges in which occurrences can overlap the filter's time range, ascending.
  ///
  /// Ids are sorted by start. An occurrence that overlaps a time either starts at most 25 hours
  /// before it, or has the token of a class of long ones, which start at most that class's
  /// maximum before it.
  private func ranges() throws -> [IDRange] {
    guard !isEmpty else { return [] }
    let end = filter.to.map { OccurrenceIDs.first(startingAt: $0 + 60) } ?? .max
    guard let from = filter.from else { return [IDRange(from: .min, to: end)] }
    func id(_ secondsBefore: Int) -> Int64 { OccurrenceIDs.first(startingAt: from - secondsBefore) }
    var ranges: [IDRange] = []
    var range = IDRange(from: .min, to: .min)
    let classes = Facet.longDays.reversed()
    let bounds = classes.map { id($0 * 86_400) } + [id(Facet.longSeconds)]
    for (value, bound) in zip([Facet.longestValue] + classes.map(String.init), bounds) {
      range.long += try tokens(.long, [value])
      range.to = min(bound, end)
      if !range.long.isEmpty, range.from < range.to { ranges.append(range) }
      range.from = bound
    }
    return ranges + [IDRange(from: range.from, to: end)]
  }

  /// The SQL of one range. CROSS JOIN makes SQLite start with the full-text index.
  private func sql(_ columns: String, in range: IDRange) -> String {
    let isMatched = !matches.isEmpty || !range.long.isEmpty
    var sql = "SELECT \(columns) FROM "
    sql +=
      isMatched
      ? """
      occurrence_search s CROSS JOIN occurrence o ON o.id = s.rowid
      WHERE occurrence_search MATCH ? AND s.rowid >= ? AND s.rowid < ?
      """ : "occurrence o WHERE o.id >= ? AND o.id < ?"
    if filter.from != nil { sql += " AND max(o.start + 1, coalesce(o.end, 0)) > ?" }
    if filter.to != nil { sql += " AND o.start < ?" }
    for condition in conditions { sql += " AND \(condition.sql)" }
    return sql + " ORDER BY \(isMatched ? "s.rowid" : "o.id")"
  }

  private func arguments(in range: IDRange) -> StatementArguments {
    let long = range.long.isEmpty ? [] : [Self.query(anyOf: range.long)]
    let matches = matches + long
    var arguments = StatementArguments()
    if !matches.isEmpty { arguments += [matches.joined(separator: " AND ")] }
    arguments += [range.from, range.to]
    if let from = filter.from { arguments += [from.secondsSinceEpoch] }
    if let to = filter.to { arguments += [to.secondsSinceEpoch] }
    for condition in conditions { arguments += condition.arguments }
    return arguments
  }

  // MARK: - Conditions

  /// The tokens of facet values; values without occurrences have none.
  private func tokens(_ facet: Facet, _ values: [String]) throws -> [String] {
    let statement = try database.cachedStatement(
      sql: "SELECT token FROM facet_count WHERE field = ? AND value = ?")
    return try Set(values).sorted().compactMap {
      try String.fetchOne(statement, arguments: [facet.rawValue, $0])
    }
  }

  private mutating func match(_ facet: Facet, _ values: [String]) throws {
    guard !values.isEmpty else { return }
    match(try tokens(facet, values))
  }

  /// Requires one of these tokens.
  private mutating func match(_ tokens: [String]) {
    if tokens.isEmpty { isEmpty = true }
    matches.append(Self.query(anyOf: tokens))
  }

  private static func query(anyOf tokens: [String]) -> String {
    "facets : (\(tokens.joined(separator: " OR ")))"
  }

  /// Requires the words of a text. Words that FTS5 doesn't index are compared with LIKE.
  private mutating func match(_ text: SearchText) {
    if let query = text.query { matches.append(query) }
    for part in text.parts {
      let escaped = part.replacing(/[%_\\]/) { "\\\($0.output)" }
      let texts = [
        "o.title", "e.title", "d.description", "e.description", "o.venue", "e.venue",
      ]
      let isIn = texts.map { "\($0) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ")
      conditions.append(
        (
          """
          EXISTS (SELECT 1 FROM event e LEFT JOIN occurrence_description d ON d.occurrence = o.id
            WHERE e.id = o.event AND (\(isIn)))
          """, StatementArguments(texts.map { _ in "%\(escaped)%" })
        ))
    }
  }

  private mutating func match(audiences: [String]) {
    guard !audiences.isEmpty else { return }
    let isIn = audiences.map { _ in "instr(folded(e.audience), ?)" }.joined(separator: " OR ")
    conditions.append(
      (
        "EXISTS (SELECT 1 FROM event e WHERE e.id = o.event AND (\(isIn)))",
        StatementArguments(audiences.map(TextFolding.fold))
      ))
  }

  private mutating func matchPoints(near point: Coordinate) throws {
    var found: [String] = []
    let rows = try Row.fetchCursor(
      database, sql: "SELECT token, value FROM facet_count WHERE field = 'point'")
    while let row = try rows.next() {
      let degrees = (row[1] as String).split(separator: ",").compactMap { Double($0) }
      guard degrees.count == 2,
        let other = Coordinate(latitude: degrees[0], longitude: degrees[1]),
        other.distance(to: point) <= filter.radius
      else { continue }
      found.append(row[0])
    }
    guard found.count > maxTokens else { return match(found) }
    conditions.append(
      (
        "meters(o.latitude, o.longitude, ?, ?) <= ?",
        [point.latitude, point.longitude, filter.radius]
      ))
  }

  private mutating func matchPrices(to price: Double) throws {
    let found = try String.fetchAll(
      database,
      sql: """
        SELECT token FROM facet_count WHERE field = 'price' AND CAST(value AS REAL) <= ? LIMIT ?
        """, arguments: [price, maxTokens + 1])
    guard found.count > maxTokens else { return match(found) }
    conditions.append(("o.price_from <= ?", [price]))
  }

  /// Adds the functions that queries use.
  static func prepare(_ database: Database) {
    database.add(function: folded)
    database.add(function: meters)
  }

  /// SQLite's own `lower` knows ASCII only.
  private static let folded = DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(TextFolding.fold)
  }

  /// Meters between two points; null if one is unknown.
  private static let meters = DatabaseFunction("meters", argumentCount: 4, pure: true) { values in
    let degrees = values.map { Double.fromDatabaseValue($0) }
    guard let latitude = degrees[0], let longitude = degrees[1], let otherLatitude = degrees[2],
      let otherLongitude = degrees[3],
      let one = Coordinate(latitude: latitude, longitude: longitude),
      let other = Coordinate(latitude: otherLatitude, longitude: otherLongitude)
    else { return nil }
    return one.distance(to: other)
  }
}

/// Resolves the names in a filter to values of an edition.
private struct QueryNames {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Ids of categories by id, name or alias, ignoring case and accents.
  func categories(_ names: [String]) throws -> [String] {
    guard !names.isEmpty else { return [] }
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, name, aliases FROM category ORDER BY position")
    return try names.flatMap { name in
      let wanted = TextFolding.fold(name)
      let found = try rows.filter { row in
        let aliases = try ReferenceRows.list(row["aliases"])
        return ([row["id"], row["name"]] + aliases).contains { TextFolding.fold($0) == wanted }
      }
      guard !found.isEmpty else {
        throw QueryError.unknownCategory(name, known: rows.map { $0["id"] })
      }
      return found.map { $0["id"] as String }
    }
  }

  /// Ids of places by id, with or without the campus, else by name.
  func places(_ name: String) throws -> [String] {
    func ids(_ condition: String, _ argument: String) throws -> [String] {
      try String.fetchAll(
        database.cachedStatement(sql: "SELECT id FROM place WHERE \(condition) ORDER BY id"),
        arguments: [argument])
    }
    let wanted = TextFolding.fold(name)
    var found = try ids("id = ?1 OR id = campus || '/' || ?1", name)
    if found.isEmpty { found = try ids("folded(name) = ?", wanted) }
    guard found.isEmpty else { return found }
    let similar = try String.fetchAll(
      database,
      sql: """
        SELECT substr(id, length(campus) + 2) AS name FROM place
        WHERE instr(folded(name), ?1) OR instr(folded(id), ?1) ORDER BY 1 LIMIT 5
        """, arguments: [wanted])
    throw QueryError.unknownPlace(name, similar: similar)
  }

  func sources(_ names: [String]) throws -> [String] {
    guard !names.isEmpty else { return [] }
    let known = try String.fetchAll(database, sql: "SELECT id FROM source ORDER BY id")
    for name in names where !known.contains(name) {
      throw QueryError.unknownSource(name, known: known)
    }
    return names
  }
}
