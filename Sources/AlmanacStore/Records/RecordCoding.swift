import Foundation
import GRDB

/// Records as the JSON text of a row: members sorted, so that equal records are equal rows.
public enum RecordCoding {
  public static func text(of record: some Encodable) throws -> String {
    try RecordWriter.text(of: record)
  }

  static func text(of record: some HandCoded) throws -> String {
    var output = RecordOutput()
    return String(decoding: try output.text(of: record), as: UTF8.self)
  }

  /// - Throws: `WorkspaceError.unreadable`.
  static func record<Record: Decodable>(
    _ type: Record.Type, from text: String, table: String, key: String
  ) throws -> Record {
    do {
      return try RecordReader.record(type, from: text)
    } catch {
      throw WorkspaceError.unreadable(table: table, key: key)
    }
  }

  /// The same record as `Codable` reads; what is not as it is written by hand, it does read.
  static func record<Record: HandCoded>(
    _ type: Record.Type, from text: String, table: String, key: String
  ) throws -> Record {
    if let record = RecordInput.record(type, from: Array(text.utf8)) { return record }
    do {
      return try RecordReader.record(type, from: text)
    } catch {
      throw WorkspaceError.unreadable(table: table, key: key)
    }
  }

  /// The same of a row's column, without making a text of it first.
  static func record<Record: HandCoded>(
    _ type: Record.Type, at column: Int, of row: Row, table: String, key: @autoclosure () -> String
  ) throws -> Record {
    let bytes = try row.withUnsafeData(atIndex: column) { $0.map { Array($0) } ?? [] }
    return try record(type, from: bytes, table: table, key: key())
  }

  /// The same of a column's bytes.
  static func record<Record: HandCoded>(
    _ type: Record.Type, from bytes: [UInt8], table: String, key: @autoclosure () -> String
  ) throws -> Record {
    if let record = RecordInput.record(type, from: bytes) { return record }
    return try record(
      type, from: String(decoding: bytes, as: UTF8.self), table: table, key: key())
  }
}
