import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// A filter as SQL over `occurrence_search` and `occurrence`, in the order of the starts.
struct EditionQuery {
  private let database: Database
  private let filter: EventFilter
  /// Values of one facet up to which they are looked up in the index; with more, occurrences are tested
  /// one by one.
  private let mostTokens: Int
  /// Queries of FTS5, all of which must match.
  private var matches: [String] = []
  /// Conditions on the occurrence `o`, with their arguments.
  private var conditions: [(sql: String, arguments: StatementArguments)] = []
  /// Whether nothing can match.
  private var isEmpty = false

  /// - Throws: `QueryError` for a category, place or source that does not exist.
  init(_ filter: EventFilter, in database: Database, mostTokens: Int) throws {
    self.database = database
    self.filter = filter
    self.mostTokens = mostTokens
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

  /// A page of the ids that are found.
  func ids(limit: Int, skipping skipped: Int) throws -> [Int64] {
    var found: [Int64] = []
    var skipped = skipped
    for range in try ranges() where found.count < limit {
      let rows = try Int64.fetchAll(
        database, sql: sql("o.id", in: range) + " LIMIT \(skipped + limit - found.count)",
        arguments: arguments(in: range))
      found += rows.dropFirst(skipped)
      skipped = max(0, skipped - rows.count)
    }
    return found
  }

  /// How many occurrences are found.
  func count() throws -> Int {
    try ranges().reduce(0) { count, range in
      let rows = "SELECT count(*) FROM (\(sql("o.id", in: range)))"
      return try count
        + (Int.fetchOne(database, sql: rows, arguments: arguments(in: range)) ?? 0)
    }
  }

  /// The ids of the events that are found, in their order.
  func events() throws -> [String] {
    var found: Set<String> = []
    for range in try ranges() {
      found.formUnion(
        try String.fetchSet(
          database, sql: sql("o.event", in: range), arguments: arguments(in: range)))
    }
    return found.sorted { $0.precedes($1) }
  }

  /// Reads start and end of everything that is found.
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

  /// A range of ids, in which only what is long may be found where that is asked.
  private struct IDRange {
    var from: Int64
    var to: Int64
    var long: String?
  }

  /// Ids are ordered by start: most of what touches a time begins at most a day before it, and what is
  /// longer has a token.
  private func ranges() throws -> [IDRange] {
    guard !isEmpty else { return [] }
    let end = filter.to.map { OccurrenceIDs.first(startingAt: $0 + 60) } ?? .max
    guard let from = filter.from else { return [IDRange(from: .min, to: end)] }
    let near = OccurrenceIDs.first(startingAt: from - Facet.longSeconds)
    var ranges: [IDRange] = []
    if let long = try tokens(.long, ["1"]).first {
      ranges.append(IDRange(from: .min, to: min(near, end), long: long))
    }
    ranges.append(IDRange(from: near, to: end))
    return ranges
  }

  private func sql(_ columns: String, in range: IDRange) -> String {
    let isMatched = !matches.isEmpty || range.long != nil
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
    let matches = matches + (range.long.map { ["facets : \($0)"] } ?? [])
    var arguments = StatementArguments()
    if !matches.isEmpty { arguments += [matches.joined(separator: " AND ")] }
    arguments += [range.from, range.to]
    if let from = filter.from { arguments += [from.secondsSinceEpoch] }
    if let to = filter.to { arguments += [to.secondsSinceEpoch] }
    for condition in conditions { arguments += condition.arguments }
    return arguments
  }

  // MARK: - Conditions

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

  /// Any of these.
  private mutating func match(_ tokens: [String]) {
    if tokens.isEmpty { isEmpty = true }
    matches.append("facets : (\(tokens.joined(separator: " OR ")))")
  }

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
    guard found.count > mostTokens else { return match(found) }
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
        """, arguments: [price, mostTokens + 1])
    guard found.count > mostTokens else { return match(found) }
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

  /// Meters between two points; null where one is unknown.
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

/// Turns the names of a filter into the values that an edition knows.
private struct QueryNames {
  private let database: Database

  init(_ database: Database) { self.database = database }

  func categories(_ names: [String]) throws -> [String] {
    guard !names.isEmpty else { return [] }
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, name, aliases FROM category ORDER BY position")
    return try names.flatMap { name in
      let wanted = TextFolding.fold(name)
      let found = try rows.filter { row in
        let aliases = try JSONDecoder().decode(
          [String].self, from: Data((row["aliases"] as String).utf8))
        return ([row["id"], row["name"]] + aliases).contains { TextFolding.fold($0) == wanted }
      }
      guard !found.isEmpty else {
        throw QueryError.unknownCategory(name, known: rows.map { $0["id"] })
      }
      return found.map { $0["id"] as String }
    }
  }

  /// By id, with or without its campus, or by name.
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
