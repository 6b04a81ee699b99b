import Foundation

/// Records as the JSON text of a row: members sorted, so that equal records are equal rows.
enum RecordCoding {
  static func text(of record: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(record), as: UTF8.self)
  }

  static func record<Record: Decodable>(
    _ type: Record.Type, from text: String, table: String, key: String
  ) throws -> Record {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw WorkspaceError.unreadable(table: table, key: key)
    }
  }
}
