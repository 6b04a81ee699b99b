/// A record that writes and reads itself as JSON, member by member, in a quarter of the time that `Codable`
/// takes: a workspace holds millions of these.
///
/// `Codable` reads what is written so; a test holds that for every property of every such record.
public protocol HandCoded: Codable {
  /// Writes one JSON value. The members of an object are given in the order of the bytes of their
  /// names, without those that are nil.
  func write(to output: inout RecordOutput)

  /// Reads what `write(to:)` wrote.
  ///
  /// - Throws: also for text that means the same but is written otherwise.
  init(from input: inout RecordInput) throws(UnexpectedRecord)
}

/// The text is another than the one that is written of such a record.
public struct UnexpectedRecord: Error {}

/// A record that lists its members once, for writing and for reading.
public protocol MemberCoded: HandCoded {
  /// One to read the members into.
  static var blank: Self { get throws(UnexpectedRecord) }

  /// Writes or reads all members, in the order of the bytes of their names.
  mutating func code<Coder: RecordCoder & ~Copyable>(
    with coder: inout Coder
  ) throws(UnexpectedRecord)
}

/// Writes members from the values, or reads them into these.
public protocol RecordCoder: ~Copyable {
  mutating func member<Value: HandCoded>(
    _ name: StaticString, _ value: inout Value
  ) throws(UnexpectedRecord)

  /// A member that is left out where the value is nil.
  mutating func member<Value: HandCoded>(
    _ name: StaticString, _ value: inout Value?
  ) throws(UnexpectedRecord)

  /// The same; where it is left out, `RecordOutput.gap` is its place in the text. Only one member of a
  /// record may be so, and never the first.
  mutating func lateMember<Value: HandCoded>(
    _ name: StaticString, _ value: inout Value?
  ) throws(UnexpectedRecord)
}

extension MemberCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    var record = self
    // Writing refuses nothing.
    try? record.code(with: &output)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    self = try Self.blank
    try input.beginObject()
    try code(with: &input)
    try input.endObject()
  }
}

extension RecordOutput: RecordCoder {
  public mutating func member<Value: HandCoded>(_ name: StaticString, _ value: inout Value) {
    member(name, value as Value)
  }

  public mutating func member<Value: HandCoded>(_ name: StaticString, _ value: inout Value?) {
    if let value { member(name, value) }
  }

  public mutating func lateMember<Value: HandCoded>(_ name: StaticString, _ value: inout Value?) {
    if let value { member(name, value) } else { noteGap() }
  }
}

extension RecordInput: RecordCoder {
  public mutating func member<Value: HandCoded>(
    _ name: StaticString, _ value: inout Value
  ) throws(UnexpectedRecord) {
    value = try member(name)
  }

  public mutating func member<Value: HandCoded>(
    _ name: StaticString, _ value: inout Value?
  ) throws(UnexpectedRecord) {
    value = try optional(name)
  }

  public mutating func lateMember<Value: HandCoded>(
    _ name: StaticString, _ value: inout Value?
  ) throws(UnexpectedRecord) {
    value = try optional(name)
  }
}

extension String: HandCoded {
  public func write(to output: inout RecordOutput) { output.string(self) }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    self = try input.string()
  }
}

extension Int: HandCoded {
  public func write(to output: inout RecordOutput) { output.integer(self) }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    self = try input.integer()
  }
}

extension Double: HandCoded {
  public func write(to output: inout RecordOutput) { output.number(self) }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    self = try input.number()
  }
}

extension Bool: HandCoded {
  public func write(to output: inout RecordOutput) { output.bool(self) }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    self = try input.bool()
  }
}

extension Array: HandCoded where Element: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginArray()
    // In place: to go through the elements themselves would copy each of them.
    for index in indices {
      output.element()
      self[index].write(to: &output)
    }
    output.endArray()
  }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    self = []
    try input.beginArray()
    while try input.element() { append(try Element(from: &input)) }
  }
}

extension Dictionary: HandCoded where Key == String, Value == String {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    let members = sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (name, value) in members { output.member(named: name, value) }
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    try input.beginObject()
    // Of the events' provenance, which has some members nearly always.
    self.init(minimumCapacity: input.isAtEnd ? 0 : 6)
    while let name = try input.memberName() {
      // Nobody says which of two members of one name counts.
      guard updateValue(try input.string(), forKey: name) == nil else {
        throw UnexpectedRecord()
      }
    }
  }
}

extension RawRepresentable where Self: HandCoded, RawValue == String {
  public func write(to output: inout RecordOutput) { output.string(rawValue) }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    guard let value = Self(rawValue: try input.string()) else { throw UnexpectedRecord() }
    self = value
  }
}
