import GRDB

/// The values of a row in the order of its table's columns.
struct RowValues: Sendable {
  let values: [DatabaseValue]

  init(_ values: [(any DatabaseValueConvertible)?]) {
    self.values = values.map { value in
      // SQLite's own functions end a text at NUL.
      if let text = value as? String, text.utf8.contains(0) {
        return text.replacing("\0", with: "").databaseValue
      }
      return value?.databaseValue ?? .null
    }
  }
}

/// A prepared statement that inserts rows into a table.
struct RowInserter {
  private let statement: Statement

  /// - Parameter rule: What follows INSERT, such as `OR IGNORE`.
  init(_ table: String, rule: String = "", in database: Database) throws {
    statement = try database.insertion(into: table, rule: rule)
  }

  func insert(_ row: RowValues) throws { try insert(row.values) }

  func insert(_ values: [DatabaseValue]) throws {
    statement.setUncheckedArguments(StatementArguments(values))
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
