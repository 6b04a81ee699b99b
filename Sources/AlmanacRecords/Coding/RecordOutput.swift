import AlmanacTime

/// Writes one record as JSON (RFC 8259) in one pass: the members come in the order in which they are
/// written.
public struct RecordOutput: ~Copyable {
  private var room = ByteRoom()
  /// The text of a value that writes itself.
  private var scratch: [UInt8] = []
  /// Whether there was a number that JSON does not have.
  private var isRefused = false
  /// Where a member that was left out would stand in the text, with the comma before it.
  private(set) var gap: Int?

  public init() {}

  /// The text of a record.
  ///
  /// - Throws: `EncodingError` for a number that JSON does not have.
  public mutating func text(of record: some HandCoded) throws -> [UInt8] {
    guard write(record) else {
      throw EncodingError.invalidValue(
        record, .init(codingPath: [], debugDescription: "it has a number that is not finite"))
    }
    return Array(bytes)
  }

  /// Writes a record in the place of the one before.
  ///
  /// - Returns: false where it holds a number that JSON does not have.
  mutating func write(_ record: some HandCoded) -> Bool {
    room.removeAll()
    isRefused = false
    gap = nil
    record.write(to: &self)
    return !isRefused
  }

  /// The text of the record that was written last, until another one is.
  var bytes: UnsafeBufferPointer<UInt8> { room.bytes }

  /// A language as the member of an object, with the comma before it.
  static func language(_ language: String) -> [UInt8] {
    var output = RecordOutput()
    // Behind another member.
    output.endObject()
    output.member("language", language)
    return Array(output.room.bytes.dropFirst())
  }

  mutating func beginObject() { room.append(UInt8(ascii: "{")) }

  mutating func endObject() { room.append(UInt8(ascii: "}")) }

  mutating func beginArray() { room.append(UInt8(ascii: "[")) }

  mutating func endArray() { room.append(UInt8(ascii: "]")) }

  /// Before each element of an array.
  mutating func element() {
    // No value ends in an opening bracket: those of strings end in a quote.
    if room.last != UInt8(ascii: "[") { room.append(UInt8(ascii: ",")) }
  }

  /// - Parameter name: of letters and digits only. Known where this is called, it is a store or two.
  @inline(__always)
  mutating func member(_ name: StaticString, _ value: some HandCoded) {
    begin(member: name)
    value.write(to: &self)
  }

  /// Writes the name, with the comma before it, at once.
  @inline(__always)
  private mutating func begin(member name: StaticString) {
    let length = name.utf8CodeUnitCount
    let isFirst = room.last == UInt8(ascii: "{")
    let target = room.reserve(length &+ 4)
    if !isFirst { target.storeBytes(of: UInt8(ascii: ","), as: UInt8.self) }
    let start = target + (isFirst ? 0 : 1)
    start.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    (start + 1).copyMemory(from: name.utf8Start, byteCount: length)
    start.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length &+ 1, as: UInt8.self)
    start.storeBytes(of: UInt8(ascii: ":"), toByteOffset: length &+ 2, as: UInt8.self)
    room.take(length &+ (isFirst ? 3 : 4))
  }

  /// Notes the place of a member that is left out.
  mutating func noteGap() { gap = room.count }

  /// The same for a name that may be any text.
  mutating func member(named name: String, _ value: some HandCoded) {
    if room.last != UInt8(ascii: "{") { room.append(UInt8(ascii: ",")) }
    string(name)
    room.append(UInt8(ascii: ":"))
    value.write(to: &self)
  }

  mutating func bool(_ value: Bool) { room.append(ascii: value ? "true" : "false") }

  mutating func integer(_ value: Int) { room.append(ascii: String(value)) }

  /// The shortest text that is read as this number again; nothing for one that is not finite.
  mutating func number(_ value: Double) {
    guard value.isFinite else {
      isRefused = true
      return
    }
    let text = value.description
    // A whole number is written as one.
    room.append(ascii: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  mutating func time(_ time: CalendarTime) { string { time.append(to: &$0) } }

  /// A text that `write` appends to the bytes.
  mutating func string(writing write: (inout [UInt8]) -> Void) {
    scratch.removeAll(keepingCapacity: true)
    write(&scratch)
    scratch.withUnsafeBufferPointer { string($0) }
  }

  mutating func string(_ text: String) { text.withUTF8Bytes { string($0) } }

  private mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
    room.append(UInt8(ascii: "\""))
    JSONEscape.append(utf8, to: &room)
    room.append(UInt8(ascii: "\""))
  }
}
