/// Why bytes are no JSON text (RFC 8259).
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, for people; without the line.
  public let message: String
  /// One-based.
  public let line: Int
  /// Whether it is only nested too deeply.
  public var isTooDeep = false

  public var description: String { "\(message), line \(line)" }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259) in UTF-8.
  ///
  /// Of a name that comes twice the last value counts. Arrays and objects may lie 512 deep.
  /// Bytes that are no UTF-8 become U+FFFD, like halves of surrogate pairs. Numbers beyond those of
  /// 64 bits are refused.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    let reading = try JSONReading(parsing: bytes)
    if let line = reading.hugeNumber {
      throw JSONSyntaxError(message: "a number beyond all bounds", line: line)
    }
    self = reading.value
  }
}

/// A JSON text of others, of which single values may not be usable.
public struct JSONReading: Hashable, Sendable {
  public let value: JSONValue
  /// The line of the first number beyond those of 64 bits, one-based; such numbers are read as null.
  public let hugeNumber: Int?
  /// The line of the first half of a surrogate pair, one-based; it is read as U+FFFD.
  public let halfCharacter: Int?

  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    self = try JSONParser.parse(bytes)
  }

  fileprivate init(_ value: JSONValue, hugeNumber: Int?, halfCharacter: Int?) {
    self.value = value
    self.hugeNumber = hugeNumber
    self.halfCharacter = halfCharacter
  }
}

/// Reads JSON in one pass over its bytes, so that the work is bounded by their number: Foundation's
/// decoder tries every type of every value, which takes seconds for a few hundred nested objects.
private struct JSONParser {
  /// Levels of nesting.
  private static let depth = 512

  private let bytes: [UInt8]
  private var index = 0
  /// Where the first of them begin.
  private var hugeNumber: Int?
  private var halfCharacter: Int?

  static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONReading {
    var parser = JSONParser(bytes: bytes)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.index == bytes.count else { throw parser.failure("something follows the value") }
    return JSONReading(
      value, hugeNumber: parser.hugeNumber.map(parser.line),
      halfCharacter: parser.halfCharacter.map(parser.line))
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth < Self.depth else {
      var failure = failure("nested more than \(Self.depth) levels deep")
      failure.isTooDeep = true
      throw failure
    }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default:
      for (word, value) in Self.words where bytes[index...].starts(with: word.utf8) {
        index += word.utf8.count
        return value
      }
      throw failure(index < bytes.count ? "no value" : "the document ends too soon")
    }
  }

  private static let words: [(String, JSONValue)] = [
    ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
  ]

  /// Of a name that comes twice the last value counts, as in most readers.
  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    index += 1
    skipSpace()
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw failure("no name of a member") }
      let name = try string()
      skipSpace()
      guard take(":") else { throw failure("no ':' after a name") }
      members[name] = try value(depth: depth + 1)
      skipSpace()
    } while take(",")
    guard take("}") else { throw failure("an object without end") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    var values: [JSONValue] = []
    index += 1
    skipSpace()
    if take("]") { return .array(values) }
    repeat {
      values.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw failure("an array without end") }
    return .array(values)
  }

  /// A whole number of 64 bits stays one (RFC 8259 section 6).
  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = index
    _ = take("-")
    let isZero = take("0")
    if !isZero, skipDigits() == 0 { throw failure("a sign without a number") }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard skipDigits() > 0 else { throw failure("a point without digits") }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      guard skipDigits() > 0 else { throw failure("an exponent without digits") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      hugeNumber = hugeNumber ?? start
      return .null
    }
    return .number(number)
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") { return try escaped(from: start) }
      guard bytes[index] >= 0x20 else { throw failure("a control character in a text") }
      index += 1
    }
    guard take("\"") else { throw failure("a text without end") }
    return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
  }

  /// A text with escapes (section 7); half a surrogate pair becomes U+FFFD.
  private mutating func escaped(from start: Int) throws(JSONSyntaxError) -> String {
    var output = Array(bytes[start..<index])
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      let byte = bytes[index]
      guard byte >= 0x20 else { throw failure("a control character in a text") }
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        continue
      }
      let sign = peek
      index += 1
      if sign == UInt8(ascii: "u") {
        output.append(contentsOf: UTF8.encode(try scalar()) ?? UTF8.encodedReplacementCharacter)
      } else if let meant = Self.escapes[sign] {
        output.append(meant)
      } else {
        throw failure("an unknown escape in a text")
      }
    }
    guard take("\"") else { throw failure("a text without end") }
    return String(decoding: output, as: UTF8.self)
  }

  private static let escapes: [UInt8: UInt8] = [
    0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
  ]

  private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = index
    let first = try unit()
    if 0xD800..<0xDC00 ~= first, bytes[index...].starts(with: [0x5C, 0x75]) {
      let mark = index
      index += 2
      let second = try unit()
      if 0xDC00..<0xE000 ~= second {
        let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
      }
      index = mark
    }
    guard let scalar = Unicode.Scalar(first) else {
      halfCharacter = halfCharacter ?? start
      return "\u{FFFD}"
    }
    return scalar
  }

  private mutating func unit() throws(JSONSyntaxError) -> UInt32 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isHexadecimal),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("an escape without four digits") }
    index += 4
    return value
  }

  /// White space of JSON: space, tab, line feed, return.
  private mutating func skipSpace() {
    while peek == 0x20 || peek == 0x0A || peek == 0x0D || peek == 0x09 { index += 1 }
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while peek.isDigit { index += 1 }
    return index - start
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard peek == UInt8(truncatingIfNeeded: sign.value), index < bytes.count else { return false }
    index += 1
    return true
  }

  private func failure(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(message: message, line: line(index))
  }

  /// One-based.
  private func line(_ index: Int) -> Int { bytes.prefix(index).count { $0 == 0x0A } + 1 }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  fileprivate var isHexadecimal: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20
  }
}
