import AlmanacTime
import Foundation
import GRDB
import GRDBSQLite

/// Reads the rows of a query by column position, directly from SQLite. An edition has millions of
/// values, and GRDB's `Row` copies and boxes each.
final class RowReader {
  private let statement: Statement
  private let handle: SQLiteStatement
  /// Whether the current row can be read.
  private(set) var hasRow = false

  /// Runs the query and reads the first row.
  init(_ sql: String, _ arguments: StatementArguments = [], in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    handle = statement.sqliteStatement
    statement.setUncheckedArguments(arguments)
    try advance()
  }

  deinit { sqlite3_reset(handle) }

  func advance() throws {
    let code = sqlite3_step(handle)
    hasRow = code == SQLITE_ROW
    guard hasRow || code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) })
    }
  }

  /// Calls a closure for every remaining row.
  func eachRow(_ body: (RowReader) throws -> Void) throws {
    while hasRow {
      try body(self)
      try advance()
    }
  }

  /// Merge join: calls a closure for the rows whose first column equals a key, and skips rows
  /// before them. Rows and keys must be sorted by bytes.
  ///
  /// - Complexity: O(*n*) over all keys in the number of rows.
  func eachRow(of key: String, _ body: (RowReader) throws -> Void) throws {
    while hasRow {
      let order = order(to: key)
      if order > 0 { return }
      if order == 0 { try body(self) }
      try advance()
    }
  }

  /// Compares the first column with a key by bytes: negative, 0 or positive.
  private func order(to key: String) -> Int {
    let text = sqlite3_column_text(handle, 0)
    let count = Int(sqlite3_column_bytes(handle, 0))
    return key.withUTF8Bytes { key in
      guard let text, let start = key.baseAddress else { return count - key.count }
      let order = Int(memcmp(text, start, min(count, key.count)))
      return order != 0 ? order : count - key.count
    }
  }

  func text(_ column: Int32) -> String? {
    sqlite3_column_text(handle, column).map { text in
      String(
        decoding: UnsafeBufferPointer(
          start: text, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
    }
  }

  func integer(_ column: Int32) -> Int64? {
    isNull(column) ? nil : sqlite3_column_int64(handle, column)
  }

  func number(_ column: Int32) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(handle, column)
  }

  func flag(_ column: Int32) -> Bool? {
    isNull(column) ? nil : sqlite3_column_int64(handle, column) != 0
  }

  /// Whether the text has a byte of at least `least`.
  func hasByte(from least: UInt8, _ column: Int32) -> Bool {
    guard let text = sqlite3_column_text(handle, column) else { return false }
    return UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, column)))
      .contains { $0 >= least }
  }

  /// The value of a column, valid until the next `advance`.
  func value(_ column: Int32) -> OpaquePointer? { sqlite3_column_value(handle, column) }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }
}
