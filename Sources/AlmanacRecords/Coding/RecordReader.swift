import AlmanacTime

/// Reads one record from JSON (RFC 8259) that `RecordWriter` or Foundation wrote.
///
/// One pass finds where every value lies; what is asked for is read from there. Members that nobody asks
/// for are passed over, as a newer version may have written them.
final class RecordReader {
  /// A value, where it lies in the text.
  struct Node {
    enum Kind { case null, `true`, `false`, number, string, escaped, array, object }

    var kind: Kind
    /// Of a string without its quotes.
    var start: Int
    var end: Int
    /// The node that follows this one and all within.
    var next: Int
  }

  /// The text is no JSON, or another value than the record wants.
  struct Mismatch: Error {}

  /// Levels of nesting, far more than any record has.
  private static let depth = 64

  private let bytes: [UInt8]
  private(set) var nodes: [Node] = []
  private var index = 0

  static func record<Record: Decodable>(_ type: Record.Type, from text: String) throws -> Record {
    let reader = RecordReader(Array(text.utf8))
    try reader.scan(depth: 0)
    reader.skipSpace()
    guard reader.index == reader.bytes.count else { throw Mismatch() }
    return try Record(from: RecordPart(reader: reader, node: 0))
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    nodes.reserveCapacity(bytes.count / 8)
  }

  // MARK: Finding values

  private var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func skipSpace() {
    while [0x20, 0x09, 0x0a, 0x0d].contains(peek) { index += 1 }
  }

  private func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private func scan(depth: Int) throws {
    guard depth < Self.depth else { throw Mismatch() }
    if peek <= 0x20 { skipSpace() }
    let node = nodes.count
    switch peek {
    case UInt8(ascii: "\""): try scanString()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = peek == UInt8(ascii: "{")
      nodes.append(Node(kind: isObject ? .object : .array, start: index, end: index, next: node))
      index += 1
      try scanMembers(isObject: isObject, depth: depth + 1)
    case UInt8(ascii: "t"): try scanWord("true", .true)
    case UInt8(ascii: "f"): try scanWord("false", .false)
    case UInt8(ascii: "n"): try scanWord("null", .null)
    default: try scanNumber()
    }
    nodes[node].end =
      nodes[node].kind == .string || nodes[node].kind == .escaped ? index - 1 : index
    nodes[node].next = nodes.count
  }

  private func scanMembers(isObject: Bool, depth: Int) throws {
    let close = UInt8(ascii: isObject ? "}" : "]")
    if peek <= 0x20 { skipSpace() }
    if take(close) { return }
    repeat {
      if isObject {
        if peek <= 0x20 { skipSpace() }
        let name = nodes.count
        try scanString()
        nodes[name].end = index - 1
        nodes[name].next = nodes.count
        if peek <= 0x20 { skipSpace() }
        guard take(UInt8(ascii: ":")) else { throw Mismatch() }
      }
      try scan(depth: depth)
      if peek <= 0x20 { skipSpace() }
    } while take(UInt8(ascii: ","))
    guard take(close) else { throw Mismatch() }
  }

  private func scanString() throws {
    guard take(UInt8(ascii: "\"")) else { throw Mismatch() }
    let node = nodes.count
    nodes.append(Node(kind: .string, start: index, end: index, next: node + 1))
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") {
        nodes[node].kind = .escaped
        index += 1
      }
      index += 1
    }
    guard take(UInt8(ascii: "\"")) else { throw Mismatch() }
  }

  private func scanWord(_ word: StaticString, _ kind: Node.Kind) throws {
    nodes.append(Node(kind: kind, start: index, end: index, next: 0))
    for offset in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[offset]) else { throw Mismatch() }
    }
  }

  private func scanNumber() throws {
    let start = index
    nodes.append(Node(kind: .number, start: start, end: start, next: 0))
    while true {
      switch peek {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        index += 1
      default:
        guard index > start else { throw Mismatch() }
        return
      }
    }
  }

  // MARK: Reading values

  /// The node of a member; nil where there is none.
  func member(_ name: String, of object: Int) -> Int? {
    name.withUTF8Bytes { wanted in
      var node = object + 1
      let end = nodes[object].next
      while node < end {
        let key = nodes[node]
        if isName(key, wanted) { return node + 1 }
        node = nodes[node + 1].next
      }
      return nil
    }
  }

  private func isName(_ node: Node, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    guard node.kind == .string else {
      // Keys of a dictionary may be any text.
      return (try? unescaped(node))?.utf8.elementsEqual(wanted) ?? false
    }
    guard node.end - node.start == wanted.count else { return false }
    for offset in 0..<wanted.count where bytes[node.start + offset] != wanted[offset] {
      return false
    }
    return true
  }

  func isNull(_ node: Int) -> Bool { nodes[node].kind == .null }

  func bool(_ node: Int) throws -> Bool {
    switch nodes[node].kind {
    case .true: true
    case .false: false
    default: throw Mismatch()
    }
  }

  func string(_ node: Int) throws -> String {
    let found = nodes[node]
    switch found.kind {
    case .string: return String(decoding: bytes[found.start..<found.end], as: UTF8.self)
    case .escaped: return try unescaped(found)
    default: throw Mismatch()
    }
  }

  func integer<Value: FixedWidthInteger>(_ node: Int) throws -> Value {
    let found = nodes[node]
    guard found.kind == .number else { throw Mismatch() }
    let isNegative = bytes[found.start] == UInt8(ascii: "-")
    var value: Value = 0
    for index in found.start + (isNegative ? 1 : 0)..<found.end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { throw Mismatch() }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isFarTooLarge) =
        isNegative
        ? product.subtractingReportingOverflow(Value(digit))
        : product.addingReportingOverflow(Value(digit))
      guard !isTooLarge, !isFarTooLarge else { throw Mismatch() }
      value = sum
    }
    return value
  }

  func number(_ node: Int) throws -> Double {
    let found = nodes[node]
    guard found.kind == .number,
      let value = Double(String(decoding: bytes[found.start..<found.end], as: UTF8.self))
    else { throw Mismatch() }
    return value
  }

  private func unescaped(_ node: Node) throws -> String {
    var text: [UInt8] = []
    text.reserveCapacity(node.end - node.start)
    var index = node.start
    while index < node.end {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      let sign = bytes[index]
      index += 1
      switch sign {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0c)
      case UInt8(ascii: "n"): text.append(0x0a)
      case UInt8(ascii: "r"): text.append(0x0d)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"): text += try Character(character(at: &index, before: node.end)).utf8
      default: text.append(sign)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The character of `\uXXXX`, or of two of them (RFC 8259 section 7).
  private func character(at index: inout Int, before end: Int) throws -> Unicode.Scalar {
    let first = try unit(at: &index, before: end)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard index + 1 < end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { throw Mismatch() }
    index += 2
    let second = try unit(at: &index, before: end)
    guard (0xd800..<0xdc00).contains(first), (0xdc00..<0xe000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { throw Mismatch() }
    return scalar
  }

  private func unit(at index: inout Int, before end: Int) throws -> UInt32 {
    guard index + 4 <= end,
      let unit = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw Mismatch() }
    index += 4
    return unit
  }
}
