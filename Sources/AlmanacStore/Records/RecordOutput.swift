/// Writes one record as JSON (RFC 8259) in one pass: the members come in the order in which they are
/// written.
struct RecordOutput {
  private var bytes: [UInt8] = []
  /// Whether there was a number that JSON does not have.
  private var isRefused = false

  init() { bytes.reserveCapacity(1_024) }

  /// The text of a record, in the room of the one before.
  ///
  /// - Throws: `EncodingError` for a number that JSON does not have.
  mutating func text(of record: some HandCoded) throws -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    isRefused = false
    record.write(to: &self)
    // Codable says what is wrong with it.
    return isRefused ? Array(try RecordWriter.text(of: record).utf8) : bytes
  }

  mutating func beginObject() { bytes.append(UInt8(ascii: "{")) }

  mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  mutating func beginArray() { bytes.append(UInt8(ascii: "[")) }

  mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// Before each element of an array.
  mutating func element() {
    // No value ends in an opening bracket: those of strings end in a quote.
    if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
  }

  /// - Parameter name: of letters and digits only.
  mutating func member(_ name: StaticString, _ value: some HandCoded) {
    separateMember()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    value.write(to: &self)
  }

  /// Writes nothing for nil.
  mutating func member(_ name: StaticString, _ value: (some HandCoded)?) {
    if let value { member(name, value) }
  }

  /// The same for a name that may be any text.
  mutating func member(named name: String, _ value: some HandCoded) {
    separateMember()
    string(name)
    bytes.append(UInt8(ascii: ":"))
    value.write(to: &self)
  }

  private mutating func separateMember() {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
  }

  mutating func bool(_ value: Bool) { bytes += value ? "true".utf8 : "false".utf8 }

  mutating func integer(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    guard rest >= 10 else { return bytes.append(UInt8(ascii: "0") + UInt8(rest)) }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// The shortest text that is read as this number again; nothing for one that is not finite.
  mutating func number(_ value: Double) {
    guard value.isFinite else {
      isRefused = true
      return
    }
    bytes += value.description.utf8
    // A whole number is written as one.
    if bytes.suffix(2).elementsEqual(".0".utf8) { bytes.removeLast(2) }
  }

  /// A text that `write` appends to the bytes.
  mutating func string(writing write: (inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    write(&bytes)
    if bytes[start...].contains(where: JSONEscape.isNeeded) {
      let text = String(decoding: bytes[start...], as: UTF8.self)
      bytes.removeSubrange((start - 1)...)
      return string(text)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func string(_ text: String) {
    // Without a copy of the text, of which each would be counted.
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { string($0) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { string($0) } }
  }

  private mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    if JSONEscape.isNeeded(in: utf8) {
      JSONEscape.append(utf8, to: &bytes)
    } else {
      bytes.append(contentsOf: utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
