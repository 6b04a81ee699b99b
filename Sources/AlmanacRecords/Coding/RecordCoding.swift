import Foundation

/// Records as JSON text: members sorted, so that equal records are equal texts.
///
/// Records of which there are many are `HandCoded`; the few others are left to Foundation.
public enum RecordCoding {
  public static func text(of record: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(record), as: UTF8.self)
  }

  public static func text(of record: some HandCoded) throws -> String {
    var output = RecordOutput()
    return String(decoding: try output.text(of: record), as: UTF8.self)
  }

  /// - Throws: for a text that is no such record.
  public static func record<Record: Decodable>(
    _ type: Record.Type, from text: String
  ) throws -> Record {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  /// - Throws: `UnexpectedRecord`, also for a text that means such a record but is written otherwise.
  public static func record<Record: HandCoded>(
    _ type: Record.Type, from text: [UInt8]
  ) throws -> Record {
    try RecordInput.record(type, from: text)
  }
}
