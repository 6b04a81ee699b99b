/// An error in a JSON text (RFC 8259), or an exceeded limit.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// For people; without the line.
  public let message: String
  /// One-based.
  public let line: Int
  /// Whether the only error is the depth of nesting.
  public var isTooDeep = false
  /// The exceeded limit of `JSONLimits`.
  public var excess: Excess?

  public enum Excess: Hashable, Sendable {
    case items
    case values
  }

  public var description: String { "\(message), line \(line)" }

  /// The one-based line of a byte.
  public static func line(of offset: Int, in bytes: some Sequence<UInt8>) -> Int {
    bytes.prefix(offset).count { $0 == 0x0A } + 1
  }
}

/// Limits for a JSON text, because its value takes up to twenty times as many bytes in memory.
public struct JSONLimits: Sendable {
  /// Values of all kinds; names of members do not count.
  public var values: Int
  /// Objects in one array.
  public var items: Int

  public init(values: Int = .max, items: Int = .max) {
    self.values = values
    self.items = items
  }
}

extension JSONValue {
  /// Parses one JSON text (RFC 8259) in UTF-8.
  ///
  /// If a name occurs twice, the last value counts. Arrays and objects may be nested 512 deep.
  /// Invalid UTF-8 and unpaired surrogates become U+FFFD. Numbers beyond the range of `Double` are
  /// errors.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    let reading = try JSONReading(parsing: bytes)
    if let offset = reading.hugeNumber {
      throw JSONSyntaxError(
        message: "a number out of range", line: JSONSyntaxError.line(of: offset, in: bytes))
    }
    self = reading.value
  }
}

/// A tolerantly parsed JSON text: invalid values are replaced, and their positions are recorded.
public struct JSONReading: Hashable, Sendable {
  public let value: JSONValue
  /// Byte offset of the first number beyond the range of `Double`; such numbers become null.
  public let hugeNumber: Int?
  /// Byte offset of the first unpaired surrogate; such surrogates become U+FFFD.
  public let halfCharacter: Int?
  public let deferred: [Range<Int>]

  /// - Parameter name: A member of the outermost object. If it is an array, its elements are
  ///   checked but not built, so that the caller can read them one by one; `value` has an empty
  ///   array.
  public init(
    parsing bytes: Span<UInt8>, deferring name: String? = nil,
    limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(deferring: name, limits: limits)
    let value = try parser.document(bytes)
    self.init(value, parser)
  }

  public init(
    parsing bytes: [UInt8], deferring name: String? = nil,
    limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    try self.init(parsing: bytes.span, deferring: name, limits: limits)
  }

  /// Parses a deferred element.
  public init(element range: Range<Int>, of bytes: Span<UInt8>) throws(JSONSyntaxError) {
    var parser = JSONParser(from: range.lowerBound)
    let value = try parser.value(bytes, depth: 2)
    self.init(value, parser)
  }

  private init(_ value: JSONValue, _ parser: JSONParser) {
    self.value = value
    hugeNumber = parser.hugeNumber
    halfCharacter = parser.halfCharacter
    deferred = parser.deferred
  }
}
