import GRDB

/// The values of a row in the order of its table's columns.
struct RowValues: Sendable {
  let arguments: StatementArguments

  init(_ values: [(any DatabaseValueConvertible)?]) {
    // Of values that are not optional GRDB would look a key path up for each row.
    arguments = StatementArguments(
      values.map { value -> (any DatabaseValueConvertible)? in
        // SQLite's own functions end a text at NUL.
        guard let text = value as? String, text.utf8.contains(0) else { return value }
        return text.replacing("\0", with: "")
      })
  }
}

/// A prepared statement that inserts rows into a table.
struct RowInserter {
  private let statement: Statement

  /// - Parameter rule: What follows INSERT, such as `OR IGNORE`.
  init(_ table: String, rule: String = "", in database: Database) throws {
    statement = try database.insertion(into: table, rule: rule)
  }

  func insert(_ row: RowValues) throws { try insert(row.arguments) }

  func insert(_ arguments: StatementArguments) throws {
    statement.setUncheckedArguments(arguments)
    try statement.execute()
  }
}

extension Database {
  /// A statement that inserts a row into a table, one argument a column.
  func insertion(into table: String, rule: String = "") throws -> Statement {
    let marks = try columns(in: table).map { _ in "?" }.joined(separator: ", ")
    return try makeStatement(sql: "INSERT \(rule) INTO \(table) VALUES (\(marks))")
  }
}
