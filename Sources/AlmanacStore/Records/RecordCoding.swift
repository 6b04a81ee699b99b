/// Records as the JSON text of a row: members sorted, so that equal records are equal rows.
public enum RecordCoding {
  public static func text(of record: some Encodable) throws -> String {
    try RecordWriter.text(of: record)
  }

  static func text(of record: some HandCoded) throws -> String {
    var output = RecordOutput(capacity: 1_024)
    record.write(to: &output)
    // Codable says what is wrong with it.
    return output.isRefused
      ? try RecordWriter.text(of: record) : String(decoding: output.bytes, as: UTF8.self)
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
    if let record = RecordInput.record(type, from: text) { return record }
    do {
      return try RecordReader.record(type, from: text)
    } catch {
      throw WorkspaceError.unreadable(table: table, key: key)
    }
  }
}
