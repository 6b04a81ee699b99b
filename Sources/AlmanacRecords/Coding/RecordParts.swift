/// A part of a record that is being read.
struct RecordPart: Decoder {
  let reader: RecordReader
  let node: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard reader.nodes[node].kind == .object else { throw RecordReader.Mismatch() }
    return KeyedDecodingContainer(RecordMembers(reader: reader, node: node))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard reader.nodes[node].kind == .array else { throw RecordReader.Mismatch() }
    return RecordElements(reader: reader, array: node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    RecordScalar(reader: reader, node: node)
  }
}

/// The members of an object.
struct RecordMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: RecordReader
  let node: Int

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    var keys: [Key] = []
    var name = node + 1
    while name < reader.nodes[node].next {
      if let key = (try? reader.string(name)).flatMap(Key.init) { keys.append(key) }
      name = reader.nodes[name + 1].next
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { reader.member(key.stringValue, of: node) != nil }

  private func find(_ key: Key) throws -> Int {
    guard let found = reader.member(key.stringValue, of: node) else {
      throw RecordReader.Mismatch()
    }
    return found
  }

  /// nil where it is missing or null.
  private func findAny(_ key: Key) -> Int? {
    reader.member(key.stringValue, of: node).flatMap { reader.isNull($0) ? nil : $0 }
  }

  private func part(_ node: Int) -> RecordPart { RecordPart(reader: reader, node: node) }

  func decodeNil(forKey key: Key) throws -> Bool { reader.isNull(try find(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try reader.bool(find(key)) }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try findAny(key).map { try reader.bool($0) }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try reader.string(find(key))
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try findAny(key).map { try reader.string($0) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try reader.number(find(key))
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try findAny(key).map { try reader.number($0) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try Float(reader.number(find(key)))
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try findAny(key).map { try Float(reader.number($0)) }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try reader.integer(find(key)) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try reader.integer(find(key)) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try reader.integer(find(key)) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try reader.integer(find(key)) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try reader.integer(find(key)) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try reader.integer(find(key)) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try reader.integer(find(key)) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try reader.integer(find(key))
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try reader.integer(find(key))
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try reader.integer(find(key))
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try findAny(key).map { try reader.integer($0) }
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: part(find(key)))
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try findAny(key).map { try Value(from: part($0)) }
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<NestedKey>
  {
    try part(find(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try part(find(key)).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { preconditionFailure("records are no classes") }
  func superDecoder(forKey key: Key) -> any Decoder { superDecoder() }
}

/// The elements of an array.
struct RecordElements: UnkeyedDecodingContainer {
  private let reader: RecordReader
  private let end: Int
  private var node: Int
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  let count: Int?
  var isAtEnd: Bool { node >= end }

  init(reader: RecordReader, array: Int) {
    self.reader = reader
    node = array + 1
    end = reader.nodes[array].next
    var count = 0
    var element = node
    while element < end {
      count += 1
      element = reader.nodes[element].next
    }
    self.count = count
  }

  private mutating func next() throws -> Int {
    guard !isAtEnd else { throw RecordReader.Mismatch() }
    defer {
      node = reader.nodes[node].next
      currentIndex += 1
    }
    return node
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw RecordReader.Mismatch() }
    guard reader.isNull(node) else { return false }
    _ = try next()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try reader.bool(next()) }
  mutating func decode(_ type: String.Type) throws -> String { try reader.string(next()) }
  mutating func decode(_ type: Double.Type) throws -> Double { try reader.number(next()) }
  mutating func decode(_ type: Float.Type) throws -> Float { Float(try reader.number(next())) }
  mutating func decode(_ type: Int.Type) throws -> Int { try reader.integer(next()) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try reader.integer(next()) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try reader.integer(next()) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try reader.integer(next()) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try reader.integer(next()) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try reader.integer(next()) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try reader.integer(next()) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try reader.integer(next()) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try reader.integer(next()) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try reader.integer(next()) }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: RecordPart(reader: reader, node: next()))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws
    -> KeyedDecodingContainer<NestedKey>
  {
    try RecordPart(reader: reader, node: next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try RecordPart(reader: reader, node: next()).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { preconditionFailure("records are no classes") }
}

/// A value that stands alone.
struct RecordScalar: SingleValueDecodingContainer {
  let reader: RecordReader
  let node: Int

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { reader.isNull(node) }
  func decode(_ type: Bool.Type) throws -> Bool { try reader.bool(node) }
  func decode(_ type: String.Type) throws -> String { try reader.string(node) }
  func decode(_ type: Double.Type) throws -> Double { try reader.number(node) }
  func decode(_ type: Float.Type) throws -> Float { Float(try reader.number(node)) }
  func decode(_ type: Int.Type) throws -> Int { try reader.integer(node) }
  func decode(_ type: Int8.Type) throws -> Int8 { try reader.integer(node) }
  func decode(_ type: Int16.Type) throws -> Int16 { try reader.integer(node) }
  func decode(_ type: Int32.Type) throws -> Int32 { try reader.integer(node) }
  func decode(_ type: Int64.Type) throws -> Int64 { try reader.integer(node) }
  func decode(_ type: UInt.Type) throws -> UInt { try reader.integer(node) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try reader.integer(node) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try reader.integer(node) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try reader.integer(node) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try reader.integer(node) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: RecordPart(reader: reader, node: node))
  }
}
