/// The members of an object that is being written.
struct RecordObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let writer: RecordWriter
  private let frame: Int

  var codingPath: [any CodingKey] { [] }

  init(_ writer: RecordWriter, frame: Int) {
    self.writer = writer
    self.frame = frame
  }

  private func name(_ key: Key) -> RecordWriter {
    writer.member(key.stringValue, of: frame)
    return writer
  }

  func encodeNil(forKey key: Key) { name(key).null() }
  func encode(_ value: Bool, forKey key: Key) { name(key).bool(value) }
  func encode(_ value: String, forKey key: Key) { name(key).string(value) }
  func encode(_ value: Double, forKey key: Key) throws { try name(key).number(value) }
  func encode(_ value: Float, forKey key: Key) throws { try name(key).number(Double(value)) }
  func encode(_ value: Int, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: Int8, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: Int16, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: Int32, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: Int64, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: UInt, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: UInt8, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: UInt16, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: UInt32, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: UInt64, forKey key: Key) { name(key).integer(value) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try name(key).value(value) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key)
    -> KeyedEncodingContainer<NestedKey>
  {
    let writer = name(key)
    return KeyedEncodingContainer(
      RecordObject<NestedKey>(writer, frame: writer.open(isObject: true)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let writer = name(key)
    return RecordArray(writer, frame: writer.open(isObject: false))
  }

  func superEncoder() -> any Encoder { preconditionFailure("records are no classes") }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

/// The elements of an array that is being written.
struct RecordArray: UnkeyedEncodingContainer {
  private let writer: RecordWriter
  private let frame: Int
  private(set) var count = 0

  var codingPath: [any CodingKey] { [] }

  init(_ writer: RecordWriter, frame: Int) {
    self.writer = writer
    self.frame = frame
  }

  private mutating func next() -> RecordWriter {
    writer.element(of: frame)
    count += 1
    return writer
  }

  mutating func encodeNil() { next().null() }
  mutating func encode(_ value: Bool) { next().bool(value) }
  mutating func encode(_ value: String) { next().string(value) }
  mutating func encode(_ value: Double) throws { try next().number(value) }
  mutating func encode(_ value: Float) throws { try next().number(Double(value)) }
  mutating func encode(_ value: Int) { next().integer(value) }
  mutating func encode(_ value: Int8) { next().integer(value) }
  mutating func encode(_ value: Int16) { next().integer(value) }
  mutating func encode(_ value: Int32) { next().integer(value) }
  mutating func encode(_ value: Int64) { next().integer(value) }
  mutating func encode(_ value: UInt) { next().integer(value) }
  mutating func encode(_ value: UInt8) { next().integer(value) }
  mutating func encode(_ value: UInt16) { next().integer(value) }
  mutating func encode(_ value: UInt32) { next().integer(value) }
  mutating func encode(_ value: UInt64) { next().integer(value) }
  mutating func encode(_ value: some Encodable) throws { try next().value(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  {
    let writer = next()
    return KeyedEncodingContainer(
      RecordObject<NestedKey>(writer, frame: writer.open(isObject: true)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let writer = next()
    return RecordArray(writer, frame: writer.open(isObject: false))
  }

  func superEncoder() -> any Encoder { preconditionFailure("records are no classes") }
}

/// A value that is being written alone.
struct RecordValue: SingleValueEncodingContainer {
  private let writer: RecordWriter

  var codingPath: [any CodingKey] { [] }

  init(_ writer: RecordWriter) { self.writer = writer }

  func encodeNil() { writer.null() }
  func encode(_ value: Bool) { writer.bool(value) }
  func encode(_ value: String) { writer.string(value) }
  func encode(_ value: Double) throws { try writer.number(value) }
  func encode(_ value: Float) throws { try writer.number(Double(value)) }
  func encode(_ value: Int) { writer.integer(value) }
  func encode(_ value: Int8) { writer.integer(value) }
  func encode(_ value: Int16) { writer.integer(value) }
  func encode(_ value: Int32) { writer.integer(value) }
  func encode(_ value: Int64) { writer.integer(value) }
  func encode(_ value: UInt) { writer.integer(value) }
  func encode(_ value: UInt8) { writer.integer(value) }
  func encode(_ value: UInt16) { writer.integer(value) }
  func encode(_ value: UInt32) { writer.integer(value) }
  func encode(_ value: UInt64) { writer.integer(value) }
  func encode(_ value: some Encodable) throws { try writer.value(value) }
}
