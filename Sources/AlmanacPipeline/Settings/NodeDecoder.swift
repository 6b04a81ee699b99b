/// A type whose form in YAML differs from that of its record.
protocol ConfigurationValue: Decodable {
  /// - Parameter node: is valid by its schema and has its defaults.
  init(_ node: ConfigurationNode) throws
}

extension ConfigurationValue {
  /// For types without a record.
  init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? NodeDecoder else {
      throw DecodingError.typeMismatch(
        Self.self, .init(codingPath: decoder.codingPath, debugDescription: "is only in YAML"))
    }
    try self.init(decoder.node)
  }
}

extension ConfigurationNode {
  /// The value of a node that is valid by its schema and has its defaults.
  ///
  /// A duration is an integer of seconds, a size one of bytes. A list or mapping that is absent is empty.
  ///
  /// - Throws: With the line of the value: what the schema can't check.
  func decoded<Value: Decodable>(
    _ type: Value.Type = Value.self
  ) throws(ConfigurationError) -> Value {
    do {
      return try NodeDecoder(node: self).decode(type)
    } catch let error as ConfigurationError {
      throw error
    } catch {
      throw self.error("\(error)")
    }
  }

  func decoded<Value: Decodable>(_ name: String) throws(ConfigurationError) -> Value {
    try child(name).decoded()
  }
}

/// Coding paths are empty: each error gets the line of the innermost value.
private struct NodeDecoder: Decoder, SingleValueDecodingContainer {
  let node: ConfigurationNode
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(node: node))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(nodes: node.elements) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { node.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value: Any? =
      switch type {
      case is String.Type: node.text
      case is Int.Type: node.integer ?? node.signedSeconds ?? node.bytes
      case is Double.Type: node.number
      case is Bool.Type: node.bool
      case let type as any ConfigurationValue.Type: try type.init(node)
      default: try decodeParts(type)
      }
    if let value = value as? Value { return value }
    throw node.error(node.isNull ? "is missing" : "has a value of another kind")
  }

  private func decodeParts<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: self)
    } catch DecodingError.dataCorrupted(let context) {
      throw node.error(context.debugDescription)
    }
  }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: ConfigurationNode
  let codingPath: [any CodingKey] = []

  var allKeys: [Key] {
    node.members.compactMap { $0.value.isNull ? nil : Key(stringValue: $0.name) }
  }

  func contains(_ key: Key) -> Bool { node[key.stringValue] != nil }

  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try child(key).decode(type)
  }

  private func child(_ key: Key) -> NodeDecoder { NodeDecoder(node: node.child(key.stringValue)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> { child(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    child(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { NodeDecoder(node: node) }

  func superDecoder(forKey key: Key) -> any Decoder { child(key) }
}

private struct Elements: UnkeyedDecodingContainer {
  let nodes: [ConfigurationNode]
  let codingPath: [any CodingKey] = []
  private(set) var currentIndex = 0

  var count: Int? { nodes.count }
  var isAtEnd: Bool { currentIndex == nodes.count }

  private mutating func next() -> NodeDecoder {
    currentIndex += 1
    return NodeDecoder(node: nodes[currentIndex - 1])
  }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> { next().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    next().unkeyedContainer()
  }

  mutating func superDecoder() -> any Decoder { next() }
}
