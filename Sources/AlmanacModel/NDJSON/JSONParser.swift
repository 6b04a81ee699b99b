/// A recursive-descent JSON parser that reads each byte once.
///
/// Foundation's decoder is no alternative: decoding an enum such as `JSONValue` tries every case at
/// every level, which takes seconds for a few hundred nested objects.
///
/// - Complexity: O(bytes).
struct JSONParser {
  /// Maximum levels of nesting.
  private static let depth = 512

  private var index: Int
  private let deferredName: String?
  private let limits: JSONLimits
  /// Values of all kinds so far; names of members do not count.
  private var values = 0
  /// Buffer for a string with escapes.
  private var output: [UInt8] = []
  /// Whether values are checked but not built.
  private var isSkipping = false
  private(set) var hugeNumber: Int?
  private(set) var halfCharacter: Int?
  private(set) var deferred: [Range<Int>] = []

  init(
    deferring name: String? = nil, from index: Int = 0,
    limits: JSONLimits = JSONLimits()
  ) {
    self.index = index
    self.limits = limits
    deferredName = name
  }

  mutating func document(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    let value = try value(bytes, depth: 0)
    skipSpace(bytes)
    guard index == bytes.count else { throw failure("content after the value", bytes) }
    return value
  }

  mutating func value(_ bytes: Span<UInt8>, depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth < Self.depth else {
      var failure = failure("nested more than \(Self.depth) levels deep", bytes)
      failure.isTooDeep = true
      throw failure
    }
    values += 1
    guard values <= limits.values else { throw excess(.values, bytes) }
    skipSpace(bytes)
    switch peek(bytes) {
    case UInt8(ascii: "{"): return try object(bytes, depth: depth)
    case UInt8(ascii: "["): return try array(bytes, depth: depth)
    case UInt8(ascii: "\""): return .string(try string(bytes))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number(bytes)
    default: return try word(bytes)
    }
  }

  private mutating func word(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    if take("true", bytes) { return .bool(true) }
    if take("false", bytes) { return .bool(false) }
    if take("null", bytes) { return .null }
    throw failure(index < bytes.count ? "no value" : "the document is truncated", bytes)
  }

  /// If a name occurs twice, the last value counts, as in most parsers.
  private mutating func object(
    _ bytes: Span<UInt8>, depth: Int
  ) throws(JSONSyntaxError) -> JSONValue {
    // Avoids rehashing for objects of up to eight members.
    var members = [String: JSONValue](minimumCapacity: isSkipping ? 0 : 8)
    index += 1
    skipSpace(bytes)
    if take("}", bytes) { return .object(members) }
    repeat {
      skipSpace(bytes)
      guard peek(bytes) == UInt8(ascii: "\"") else {
        throw failure("a member without a name", bytes)
      }
      let name = try string(bytes)
      skipSpace(bytes)
      guard take(":", bytes) else { throw failure("no ':' after a name", bytes) }
      if depth == 0, name == deferredName { deferred = [] }
      let isDeferred = depth == 0 && name == deferredName && next(bytes) == UInt8(ascii: "[")
      let value =
        try isDeferred ? deferredArray(bytes) : value(bytes, depth: depth + 1)
      if !isSkipping { members[name] = value }
      skipSpace(bytes)
    } while take(",", bytes)
    guard take("}", bytes) else { throw failure("an unclosed object", bytes) }
    return .object(members)
  }

  private mutating func array(
    _ bytes: Span<UInt8>, depth: Int, isDeferred: Bool = false
  ) throws(JSONSyntaxError) -> JSONValue {
    var values: [JSONValue] = []
    index += 1
    skipSpace(bytes)
    if take("]", bytes) { return .array(values) }
    var objects = 0
    repeat {
      try count(&objects, bytes)
      let start = index
      let value = try value(bytes, depth: depth + 1)
      if isDeferred {
        deferred.append(start..<index)
      } else if !isSkipping {
        values.append(value)
      }
      skipSpace(bytes)
    } while take(",", bytes)
    guard take("]", bytes) else { throw failure("an unclosed array", bytes) }
    return .array(values)
  }

  /// Checks the elements of an array of the outermost object, and records their ranges.
  private mutating func deferredArray(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    isSkipping = true
    defer { isSkipping = false }
    return try array(bytes, depth: 1, isDeferred: true)
  }

  /// Increments the count if the next element of an array is an object.
  private mutating func count(
    _ objects: inout Int, _ bytes: Span<UInt8>
  ) throws(JSONSyntaxError) {
    if next(bytes) == UInt8(ascii: "{") { objects += 1 }
    guard objects <= limits.items else { throw excess(.items, bytes) }
  }

  /// Reads a number (RFC 8259 section 6): `.integer` if it is written as one and fits 64 bits.
  private mutating func number(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    let start = index
    _ = take("-", bytes)
    let isZero = take("0", bytes)
    if !isZero, skipDigits(bytes) == 0 { throw failure("a sign without a number", bytes) }
    var isWhole = true
    if take(".", bytes) {
      isWhole = false
      guard skipDigits(bytes) > 0 else { throw failure("a point without digits", bytes) }
    }
    if take("e", bytes) || take("E", bytes) {
      isWhole = false
      if !take("+", bytes) { _ = take("-", bytes) }
      guard skipDigits(bytes) > 0 else { throw failure("an exponent without digits", bytes) }
    }
    if isSkipping { return .null }
    let text = text(bytes, start..<index)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      hugeNumber = hugeNumber ?? start
      return .null
    }
    return .number(number)
  }

  /// Reads a string; returns an empty one while skipping.
  private mutating func string(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> String {
    index += 1
    let start = index
    skipPlain(bytes)
    guard peek(bytes) == UInt8(ascii: "\""), index < bytes.count else {
      return try escaped(bytes, from: start)
    }
    index += 1
    return isSkipping ? "" : text(bytes, start..<index - 1)
  }

  /// Reads a string with escapes (RFC 8259 section 7). An unpaired surrogate becomes U+FFFD.
  private mutating func escaped(
    _ bytes: Span<UInt8>, from start: Int
  ) throws(JSONSyntaxError) -> String {
    output.removeAll(keepingCapacity: true)
    append(bytes, start..<index)
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] == UInt8(ascii: "\\") else {
        throw failure("a control character in a string", bytes)
      }
      index += 1
      let letter = peek(bytes)
      index += 1
      if letter == UInt8(ascii: "u") {
        let scalar = try scalar(bytes)
        if !isSkipping {
          output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      } else if let byte = Self.byte(ofEscape: letter) {
        output.append(byte)
      } else {
        throw failure("an unknown escape in a string", bytes)
      }
      let rest = index
      skipPlain(bytes)
      append(bytes, rest..<index)
    }
    guard take("\"", bytes) else { throw failure("an unclosed string", bytes) }
    return isSkipping ? "" : StreamSafeText.bounded(String(decoding: output, as: UTF8.self))
  }

  /// Advances to the next quotation mark, backslash or control character.
  private mutating func skipPlain(_ bytes: Span<UInt8>) {
    var end = index
    while end < bytes.count {
      let byte = bytes[end]
      guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
      end += 1
    }
    index = end
  }

  private mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard !isSkipping else { return }
    unsafe bytes.extracting(range).withUnsafeBufferPointer {
      unsafe output.append(contentsOf: $0)
    }
  }

  /// Decodes a range, replacing invalid UTF-8 by U+FFFD.
  ///
  /// - Parameter range: Ends between characters, because the bytes around it are ASCII.
  private func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    do throws(UTF8.ValidationError) {
      let text = try UTF8Span(validating: bytes.extracting(range))
      return StreamSafeText.bounded(String(copying: text))
    } catch {
      return StreamSafeText.bounded(String(decoding: range.map { bytes[$0] }, as: UTF8.self))
    }
  }

  private static func byte(ofEscape letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Reads the digits of `\uXXXX` and, after a high surrogate, those of the low one.
  private mutating func scalar(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = index
    let first = try unit(bytes)
    if 0xD800..<0xDC00 ~= first, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    {
      let end = index
      index += 2
      let second = try unit(bytes)
      if 0xDC00..<0xE000 ~= second {
        let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
      }
      // Not a pair: the second escape is read on its own.
      index = end
    }
    guard let scalar = Unicode.Scalar(first) else {
      if !isSkipping { halfCharacter = halfCharacter ?? start }
      return "\u{FFFD}"
    }
    return scalar
  }

  /// Reads four hexadecimal digits.
  private mutating func unit(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for offset in index..<index + 4 {
      guard offset < bytes.count, let digit = bytes[offset].hexadecimal else {
        throw failure("an escape without four digits", bytes)
      }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  private func peek(_ bytes: Span<UInt8>) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Skips white space and returns the next byte; 0 at the end.
  private mutating func next(_ bytes: Span<UInt8>) -> UInt8 {
    skipSpace(bytes)
    return peek(bytes)
  }

  /// Skips white space (RFC 8259 section 2).
  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      index += 1
    }
  }

  private mutating func skipDigits(_ bytes: Span<UInt8>) -> Int {
    let start = index
    while index < bytes.count, bytes[index].isDigit { index += 1 }
    return index - start
  }

  private mutating func take(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count {
      guard unsafe bytes[index + offset] == word.utf8Start[offset] else { return false }
    }
    index += count
    return true
  }

  private func excess(_ excess: JSONSyntaxError.Excess, _ bytes: Span<UInt8>) -> JSONSyntaxError {
    var failure = failure("more values than allowed", bytes)
    failure.excess = excess
    return failure
  }

  private func failure(_ message: String, _ bytes: Span<UInt8>) -> JSONSyntaxError {
    var line = 1
    for offset in 0..<min(index, bytes.count) where bytes[offset] == 0x0A { line += 1 }
    return JSONSyntaxError(message: message, line: line)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// The value of a hexadecimal digit.
  fileprivate var hexadecimal: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
