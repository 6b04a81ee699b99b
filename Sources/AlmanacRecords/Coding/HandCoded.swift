/// What is written and read by hand, member by member, where `Codable` would take several times as long.
///
/// Its text is what `Codable` makes of it, byte for byte, so that rows stay what they were and either
/// way reads them; a test holds that for every property of every such record.
public protocol HandCoded: Codable {
  /// Writes one JSON value. The members of an object are given in the order of the bytes of their
  /// names, without those that are nil.
  func write(to output: inout RecordOutput)

  /// Reads what `write(to:)` wrote.
  ///
  /// - Throws: also for text that means the same but is written otherwise.
  init(from input: inout RecordInput) throws(RecordInput.Unexpected)
}

extension String: HandCoded {
  public func write(to output: inout RecordOutput) { output.string(self) }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    self = try input.string()
  }
}

extension Int: HandCoded {
  public func write(to output: inout RecordOutput) { output.integer(self) }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    self = try input.integer()
  }
}

extension Double: HandCoded {
  public func write(to output: inout RecordOutput) { output.number(self) }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    self = try input.number()
  }
}

extension Bool: HandCoded {
  public func write(to output: inout RecordOutput) { output.bool(self) }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
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

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
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

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    // Of the events' provenance, which has some members nearly always.
    self.init(minimumCapacity: input.isAtEnd ? 0 : 6)
    while let name = try input.memberName() {
      // Of two members of one name it is left to the other reader which one counts.
      guard updateValue(try input.string(), forKey: name) == nil else {
        throw RecordInput.Unexpected()
      }
    }
  }
}

extension RawRepresentable where Self: HandCoded, RawValue == String {
  public func write(to output: inout RecordOutput) { output.string(rawValue) }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    guard let value = Self(rawValue: try input.string()) else { throw RecordInput.Unexpected() }
    self = value
  }
}
