/// A record with its own JSON encoder and decoder, which take a quarter of the time of `Codable`. A
/// workspace contains millions of records.
///
/// `Codable` can read the output; a test checks this for every property of every such record.
public protocol FastJSONCodable: Codable {
  /// Writes one JSON value. Members of an object are sorted by the bytes of their names; nil
  /// members are omitted.
  func write(to output: inout JSONRecordEncoder)

  /// Reads the output of `write(to:)`.
  ///
  /// - Throws: `UnexpectedRecord`, also for equivalent JSON in another form.
  init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord)
}

/// The JSON is not what the encoder writes for this type.
public struct UnexpectedRecord: Error {
  public init() {}
}

/// A record that lists its members once, for both encoding and decoding.
public protocol JSONMemberCodable: FastJSONCodable {
  /// An instance to decode the members into.
  static var blank: Self { get throws(UnexpectedRecord) }

  /// Encodes or decodes all members, sorted by the bytes of their names.
  mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord)
}

/// Encodes the values of members, or decodes into them.
public protocol JSONMemberCoder {
  /// A member that is always present.
  mutating func member<Value: FastJSONCodable>(
    _ name: StaticString, _ value: inout Value
  ) throws(UnexpectedRecord)

  /// A member that is omitted if nil.
  mutating func member<Value: FastJSONCodable>(
    _ name: StaticString, _ value: inout Value?
  ) throws(UnexpectedRecord)
}

extension JSONMemberCodable {
  public func write(to output: inout JSONRecordEncoder) {
    output.beginObject()
    var record = self
    // JSONRecordEncoder's member functions never throw.
    try? record.code(with: &output)
    output.endObject()
  }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    self = try Self.blank
    try input.beginObject()
    try code(with: &input)
    try input.endObject()
  }
}

extension JSONRecordEncoder: JSONMemberCoder {
  public mutating func member<Value: FastJSONCodable>(_ name: StaticString, _ value: inout Value) {
    member(name.description, value as Value)
  }

  public mutating func member<Value: FastJSONCodable>(_ name: StaticString, _ value: inout Value?) {
    if let value { member(name.description, value) }
  }
}

extension JSONRecordDecoder: JSONMemberCoder {
  public mutating func member<Value: FastJSONCodable>(
    _ name: StaticString, _ value: inout Value
  ) throws(UnexpectedRecord) {
    value = try member(name)
  }

  public mutating func member<Value: FastJSONCodable>(
    _ name: StaticString, _ value: inout Value?
  ) throws(UnexpectedRecord) {
    value = try optional(name)
  }
}

extension String: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) { output.string(self) }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    self = try input.string()
  }
}

extension Int: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) { output.integer(self) }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    self = try input.integer()
  }
}

extension Double: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) { output.number(self) }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    self = try input.number()
  }
}

extension Bool: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) { output.bool(self) }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    self = try input.bool()
  }
}

extension Array: FastJSONCodable where Element: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) {
    output.beginArray()
    for element in self { element.write(to: &output) }
    output.endArray()
  }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    self = []
    try input.beginArray()
    while try input.element() { append(try Element(from: &input)) }
  }
}

extension Dictionary: FastJSONCodable where Key == String, Value == String {
  public func write(to output: inout JSONRecordEncoder) {
    output.beginObject()
    let members = sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (name, value) in members { output.member(name, value) }
    output.endObject()
  }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    try input.beginObject()
    // Provenance of events is the common case and rarely empty; 6 is its usual number of
    // members.
    self.init(minimumCapacity: input.isAtEnd ? 0 : 6)
    while let name = try input.memberName() {
      // Duplicate names have no defined meaning (RFC 8259 section 4).
      guard updateValue(try input.string(), forKey: name) == nil else {
        throw UnexpectedRecord()
      }
    }
  }
}

extension RawRepresentable where Self: FastJSONCodable, RawValue == String {
  public func write(to output: inout JSONRecordEncoder) { output.string(rawValue) }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    guard let value = Self(rawValue: try input.string()) else { throw UnexpectedRecord() }
    self = value
  }
}
