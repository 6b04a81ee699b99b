import AlmanacModel
import GRDB

/// A condition for which there is no list: each occurrence that meets all others is looked at.
struct OccurrenceTest {
  private let statement: Statement
  private let rest: StatementArguments
  private let passes: (Row) -> Bool

  /// - Parameters:
  ///   - sql: Of an occurrence whose id is its first argument; no row where it fails.
  ///   - rest: Its other arguments.
  init(
    _ sql: String, _ rest: StatementArguments = [], in database: Database,
    passes: @escaping (Row) -> Bool = { _ in true }
  ) throws {
    statement = try database.makeStatement(sql: sql)
    self.rest = rest
    self.passes = passes
  }

  /// Whether it is no further than that many meters from a point.
  init(near point: Coordinate, radius: Double, in database: Database) throws {
    try self.init(
      """
      SELECT latitude, longitude FROM occurrence WHERE id = ?
        AND latitude IS NOT NULL AND longitude IS NOT NULL
      """, in: database
    ) { row in
      Coordinate(latitude: row[0], longitude: row[1]).map { $0.distance(to: point) <= radius }
        ?? false
    }
  }

  init(price amount: Double, in database: Database) throws {
    try self.init(
      "SELECT 1 FROM occurrence WHERE id = ? AND price_from <= ?", [amount], in: database)
  }

  /// Whether a search table finds its event.
  init(_ table: String, matching query: String, in database: Database) throws {
    try self.init(
      """
      SELECT 1 FROM occurrence h CROSS JOIN \(table) s ON s.rowid = h.event_number
      WHERE h.id = ? AND s.\(table) MATCH ?
      """, [query], in: database)
  }

  /// Whether it stands somewhere in the event's texts.
  init(containing part: String, in database: Database) throws {
    let escaped = part.replacing(/[%_\\]/) { "\\\($0.output)" }
    try self.init(
      """
      SELECT 1 FROM occurrence h CROSS JOIN event e ON e.number = h.event_number
      WHERE h.id = ?1 AND (e.title LIKE ?2 ESCAPE '\\' OR e.description LIKE ?2 ESCAPE '\\'
        OR e.venue LIKE ?2 ESCAPE '\\')
      """, ["%\(escaped)%"], in: database)
  }

  func holds(for id: Int) throws -> Bool {
    try Row.fetchOne(statement, arguments: [id] + rest).map(passes) ?? false
  }
}
