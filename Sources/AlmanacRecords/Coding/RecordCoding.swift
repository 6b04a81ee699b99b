/// Records as JSON text: members sorted, so that equal records are equal texts.
public enum RecordCoding {
  public static func text(of record: some Encodable) throws -> String {
    try RecordWriter.text(of: record)
  }

  public static func text(of record: some HandCoded) throws -> String {
    var output = RecordOutput()
    return String(decoding: try output.text(of: record), as: UTF8.self)
  }

  /// - Throws: for a text that is no such record.
  public static func record<Record: Decodable>(
    _ type: Record.Type, from text: String
  ) throws -> Record {
    try RecordReader.record(type, from: text)
  }

  /// The same record as `Codable` reads; what is not as it is written by hand, it does read.
  public static func record<Record: HandCoded>(
    _ type: Record.Type, from text: [UInt8]
  ) throws -> Record {
    if let record = RecordInput.record(type, from: text) { return record }
    return try RecordReader.record(type, from: String(decoding: text, as: UTF8.self))
  }
}
