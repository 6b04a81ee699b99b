import AlmanacTime

/// Decodes one record from JSON in one pass, exactly as `JSONRecordEncoder` writes it: members in their
/// order, no unknown ones, no whitespace. Throws `UnexpectedRecord` for any other text.
public struct JSONRecordDecoder {
  private let bytes: [UInt8]
  private var index = 0
  /// The zone name that was read last. The times of a record usually share it.
  private var zone: String?

  /// - Throws: `UnexpectedRecord` if the text isn't such a record or has another form.
  static func record<Record: FastJSONCodable>(
    _ type: Record.Type, from bytes: [UInt8]
  ) throws(UnexpectedRecord) -> Record {
    var input = JSONRecordDecoder(bytes)
    let record = try Record(from: &input)
    guard input.index == bytes.count else { throw UnexpectedRecord() }
    return record
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Members and elements

  mutating func beginObject() throws(UnexpectedRecord) { try expect(UInt8(ascii: "{")) }

  mutating func endObject() throws(UnexpectedRecord) { try expect(UInt8(ascii: "}")) }

  /// Whether the next byte ends an object.
  var isAtEnd: Bool { peek == UInt8(ascii: "}") }

  mutating func beginArray() throws(UnexpectedRecord) { try expect(UInt8(ascii: "[")) }

  /// Advances to the next element of an array. Returns false at its end, and consumes the bracket.
  mutating func element() throws(UnexpectedRecord) -> Bool {
    if takes(UInt8(ascii: "]")) { return false }
    if !isAfter(UInt8(ascii: "[")) { try expect(UInt8(ascii: ",")) }
    return true
  }

  mutating func member<Value: FastJSONCodable>(_ name: StaticString) throws(UnexpectedRecord)
    -> Value
  {
    guard takes(name: name) else { throw UnexpectedRecord() }
    return try Value(from: &self)
  }

  /// The value of the next member if it has this name, else nil.
  mutating func optional<Value: FastJSONCodable>(_ name: StaticString) throws(UnexpectedRecord)
    -> Value?
  {
    guard takes(name: name) else { return nil }
    return try Value(from: &self)
  }

  /// The name of the next member; nil at the end of the object, whose brace is consumed.
  mutating func memberName() throws(UnexpectedRecord) -> String? {
    if takes(UInt8(ascii: "}")) { return nil }
    if !isAfter(UInt8(ascii: "{")) { try expect(UInt8(ascii: ",")) }
    let name = try string()
    try expect(UInt8(ascii: ":"))
    return name
  }

  private var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func takes(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(UnexpectedRecord) {
    guard takes(byte) else { throw UnexpectedRecord() }
  }

  /// Whether the previous byte is this one. For an opening bracket, this means that the array or
  /// object has no element yet: no value ends in one.
  private func isAfter(_ byte: UInt8) -> Bool { index > 0 && bytes[index - 1] == byte }

  private mutating func takes(name: StaticString) -> Bool {
    // Compare in place: a comma unless it is the first member, then the name in quotes and a colon.
    var start = index
    if !isAfter(UInt8(ascii: "{")) {
      guard peek == UInt8(ascii: ",") else { return false }
      start += 1
    }
    let count = name.utf8CodeUnitCount
    guard start + count + 3 <= bytes.count, bytes[start] == UInt8(ascii: "\"") else { return false }
    for offset in 0..<count where bytes[start + 1 + offset] != name.utf8Start[offset] {
      return false
    }
    guard bytes[start + 1 + count] == UInt8(ascii: "\""),
      bytes[start + 2 + count] == UInt8(ascii: ":")
    else { return false }
    index = start + count + 3
    return true
  }

  // MARK: Values

  mutating func bool() throws(UnexpectedRecord) -> Bool {
    let isTrue = peek == UInt8(ascii: "t")
    let word: StaticString = isTrue ? "true" : "false"
    for offset in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[offset]) }
    return isTrue
  }

  mutating func integer() throws(UnexpectedRecord) -> Int {
    let isNegative = takes(UInt8(ascii: "-"))
    guard let magnitude = digits(), !isFraction, let value = Int(exactly: magnitude.value) else {
      throw UnexpectedRecord()
    }
    return isNegative ? -value : value
  }

  mutating func number() throws(UnexpectedRecord) -> Double {
    let start = index
    let isNegative = takes(UInt8(ascii: "-"))
    guard let whole = digits() else { throw UnexpectedRecord() }
    var mantissa = whole.value
    var decimals = 0
    if takes(UInt8(ascii: ".")) {
      // Up to 3 digits before the point and 15 after it fit 64 bits; the fast path then requires
      // 53.
      guard let fraction = digits(), fraction.count <= 15, whole.value < 1_000 else {
        return try longNumber(from: start)
      }
      decimals = fraction.count
      mantissa = whole.value * Self.powers[decimals] + fraction.value
    }
    // Mantissa and power are exact, so the quotient is the double nearest to the text (IEEE 754
    // rounds one division correctly).
    guard mantissa < 1 << 53, !isFraction else { return try longNumber(from: start) }
    let value = Double(mantissa) / Double(Self.powers[decimals])
    return isNegative ? -value : value
  }

  /// 10 to the powers 0 to 15.
  private static let powers: [UInt64] = (0...15).map {
    (0..<$0).reduce(1) { power, _ in power * 10 }
  }

  /// Whether the number continues with a fraction or an exponent.
  private var isFraction: Bool {
    peek == UInt8(ascii: ".") || peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E")
  }

  /// Decodes a number that the fast path can't convert exactly.
  private mutating func longNumber(from start: Int) throws(UnexpectedRecord) -> Double {
    index = start
    while true {
      switch peek {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        index += 1
      default:
        guard let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
          throw UnexpectedRecord()
        }
        return value
      }
    }
  }

  /// One or more digits, whose value must fit 64 bits; else nil.
  private mutating func digits() -> (value: UInt64, count: Int)? {
    let start = index
    var value: UInt64 = 0
    while true {
      let digit = peek &- UInt8(ascii: "0")
      guard digit < 10 else { return index > start ? (value, index - start) : nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isFarTooLarge) = product.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !isFarTooLarge else { return nil }
      value = sum
      index += 1
    }
  }

  mutating func string() throws(UnexpectedRecord) -> String {
    let text = try plain()
    index = text.upperBound + 1
    return bytes[text.upperBound] == UInt8(ascii: "\"")
      ? String(decoding: bytes[text], as: UTF8.self) : try escaped(after: text)
  }

  /// The range from after the quote to the next quote or the first escape.
  private mutating func plain() throws(UnexpectedRecord) -> Range<Int> {
    try expect(UInt8(ascii: "\""))
    var position = index
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index..<position }
      position += 1
    }
    throw UnexpectedRecord()
  }

  /// The rest of a string, from after the backslash of its first escape.
  private mutating func escaped(after start: Range<Int>) throws(UnexpectedRecord) -> String {
    var text = Array(bytes[start])
    var isEscape = true
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isEscape {
        text.append(try escape(byte))
        isEscape = false
      } else if byte == UInt8(ascii: "\"") {
        return String(decoding: text, as: UTF8.self)
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else {
        text.append(byte)
      }
    }
    throw UnexpectedRecord()
  }

  /// Decodes one escape. `\u` occurs only for the control characters of ASCII.
  private mutating func escape(_ character: UInt8) throws(UnexpectedRecord) -> UInt8 {
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return character
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "n"): return 0x0a
    case UInt8(ascii: "f"): return 0x0c
    case UInt8(ascii: "r"): return 0x0d
    case UInt8(ascii: "u"):
      let digits = bytes[index..<min(index + 4, bytes.count)]
      guard digits.count == 4,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value < 0x80
      else { throw UnexpectedRecord() }
      index += 4
      return value
    default: throw UnexpectedRecord()
    }
  }

  mutating func time() throws(UnexpectedRecord) -> CalendarTime {
    let text = try plain()
    index = text.upperBound + 1
    let isPlain = bytes[text.upperBound] == UInt8(ascii: "\"")
    if isPlain, let time = CalendarTime(writtenIn: bytes, at: text, zone: zone) {
      if case .zoned(let zoned) = time, let name = zoned.zone { zone = name }
      return time
    }
    let written = isPlain ? String(decoding: bytes[text], as: UTF8.self) : try escaped(after: text)
    guard let time = CalendarTime(written) else { throw UnexpectedRecord() }
    return time
  }

  mutating func instant() throws(UnexpectedRecord) -> Instant {
    let text = try plain()
    guard bytes[text.upperBound] == UInt8(ascii: "\""),
      let instant = Instant(writtenIn: bytes, at: text)
    else { throw UnexpectedRecord() }
    index = text.upperBound + 1
    return instant
  }
}
