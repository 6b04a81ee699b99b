import AlmanacModel
import Foundation
import GRDB

/// Turns the names of a filter into what an edition knows them by.
struct QueryTerms {
  private let database: Database
  private let reader: ListReader
  private let limits: QueryLimits
  private var terms: [QueryTerm] = []
  private var tests: [OccurrenceTest] = []

  init(_ database: Database, _ reader: ListReader, _ limits: QueryLimits) {
    self.database = database
    self.reader = reader
    self.limits = limits
  }

  /// All but the text and the stretch of time.
  ///
  /// - Throws: `QueryError` for a category, place or source that there is not.
  consuming func find(_ filter: EventFilter) throws -> (
    terms: [QueryTerm], tests: [OccurrenceTest]
  ) {
    try add(.category, try categories(filter.categories))
    try add(.place, try filter.places.flatMap(places))
    try add(.source, try sources(filter.sources))
    try add(.tag, filter.tags.map(TextFolding.fold))
    try add(.organizer, filter.organizers.map(TextFolding.fold))
    try add(.kind, filter.kind.map { [$0.rawValue] } ?? [])
    try add(.free, filter.isFree ? ["1"] : [])
    if let point = filter.near { try add(near: point, radius: filter.radius) }
    if let price = filter.maxPrice { try add(price: price) }
    return (terms, tests)
  }

  private mutating func add(_ field: QueryFacet.Field, _ values: [String]) throws {
    guard !values.isEmpty else { return }
    let lists = try QueryFacet.lists(field, values, in: database)
    terms.append(try QueryTerm(lists, reader: reader))
  }

  private mutating func add(near point: Coordinate, radius: Double) throws {
    let box = QueryBox(around: point, radius)
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT p.number, p.occurrences, p.latitude, p.longitude
          FROM point_rtree x CROSS JOIN point p ON p.number = x.number
          WHERE x.max_latitude >= ? AND x.min_latitude <= ?
            AND x.max_longitude >= ? AND x.min_longitude <= ? LIMIT ?
          """),
      arguments: [box.south, box.north, box.west, box.east, limits.lists + 1])
    guard rows.count <= limits.lists else {
      return tests.append(try OccurrenceTest(near: point, radius: radius, in: database))
    }
    let lists = rows.compactMap { row -> StoredList? in
      guard let other = Coordinate(latitude: row[2], longitude: row[3]),
        other.distance(to: point) <= radius
      else { return nil }
      return StoredList(table: .occurrences, number: row[0], count: row[1])
    }
    terms.append(try QueryTerm(lists, reader: reader))
  }

  private mutating func add(price: Double) throws {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT number, occurrences FROM price WHERE amount <= ? LIMIT ?"),
      arguments: [price, limits.lists + 1])
    guard rows.count <= limits.lists else {
      return tests.append(try OccurrenceTest(price: price, in: database))
    }
    let lists = rows.map { StoredList(table: .occurrences, number: $0[0], count: $0[1]) }
    terms.append(try QueryTerm(lists, reader: reader))
  }

  private func categories(_ names: [String]) throws -> [String] {
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

  /// As `facet` names them: the campus, then the place.
  private func places(_ name: String) throws -> [String] {
    func values(_ condition: String, _ argument: String) throws -> [String] {
      try String.fetchAll(
        database.cachedStatement(
          sql: "SELECT campus || '/' || id FROM place WHERE \(condition) ORDER BY campus, id"),
        arguments: [argument])
    }
    let wanted = TextFolding.fold(name)
    var found = try values("id = ?", name)
    if found.isEmpty { found = try values("folded(name) = ?", wanted) }
    guard found.isEmpty else { return found }
    let similar = try String.fetchAll(
      database,
      sql: """
        SELECT id FROM place WHERE instr(folded(name), ?1) OR instr(folded(id), ?1)
        ORDER BY id LIMIT 5
        """, arguments: [wanted])
    throw QueryError.unknownPlace(name, similar: similar)
  }

  private func sources(_ names: [String]) throws -> [String] {
    guard !names.isEmpty else { return [] }
    let known = try String.fetchAll(database, sql: "SELECT id FROM source ORDER BY id")
    for name in names where !known.contains(name) {
      throw QueryError.unknownSource(name, known: known)
    }
    return names
  }
}

/// A box around a circle; some degrees too large, because an R*Tree rounds them.
private struct QueryBox {
  /// Degrees of latitude from which on a circle may hold a pole, or nearly.
  private static let poles = 89.9

  let south: Double
  let north: Double
  let west: Double
  let east: Double

  init(around point: Coordinate, _ radius: Double) {
    let latitudes = radius / 110_000 + 1e-4
    let reach = abs(point.latitude) + latitudes
    let longitudes = latitudes / cos(min(reach, Self.poles) * .pi / 180)
    south = point.latitude - latitudes
    north = point.latitude + latitudes
    // At a pole all longitudes are near; across the antimeridian it goes around the earth.
    let isWhole =
      reach > Self.poles || point.longitude - longitudes < -180
      || point.longitude + longitudes > 180
    west = isWhole ? -181 : point.longitude - longitudes
    east = isWhole ? 181 : point.longitude + longitudes
  }
}
