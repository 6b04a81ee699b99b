import AlmanacModel

/// Integers in a row, little-endian, with a hash of all of them at the end: how snapshots are written.
struct FlatWriter {
  private var bytes: [UInt8] = []

  /// All that was written, and its hash.
  var sealed: [UInt8] {
    var writer = self
    writer.write(FlatReader.seal(of: bytes.span, count: bytes.count))
    return writer.bytes
  }

  mutating func write<Value: FixedWidthInteger>(_ value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }

  mutating func write<Value: FixedWidthInteger & BitwiseCopyable>(_ values: [Value]) {
    write(UInt32(truncatingIfNeeded: values.count))
    // An array of many megabytes: as it lies in memory where that is little-endian.
    guard Value(1).littleEndian == 1 else {
      for value in values { write(value) }
      return
    }
    unsafe values.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }
}

/// Reads what `FlatWriter` sealed; nil wherever the bytes end too early.
struct FlatReader {
  private let bytes: [UInt8]
  private var index = 0
  /// The position of the hash of all bytes.
  private let end: Int

  /// nil for bytes that are not as they were written.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    self.bytes = bytes
    end = bytes.count - 8
    guard bytes.span.word(at: end) == Self.seal(of: bytes.span, count: end) else { return nil }
  }

  var isAtEnd: Bool { index == end }

  mutating func read<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) -> Value? {
    guard end - index >= MemoryLayout<Value>.size else { return nil }
    defer { index += MemoryLayout<Value>.size }
    return Value(
      littleEndian: unsafe bytes.span.bytes.unsafeLoadUnaligned(
        fromByteOffset: index, as: Value.self))
  }

  mutating func readAll<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type = Value.self
  ) -> [Value]? {
    var rest = self
    guard let count = rest.read(UInt32.self).map(Int.init) else { return nil }
    var values: [Value] = []
    values.reserveCapacity(min(count, (end - index) / MemoryLayout<Value>.size))
    return read(into: &values) ? values : nil
  }

  /// Appends what `readAll` would give; false where the bytes end too early.
  mutating func read<Value: FixedWidthInteger & BitwiseCopyable>(
    into values: inout [Value]
  ) -> Bool {
    let size = MemoryLayout<Value>.size
    guard let count = read(UInt32.self).map(Int.init), count <= (end - index) / size else {
      return false
    }
    for _ in 0..<count { if let value = read(Value.self) { values.append(value) } }
    return true
  }

  /// Of so many of the bytes, eight at a time.
  fileprivate static func seal(of bytes: Span<UInt8>, count: Int) -> UInt64 {
    var hash = StableHash.seed
    var index = 0
    while index + 8 <= count {
      hash = PhraseHash.combine(hash, bytes.word(at: index))
      index += 8
    }
    while index < count {
      hash = PhraseHash.combine(hash, UInt64(bytes[index]) | 0x100)
      index += 1
    }
    return PhraseHash.combine(hash, UInt64(count))
  }
}
