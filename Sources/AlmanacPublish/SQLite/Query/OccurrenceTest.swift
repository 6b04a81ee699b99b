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

  /// Whether a search table finds its event or, where occurrences have texts of their own, itself.
  init(
    _ table: SearchTable, matching query: String, hasTexts: Bool, in database: Database
  ) throws {
    let ofEvent = """
      SELECT 1 FROM occurrence h CROSS JOIN \(table.ofEvents) s ON s.rowid = h.event_number
      WHERE h.id = ?1 AND s.\(table.ofEvents) MATCH ?2
      """
    let own = """
      SELECT 1 FROM \(table.ofOccurrences) WHERE rowid = ?1 AND \(table.ofOccurrences) MATCH ?2
      """
    try self.init(
      hasTexts ? "\(ofEvent) UNION ALL \(own)" : ofEvent, [query], in: database)
  }

  /// Whether it stands somewhere in the event's texts or its own.
  init(containing part: String, hasTexts: Bool, in database: Database) throws {
    let escaped = part.replacing(/[%_\\]/) { "\\\($0.output)" }
    let isIn = EventRows.searched.map { "x.\($0) LIKE ?2 ESCAPE '\\'" }.joined(separator: " OR ")
    let ofEvent = """
      SELECT 1 FROM occurrence h CROSS JOIN event x ON x.number = h.event_number
      WHERE h.id = ?1 AND (\(isIn))
      """
    let own = "SELECT 1 FROM occurrence_text x WHERE x.occurrence = ?1 AND (\(isIn))"
    try self.init(
      hasTexts ? "\(ofEvent) UNION ALL \(own)" : ofEvent, ["%\(escaped)%"], in: database)
  }

  func holds(for id: Int) throws -> Bool {
    try Row.fetchOne(statement, arguments: [id] + rest).map(passes) ?? false
  }
}
