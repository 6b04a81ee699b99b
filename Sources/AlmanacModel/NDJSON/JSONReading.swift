/// Why bytes are no JSON text (RFC 8259).
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, for people; without the line.
  public let message: String
  /// One-based.
  public let line: Int
  /// Whether it is only nested too deeply.
  public var isTooDeep = false

  public var description: String { "\(message), line \(line)" }

  /// The line in which a byte is, one-based.
  public static func line(of offset: Int, in bytes: some Sequence<UInt8>) -> Int {
    bytes.prefix(offset).count { $0 == 0x0A } + 1
  }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259) in UTF-8.
  ///
  /// Of a name that comes twice the last value counts. Arrays and objects may lie 512 deep.
  /// Bytes that are no UTF-8 become U+FFFD, like halves of surrogate pairs. Numbers beyond those of
  /// 64 bits are refused.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    let reading = try JSONReading(parsing: bytes)
    if let offset = reading.hugeNumber {
      throw JSONSyntaxError(
        message: "a number beyond all bounds", line: JSONSyntaxError.line(of: offset, in: bytes))
    }
    self = reading.value
  }
}

/// A JSON text of others, of which single values may not be usable.
public struct JSONReading: Hashable, Sendable {
  public let value: JSONValue
  /// Where the first number beyond those of 64 bits is; such numbers are read as null.
  public let hugeNumber: Int?
  /// Where the first half of a surrogate pair is; it is read as U+FFFD.
  public let halfCharacter: Int?
  /// Where the elements are that were checked, but not read.
  public let held: [Range<Int>]

  /// - Parameters:
  ///   - isChecked: whether the bytes are known to be UTF-8; else those that are not become U+FFFD.
  ///   - name: of a member of the outermost object: where it is an array, its elements are only
  ///     checked and left to be read one by one, and the array is empty.
  ///   - passed: is told from time to time how many bytes were read.
  public init(
    parsing bytes: Span<UInt8>, isChecked: Bool = false, holdingBack name: String? = nil,
    passed: @escaping (Int) -> Void = { _ in }
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(isChecked: isChecked, holdingBack: name, passed: passed)
    let value = try parser.document(bytes)
    self.init(value, parser)
  }

  /// As above.
  public init(
    parsing bytes: [UInt8], isChecked: Bool = false, holdingBack name: String? = nil
  ) throws(JSONSyntaxError) {
    try self.init(parsing: bytes.span, isChecked: isChecked, holdingBack: name)
  }

  private init(_ value: JSONValue, _ parser: JSONParser) {
    self.value = value
    hugeNumber = parser.hugeNumber
    halfCharacter = parser.halfCharacter
    held = parser.held
  }
}

/// A member of an object.
public struct JSONMember: Hashable, Sendable {
  public let name: String
  public let value: JSONValue
}

/// An element that was held back.
public struct JSONElement: Hashable, Sendable {
  /// The members of an object as they stand in the text, where names may come twice; nil where it is
  /// another value.
  public let members: [JSONMember]?
  /// As `JSONReading` has it.
  public let hugeNumber: Int?
  /// As `JSONReading` has it.
  public let halfCharacter: Int?
  private let other: JSONValue

  /// - Parameter isChecked: as `JSONReading` has it.
  public init(
    _ range: Range<Int>, of bytes: Span<UInt8>, isChecked: Bool = false
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(isChecked: isChecked, from: range.lowerBound)
    members = try parser.members(bytes, depth: 2)
    other = try members == nil ? parser.value(bytes, depth: 2) : .null
    hugeNumber = parser.hugeNumber
    halfCharacter = parser.halfCharacter
  }

  /// Of a name that comes twice the last value counts.
  public var value: JSONValue {
    guard let members else { return other }
    return .object(Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
  }
}
