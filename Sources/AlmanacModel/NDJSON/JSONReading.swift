/// Why bytes are no JSON text (RFC 8259).
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, for people; without the line.
  public let message: String
  /// One-based.
  public let line: Int
  /// Whether it is only nested too deeply.
  public var isTooDeep = false
  /// Which of the limits it exceeds.
  public var excess: Excess?

  public enum Excess: Hashable, Sendable {
    case items
    case values
  }

  public var description: String { "\(message), line \(line)" }

  /// The line in which a byte is, one-based.
  public static func line(of offset: Int, in bytes: some Sequence<UInt8>) -> Int {
    bytes.prefix(offset).count { $0 == 0x0A } + 1
  }
}

/// Limits of the size of a JSON text: a value in memory takes up to twenty times the bytes of its text.
public struct JSONLimits: Sendable {
  /// Values of all kinds, names of members left out.
  public var values: Int
  /// Objects in one array.
  public var items: Int

  public init(values: Int = .max, items: Int = .max) {
    self.values = values
    self.items = items
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

  /// - Parameter name: of a member of the outermost object: where it is an array, its elements are only
  ///   checked and left to be read one by one, and the array is empty.
  public init(
    parsing bytes: Span<UInt8>, holdingBack name: String? = nil,
    limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(holdingBack: name, limits: limits)
    let value = try parser.document(bytes)
    self.init(value, parser)
  }

  /// As above.
  public init(
    parsing bytes: [UInt8], holdingBack name: String? = nil,
    limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    try self.init(parsing: bytes.span, holdingBack: name, limits: limits)
  }

  /// Reads an element that was held back; the bytes are known to be UTF-8.
  public init(element range: Range<Int>, of bytes: Span<UInt8>) throws(JSONSyntaxError) {
    var parser = JSONParser(from: range.lowerBound)
    let value = try parser.value(bytes, depth: 2)
    self.init(value, parser)
  }

  private init(_ value: JSONValue, _ parser: JSONParser) {
    self.value = value
    hugeNumber = parser.hugeNumber
    halfCharacter = parser.halfCharacter
    held = parser.held
  }
}
