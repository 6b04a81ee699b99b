import AlmanacModel
import Foundation
import GRDB

/// Turns the names of a filter into what an edition knows them by.
struct QueryTerms {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// - Throws: `QueryError` for a category, place or source that there is not.
  func terms(of filter: EventFilter) throws -> [QueryTerm] {
    var terms: [QueryTerm] = []
    func add(_ field: QueryFacet.Field, _ values: [String]) throws {
      guard !values.isEmpty else { return }
      terms.append(.facets(try QueryFacet.find(field, values, in: database)))
    }
    try add(.category, try categories(filter.categories))
    try add(.place, try filter.places.flatMap(places))
    try add(.source, try sources(filter.sources))
    try add(.tag, filter.tags.map(TextFolding.fold))
    try add(.organizer, filter.organizers.map(TextFolding.fold))
    try add(.kind, filter.kind.map { [$0.rawValue] } ?? [])
    try add(.free, filter.isFree ? ["1"] : [])
    if let point = filter.near { terms.append(.near(point, radius: filter.radius)) }
    if let price = filter.maxPrice { terms.append(.price(price)) }
    return terms
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
