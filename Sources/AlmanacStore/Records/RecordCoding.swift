/// Records as the JSON text of a row: members sorted, so that equal records are equal rows.
public enum RecordCoding {
  public static func text(of record: some Encodable) throws -> String {
    try RecordWriter.text(of: record)
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
}
