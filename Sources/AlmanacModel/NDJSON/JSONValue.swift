/// A JSON value. Integers that fit 64 bits are `.integer`; all other numbers are `.number`.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  public var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  public var array: [JSONValue]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  public var object: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The text of a member; nil if it is absent, null, empty or not a text.
  public func text(_ name: String) -> String? {
    guard let text = self[name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// The member `campus` of a record, or else the part of `source` after `/`.
  public var campus: String? {
    if let campus = text("campus") { return campus }
    guard let source = text("source"), let slash = source.firstIndex(of: "/") else { return nil }
    return String(source[source.index(after: slash)...])
  }
}

extension JSONWriter {
  /// Writes a value; members of objects are sorted by name.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): boolean(bool)
    case .integer(let integer): self.integer(integer)
    case .number(let number): self.number(number)
    case .string(let string): self.string(string)
    case .array(let values):
      beginArray()
      for value in values { self.value(value) }
      endArray()
    case .object(let members):
      beginObject()
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        key(name)
        self.value(value)
      }
      endObject()
    }
  }
}
