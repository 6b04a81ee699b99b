import AlmanacRecords
public import AlmanacTime
public import GRDB

/// Columns contain instants as whole seconds since 1970.
extension Instant: DatabaseValueConvertible {
  public var databaseValue: DatabaseValue { secondsSinceEpoch.databaseValue }

  public static func fromDatabaseValue(_ value: DatabaseValue) -> Instant? {
    Int64.fromDatabaseValue(value).map { Instant(secondsSinceEpoch: $0) }
  }
}

/// Decodes records from columns. An error names the table and the row.
extension RecordCoding {
  /// Decodes a record with Foundation's decoder.
  ///
  /// - Throws: `WorkspaceError.unreadable`.
  static func record<Record: Decodable>(
    _ type: Record.Type, from text: String, table: String, key: String
  ) throws -> Record {
    do {
      return try record(type, from: text)
    } catch {
      throw WorkspaceError.unreadable(table: table, key: key)
    }
  }

  /// Decodes a record that implements `FastJSONCodable`.
  static func record<Record: FastJSONCodable>(
    _ type: Record.Type, from text: String, table: String, key: String
  ) throws -> Record {
    try record(type, from: Array(text.utf8), table: table, key: key)
  }

  /// Decodes a row's column without a `String` in between.
  static func record<Record: FastJSONCodable>(
    _ type: Record.Type, at column: Int, of row: Row, table: String, key: @autoclosure () -> String
  ) throws -> Record {
    try record(type, from: row.bytes(at: column), table: table, key: key())
  }

  /// Decodes the bytes of a column.
  static func record<Record: FastJSONCodable>(
    _ type: Record.Type, from bytes: [UInt8], table: String, key: @autoclosure () -> String
  ) throws -> Record {
    do {
      return try record(type, from: bytes)
    } catch {
      throw WorkspaceError.unreadable(table: table, key: key())
    }
  }
}

extension Row {
  /// The bytes of a text column; empty for NULL.
  func bytes(at column: Int) throws -> [UInt8] {
    try withUnsafeData(atIndex: column) { $0.map { Array($0) } ?? [] }
  }
}
