import GRDB
import GRDBSQLite

/// A prepared statement that is run once per row, with values bound straight from memory. GRDB's
/// `StatementArguments` take longer than SQLite itself for most rows.
struct RowStatement {
  private let statement: Statement
  private let handle: SQLiteStatement

  init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    handle = statement.sqliteStatement
  }

  /// - Parameter position: Number of the parameter, from 1. The value remains bound for the next
  ///   runs.
  func bind(_ text: String, at position: Int32) {
    var text = text
    text.withUTF8 { bind($0, at: position) }
  }

  func bind(_ text: [UInt8], at position: Int32) {
    text.withUnsafeBufferPointer { bind($0, at: position) }
  }

  func bind(_ number: Int64, at position: Int32) {
    sqlite3_bind_int64(handle, position, number)
  }

  /// Binds bytes with `SQLITE_TRANSIENT`: SQLite copies them, so they need not outlive the call.
  private func bind(_ text: UnsafeBufferPointer<UInt8>, at position: Int32) {
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    _ = text.withMemoryRebound(to: CChar.self) { bytes in
      if bytes.isEmpty {
        // An empty buffer may have no base address, and a null pointer binds NULL.
        sqlite3_bind_text(handle, position, "", 0, copied)
      } else {
        sqlite3_bind_text(handle, position, bytes.baseAddress, Int32(clamping: bytes.count), copied)
      }
    }
  }

  /// Runs the statement to its end and resets it; bindings remain.
  ///
  /// - Throws: `DatabaseError`.
  func run() throws {
    var code = sqlite3_step(handle)
    while code == SQLITE_ROW { code = sqlite3_step(handle) }
    // sqlite3_reset returns the error of the last step again, so read it before.
    let message = code == SQLITE_DONE ? nil : sqlite3_errmsg(sqlite3_db_handle(handle))
    let text = message.map { String(cString: $0) }
    sqlite3_reset(handle)
    guard code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: text)
    }
  }
}
