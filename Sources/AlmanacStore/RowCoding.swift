import AlmanacRecords
import GRDB

/// Records as the text of a row; one that can't be read names the row.
extension RecordCoding {
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

  /// The same of one that lists its members.
  static func record<Record: FastJSONCodable>(
    _ type: Record.Type, from text: String, table: String, key: String
  ) throws -> Record {
    try record(type, from: Array(text.utf8), table: table, key: key)
  }

  /// The same of a row's column, without making a `String` of it.
  static func record<Record: FastJSONCodable>(
    _ type: Record.Type, at column: Int, of row: Row, table: String, key: @autoclosure () -> String
  ) throws -> Record {
    try record(type, from: row.bytes(at: column), table: table, key: key())
  }

  /// The same of a column's bytes.
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
  /// A column's text.
  func bytes(at column: Int) throws -> [UInt8] {
    try withUnsafeData(atIndex: column) { $0.map { Array($0) } ?? [] }
  }
}
