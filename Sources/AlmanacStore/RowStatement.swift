import GRDB
import GRDBSQLite

/// A statement that is run once a row, given its values straight from memory: GRDB's arguments take
/// longer than SQLite does for most rows.
struct RowStatement {
  private let statement: Statement
  private let handle: SQLiteStatement

  init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    handle = statement.sqliteStatement
  }

  /// - Parameter position: of the mark in the statement, from 1. The value stays for the rows to come.
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

  /// SQLite takes a copy: so the bytes need not stay where they are until the row is written.
  private func bind(_ text: UnsafeBufferPointer<UInt8>, at position: Int32) {
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    _ = text.withMemoryRebound(to: CChar.self) { bytes in
      if bytes.isEmpty {
        // It may lie nowhere, and nowhere means NULL.
        sqlite3_bind_text(handle, position, "", 0, copied)
      } else {
        sqlite3_bind_text(handle, position, bytes.baseAddress, Int32(clamping: bytes.count), copied)
      }
    }
  }

  /// Runs it to its end.
  func run() throws {
    var code = sqlite3_step(handle)
    while code == SQLITE_ROW { code = sqlite3_step(handle) }
    // Resetting repeats the error.
    let message = code == SQLITE_DONE ? nil : sqlite3_errmsg(sqlite3_db_handle(handle))
    let text = message.map { String(cString: $0) }
    sqlite3_reset(handle)
    guard code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: text)
    }
  }
}
