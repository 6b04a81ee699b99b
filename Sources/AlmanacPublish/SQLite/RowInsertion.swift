import GRDB
import GRDBSQLite

/// A statement that adds rows, given its values straight from memory: GRDB's arguments cost several
/// times what SQLite takes for the row.
struct RowInsertion {
  private let statement: Statement
  private let handle: SQLiteStatement

  /// - Parameter columns: Those of the table, in its order.
  init(into table: String, columns: Int, in database: Database) throws {
    try self.init(into: table, "", count: columns, in: database)
  }

  /// - Parameter columns: Names, in the order in which the values come.
  init(into table: String, _ columns: [String], in database: Database) throws {
    try self.init(
      into: table, " (\(columns.joined(separator: ", ")))", count: columns.count, in: database)
  }

  private init(into table: String, _ names: String, count: Int, in database: Database) throws {
    let marks = Array(repeating: "?", count: count).joined(separator: ", ")
    try self.init("INSERT INTO \(table)\(names) VALUES (\(marks))", in: database)
  }

  private init(_ sql: String, in database: Database) throws {
    statement = try database.makeStatement(sql: sql)
    handle = statement.sqliteStatement
  }

  /// Adds a row of whole numbers, with packed values behind them.
  func insert(_ numbers: Int64..., then row: inout RowUnpacker, count: Int) throws {
    for (index, number) in numbers.enumerated() {
      sqlite3_bind_int64(handle, Int32(index + 1), number)
    }
    try insert(&row, count: count, behind: numbers.count)
  }

  /// Adds a row of packed values.
  func insert(_ row: inout RowUnpacker, count: Int) throws {
    try insert(&row, count: count, behind: 0)
  }

  func insert(_ one: Int64, _ other: Int64) throws {
    sqlite3_bind_int64(handle, 1, one)
    sqlite3_bind_int64(handle, 2, other)
    try run()
  }

  func insert(_ number: Int64, blob: [UInt8]) throws {
    sqlite3_bind_int64(handle, 1, number)
    try blob.withUnsafeBytes { bytes in
      sqlite3_bind_blob(handle, 2, bytes.baseAddress, Int32(clamping: bytes.count), nil)
      try run()
    }
  }

  /// The texts stay where they are: the row is written before this returns.
  private func insert(_ row: inout RowUnpacker, count: Int, behind first: Int) throws {
    for index in first..<first + count {
      let column = Int32(index + 1)
      switch row.next() {
      case .empty: sqlite3_bind_null(handle, column)
      case .whole(let value): sqlite3_bind_int64(handle, column, value)
      case .number(let value): sqlite3_bind_double(handle, column, value)
      case .words(let text):
        let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(handle, column, bytes, Int32(clamping: text.count), nil)
      }
    }
    try run()
  }

  private func run() throws {
    let code = sqlite3_step(handle)
    // Resetting repeats the error.
    let message = code == SQLITE_DONE ? nil : sqlite3_errmsg(sqlite3_db_handle(handle))
    let text = message.map { String(cString: $0) }
    sqlite3_reset(handle)
    guard code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: text)
    }
  }
}
