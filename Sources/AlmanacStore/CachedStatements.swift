import GRDB

extension Database {
  /// Runs a statement that is asked for again and again, source by source: to make it ready takes some
  /// ten times as long as to run it over a few rows.
  func execute(cached sql: String, arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
