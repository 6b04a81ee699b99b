import AlmanacTime

/// Writes JSON (RFC 8259) as bytes, with members in the order of the calls.
///
/// Equal calls give equal bytes, unlike with `JSONEncoder`, and take a tenth of its time. The
/// writer inserts commas, and omits members that are nil or an empty list.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A text as a JSON string.
  public static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return json.text
  }

  /// Removes the bytes but keeps the capacity, for writing a file in chunks.
  public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Ends a line; inside an array or object, the comma precedes the line feed.
  public mutating func newline() {
    if needsComma {
      bytes.append(UInt8(ascii: ","))
      needsComma = false
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Ends a record of NDJSON: no comma separates it from the next one.
  public mutating func endLine() {
    needsComma = false
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends a line feed for readability.
  public mutating func lineBreak() { bytes.append(UInt8(ascii: "\n")) }

  public mutating func key(_ name: String) {
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func string(_ value: String) {
    quote(value)
    needsComma = true
  }

  public mutating func integer(_ value: some BinaryInteger) {
    // The generic conversion takes five times as long.
    raw(Int(exactly: value)?.description ?? String(value))
  }

  public mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

  public mutating func null() { raw("null") }

  /// Writes the shortest text that reads back as the same value; null if it is not finite.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    if value == value.rounded(), abs(value) < 1e15 {
      integer(Int64(value))
    } else {
      raw(value.description)
    }
  }

  /// Rounds to at most `decimals` digits after the point; trailing zeros are omitted.
  public mutating func number(_ value: Double, decimals: Int) {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    number((value * scale).rounded() / scale)
  }

  /// Writes a value that is JSON already.
  public mutating func raw(_ json: String) {
    separate()
    unsafe json.withUTF8Bytes { unsafe bytes.append(contentsOf: $0) }
    needsComma = true
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func quote(_ value: String) {
    separate()
    // Fast path: most texts need no escapes.
    guard unsafe !value.withUTF8Bytes({ unsafe copy($0) }) else { return }
    bytes.append(UInt8(ascii: "\""))
    escape(value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the quoted text if it needs no escapes; otherwise appends nothing and returns false.
  private mutating func copy(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard unsafe !text.contains(where: Self.needsEscape) else { return false }
    bytes.append(UInt8(ascii: "\""))
    unsafe bytes.append(contentsOf: text)
    bytes.append(UInt8(ascii: "\""))
    return true
  }

  private mutating func escape(_ value: String) {
    let text = Array(value.utf8)
    var start = 0
    for index in text.indices where Self.needsEscape(text[index]) {
      bytes.append(contentsOf: text[start..<index])
      appendEscape(of: text[index])
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0..<0x20, 0x7f:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }
}

extension JSONWriter {
  public mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  public mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    integer(value)
  }

  public mutating func member(_ name: String, _ value: Double?) {
    guard let value else { return }
    key(name)
    number(value)
  }

  public mutating func member(_ name: String, _ value: Bool?) {
    guard let value else { return }
    key(name)
    boolean(value)
  }

  public mutating func member(_ name: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    key(name)
    beginArray()
    for value in values { string(value) }
    endArray()
  }

  /// Writes an object as a member.
  @inlinable public mutating func object(
    _ name: String, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    key(name)
    beginObject()
    try body(&self)
    endObject()
  }

  /// Writes an array as a member.
  @inlinable public mutating func array(_ name: String, _ body: (inout JSONWriter) throws -> Void)
    rethrows
  {
    key(name)
    beginArray()
    try body(&self)
    endArray()
  }

  /// Writes an array of objects as a member.
  ///
  /// - Parameter onLines: Whether each object begins a line.
  @inlinable public mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>, onLines: Bool = false,
    _ body: (Element, inout JSONWriter) throws -> Void
  ) rethrows {
    try array(name) { json in
      for element in elements {
        if onLines { json.newline() }
        json.beginObject()
        try body(element, &json)
        json.endObject()
      }
    }
  }
}
