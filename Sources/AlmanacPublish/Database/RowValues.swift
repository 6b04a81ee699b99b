import AlmanacTime
import GRDB
import GRDBSQLite

/// A type that can be stored in a column.
protocol ColumnValue {
  func append(to row: inout RowValues)
}

/// The values of rows, in the order of the tables' columns.
///
/// Workers pack them into one buffer, so that the single writer binds them without copies or
/// allocations.
struct RowValues: Sendable {
  fileprivate enum Field {
    case null
    case integer(Int64)
    case number(Double)
    /// A range of `bytes`.
    case text(start: Int, count: Int)
    case blob(start: Int, count: Int)
  }

  fileprivate private(set) var fields: [Field] = []
  fileprivate private(set) var bytes: [UInt8] = []

  /// The number of values.
  var count: Int { fields.count }

  init(_ values: [(any ColumnValue)?] = []) { append(values) }

  /// Appends the values of a row.
  mutating func append(_ values: [(any ColumnValue)?]) {
    for value in values {
      if let value { value.append(to: &self) } else { fields.append(.null) }
    }
  }

  fileprivate mutating func append(_ number: Int64) { fields.append(.integer(number)) }

  fileprivate mutating func append(_ number: Double) { fields.append(.number(number)) }

  fileprivate mutating func append(_ text: String) {
    let start = bytes.count
    text.withUTF8Bytes { utf8 in
      // SQLite's functions end a text at NUL, so NUL is removed.
      if utf8.contains(0) {
        bytes.append(contentsOf: utf8.lazy.filter { $0 != 0 })
      } else {
        bytes.append(contentsOf: utf8)
      }
    }
    fields.append(.text(start: start, count: bytes.count - start))
  }

  fileprivate mutating func append(_ blob: [UInt8]) {
    fields.append(.blob(start: bytes.count, count: blob.count))
    bytes.append(contentsOf: blob)
  }
}

extension String: ColumnValue {
  func append(to row: inout RowValues) { row.append(self) }
}

extension Int: ColumnValue {
  func append(to row: inout RowValues) { row.append(Int64(self)) }
}

extension Int64: ColumnValue {
  func append(to row: inout RowValues) { row.append(self) }
}

extension Bool: ColumnValue {
  func append(to row: inout RowValues) { row.append(self ? 1 : 0 as Int64) }
}

extension Double: ColumnValue {
  func append(to row: inout RowValues) { row.append(self) }
}

extension [UInt8]: ColumnValue {
  func append(to row: inout RowValues) { row.append(self) }
}

/// A prepared INSERT statement.
///
/// Binds values through SQLite's C API, because GRDB's `StatementArguments` take longer than SQLite
/// for most rows.
struct RowInserter {
  private let statement: Statement
  private let handle: SQLiteStatement

  /// - Parameter rule: A conflict clause after INSERT, such as `OR IGNORE`.
  init(_ table: String, rule: String = "", in database: Database) throws {
    try self.init(table, columns: database.columns(in: table).map(\.name), rule: rule, in: database)
  }

  init(_ table: String, columns: [String], rule: String = "", in database: Database) throws {
    let names = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    statement = try database.makeStatement(
      sql: "INSERT \(rule) INTO \(table) (\(names)) VALUES (\(marks))")
    handle = statement.sqliteStatement
  }

  func insert(_ values: [(any ColumnValue)?]) throws { try insert(RowValues(values)) }

  func insert(_ row: RowValues) throws { try insert(row, 0..<row.count) }

  /// Inserts one of several packed rows.
  ///
  /// - Parameters:
  ///   - range: The positions of the row's values.
  ///   - id: The value of the first column, if the row contains only the others.
  func insert(_ rows: RowValues, _ range: Range<Int>, id: Int64? = nil) throws {
    var position: Int32 = 1
    if let id {
      sqlite3_bind_int64(handle, position, id)
      position += 1
    }
    try rows.bytes.withUnsafeBytes { bytes in
      for field in rows.fields[range] {
        bind(field, of: bytes, at: position)
        position += 1
      }
      // Bound without a copy: SQLite reads the bytes in this step.
      try step()
    }
  }

  private func bind(
    _ field: RowValues.Field, of bytes: UnsafeRawBufferPointer, at position: Int32
  ) {
    switch field {
    case .null: sqlite3_bind_null(handle, position)
    case .integer(let number): sqlite3_bind_int64(handle, position, number)
    case .number(let number): sqlite3_bind_double(handle, position, number)
    // A null pointer would bind NULL.
    case .text(_, 0): sqlite3_bind_text(handle, position, "", 0, Self.copied)
    case .text(let start, let count):
      sqlite3_bind_text(
        handle, position,
        bytes.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self),
        Int32(count), nil)
    case .blob(let start, let count):
      sqlite3_bind_blob(
        handle, position, bytes.baseAddress?.advanced(by: start), Int32(count), nil)
    }
  }

  /// Binds a text or NULL.
  func bind(_ text: String?, at position: Int32) {
    guard let text else {
      _ = sqlite3_bind_null(handle, position)
      return
    }
    text.withUTF8Bytes { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { bytes in
        _ = sqlite3_bind_text(handle, position, bytes.baseAddress, Int32(bytes.count), Self.copied)
      }
    }
  }

  /// Binds the value of another query's column, unchanged.
  func bind(_ row: RowReader, _ column: Int32, at position: Int32) {
    sqlite3_bind_value(handle, position, row.value(column))
  }

  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Inserts the bound row.
  ///
  /// - Throws: `DatabaseError`.
  func step() throws {
    let code = sqlite3_step(handle)
    // sqlite3_reset returns the error of the last step again, so read it before.
    let message = code == SQLITE_DONE ? nil : sqlite3_errmsg(sqlite3_db_handle(handle))
    let text = message.map { String(cString: $0) }
    sqlite3_reset(handle)
    guard code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: text)
    }
  }
}
