import AlmanacModel

/// Encodes one record as JSON (RFC 8259) in one pass. Members appear in the order of the calls.
public struct JSONRecordEncoder {
  private var json = JSONWriter()
  /// Whether a number was not finite, which JSON can't represent.
  private var isRefused = false

  /// The JSON of a record.
  ///
  /// - Throws: `EncodingError` for a number that isn't finite.
  static func text(of record: some FastJSONCodable) throws -> String {
    var output = JSONRecordEncoder()
    record.write(to: &output)
    guard !output.isRefused else {
      throw EncodingError.invalidValue(
        record, .init(codingPath: [], debugDescription: "it has a number that is not finite"))
    }
    return output.json.text
  }

  mutating func beginObject() { json.beginObject() }

  mutating func endObject() { json.endObject() }

  mutating func beginArray() { json.beginArray() }

  mutating func endArray() { json.endArray() }

  mutating func member(_ name: String, _ value: some FastJSONCodable) {
    json.key(name)
    value.write(to: &self)
  }

  mutating func bool(_ value: Bool) { json.boolean(value) }

  mutating func integer(_ value: Int) { json.integer(value) }

  /// Writes the shortest text that decodes to the same number; nothing for one that isn't finite.
  mutating func number(_ value: Double) {
    if value.isFinite { json.number(value) } else { isRefused = true }
  }

  mutating func string(_ text: String) { json.string(text) }
}
