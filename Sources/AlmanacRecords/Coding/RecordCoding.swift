import Foundation

/// Converts records to JSON with sorted members, so that equal records have equal JSON.
///
/// Frequent records implement `FastJSONCodable`; the others use Foundation's coders.
public enum RecordCoding {
  /// The JSON of a record.
  ///
  /// - Throws: `EncodingError`.
  public static func text(of record: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(record), as: UTF8.self)
  }

  /// The JSON of a record.
  ///
  /// - Throws: `EncodingError` for a number that isn't finite.
  public static func text(of record: some FastJSONCodable) throws -> String {
    try JSONRecordEncoder.text(of: record)
  }

  /// Decodes a record.
  ///
  /// - Throws: `DecodingError` for JSON that isn't such a record.
  public static func record<Record: Decodable>(
    _ type: Record.Type, from text: String
  ) throws -> Record {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  /// Decodes a record.
  ///
  /// - Throws: `UnexpectedRecord`, also for equivalent JSON in another form.
  public static func record<Record: FastJSONCodable>(
    _ type: Record.Type, from text: [UInt8]
  ) throws -> Record {
    try JSONRecordDecoder.record(type, from: text)
  }
}
