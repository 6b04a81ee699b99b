import AlmanacTime

/// Encodes one record as JSON (RFC 8259) in one pass. Members appear in the order of the calls.
public struct JSONRecordEncoder: ~Copyable {
  private var buffer = ByteBuffer()
  /// A buffer for values that append their own text.
  private var scratch: [UInt8] = []
  /// Whether a number was not finite, which JSON can't represent.
  private var isRefused = false

  public init() {}

  /// The JSON of a record.
  ///
  /// - Throws: `EncodingError` for a number that isn't finite.
  public mutating func text(of record: some FastJSONCodable) throws -> [UInt8] {
    buffer.removeAll()
    isRefused = false
    record.write(to: &self)
    guard !isRefused else {
      throw EncodingError.invalidValue(
        record, .init(codingPath: [], debugDescription: "it has a number that is not finite"))
    }
    return Array(buffer.bytes)
  }

  mutating func beginObject() { buffer.append(UInt8(ascii: "{")) }

  mutating func endObject() { buffer.append(UInt8(ascii: "}")) }

  mutating func beginArray() { buffer.append(UInt8(ascii: "[")) }

  mutating func endArray() { buffer.append(UInt8(ascii: "]")) }

  /// Call it before each element of an array.
  mutating func element() {
    // No value ends in an opening bracket: strings end in a quote.
    if buffer.last != UInt8(ascii: "[") { buffer.append(UInt8(ascii: ",")) }
  }

  /// Writes a member. Inlined, so that a constant name becomes one or two stores.
  ///
  /// - Parameter name: Only letters and digits; it isn't escaped.
  @inline(__always)
  mutating func member(_ name: StaticString, _ value: some FastJSONCodable) {
    begin(member: name)
    value.write(to: &self)
  }

  /// Writes the comma, the name and the colon into reserved capacity.
  @inline(__always)
  private mutating func begin(member name: StaticString) {
    let length = name.utf8CodeUnitCount
    let isFirst = buffer.last == UInt8(ascii: "{")
    let target = buffer.reserve(length &+ 4)
    if !isFirst { target.storeBytes(of: UInt8(ascii: ","), as: UInt8.self) }
    let start = target + (isFirst ? 0 : 1)
    start.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    (start + 1).copyMemory(from: name.utf8Start, byteCount: length)
    start.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length &+ 1, as: UInt8.self)
    start.storeBytes(of: UInt8(ascii: ":"), toByteOffset: length &+ 2, as: UInt8.self)
    buffer.advance(by: length &+ (isFirst ? 3 : 4))
  }

  /// Writes a member whose name may be any text.
  mutating func member(named name: String, _ value: some FastJSONCodable) {
    if buffer.last != UInt8(ascii: "{") { buffer.append(UInt8(ascii: ",")) }
    string(name)
    buffer.append(UInt8(ascii: ":"))
    value.write(to: &self)
  }

  mutating func bool(_ value: Bool) { buffer.append(ascii: value ? "true" : "false") }

  mutating func integer(_ value: Int) { buffer.append(ascii: String(value)) }

  /// Writes the shortest text that decodes to the same number; nothing for one that isn't finite.
  mutating func number(_ value: Double) {
    guard value.isFinite else {
      isRefused = true
      return
    }
    let text = value.description
    // 3.0 is written as 3.
    buffer.append(ascii: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  mutating func time(_ time: CalendarTime) { string { time.append(to: &$0) } }

  /// Writes a string whose bytes a closure appends.
  mutating func string(writing write: (inout [UInt8]) -> Void) {
    scratch.removeAll(keepingCapacity: true)
    write(&scratch)
    scratch.withUnsafeBufferPointer { string($0) }
  }

  mutating func string(_ text: String) { text.withUTF8Bytes { string($0) } }

  private mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
    buffer.append(UInt8(ascii: "\""))
    JSONEscape.append(utf8, to: &buffer)
    buffer.append(UInt8(ascii: "\""))
  }
}
