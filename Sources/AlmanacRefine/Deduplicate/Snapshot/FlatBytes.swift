import AlmanacModel

/// Integers in a row, little-endian, with a hash of all of them at the end: how snapshots are written.
struct FlatWriter {
  private var bytes: [UInt8] = []

  /// All that was written, and its hash.
  var sealed: [UInt8] {
    var writer = self
    writer.write(StableHash.bytes(bytes))
    return writer.bytes
  }

  mutating func write<Value: FixedWidthInteger>(_ value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }

  mutating func write<Value: FixedWidthInteger>(_ values: [Value]) {
    write(UInt32(truncatingIfNeeded: values.count))
    bytes.reserveCapacity(bytes.count + values.count * Value.bitWidth / 8)
    for value in values { write(value) }
  }
}

/// Reads what `FlatWriter` sealed; nil wherever the bytes end too early.
struct FlatReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  /// nil for bytes that are not as they were written.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    var seal = FlatReader(unsealed: bytes.suffix(8))
    guard seal.read() == StableHash.bytes(bytes.dropLast(8)) else { return nil }
    self.init(unsealed: bytes.dropLast(8))
  }

  private init(unsealed bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  mutating func read<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
    let size = Value.bitWidth / 8
    guard bytes.endIndex - index >= size else { return nil }
    var value: Value = 0
    for offset in 0..<size {
      value |= Value(truncatingIfNeeded: bytes[index + offset]) << Value(offset * 8)
    }
    index += size
    return value
  }

  mutating func readAll<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> [Value]? {
    guard let count = read(UInt32.self).map(Int.init),
      count <= (bytes.endIndex - index) / (Value.bitWidth / 8)
    else { return nil }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      guard let value = read(Value.self) else { return nil }
      values.append(value)
    }
    return values
  }
}
