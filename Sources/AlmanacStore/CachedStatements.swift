import GRDB

extension Database {
  /// Runs a statement from the connection's statement cache. Preparing a statement takes about ten
  /// times as long as running it over a few rows.
  func execute(cached sql: String, arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
