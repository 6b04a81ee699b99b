/// Writes values as SQLite stores a row or the entry of an index (sqlite.org/fileformat2.html, section
/// 2.1): the types of the values, then the values.
struct RecordWriter {
  fileprivate var types: [UInt8] = []
  fileprivate var values: [UInt8] = []
  /// Of the record that was ended last.
  private(set) var bytes: [UInt8] = []

  mutating func add(_ value: PackedValue) {
    switch value {
    case .empty: types.append(0)
    case .whole(let number): add(number)
    case .number(let number):
      types.append(7)
      add(number.bitPattern, bytes: 8)
    case .words(let text): add(text)
    }
  }

  mutating func addNull() { types.append(0) }

  mutating func add(_ text: String?) {
    guard let text else { return addNull() }
    text.utf8.span.withUnsafeBytes { add($0) }
  }

  /// Adds one of values that many records hold.
  mutating func add(_ index: Int, of shared: RecordValues) {
    let (start, end) = shared.places[index]
    shared.bytes.withUnsafeBytes { bytes in
      types.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start.type..<start.value]))
      values.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start.value..<end]))
    }
  }

  mutating func add(_ text: UnsafeRawBufferPointer) {
    types.append(varint: UInt64(text.count) * 2 + 13)
    values.append(contentsOf: text)
  }

  mutating func add(blob: UnsafeRawBufferPointer) {
    types.append(varint: UInt64(blob.count) * 2 + 12)
    values.append(contentsOf: blob)
  }

  /// In as few bytes as hold it; 0 and 1 take none.
  mutating func add(_ number: Int64) {
    let (type, size): (UInt8, Int) =
      switch number {
      case 0: (8, 0)
      case 1: (9, 0)
      case -0x80..<0x80: (1, 1)
      case -0x8000..<0x8000: (2, 2)
      case -0x80_0000..<0x80_0000: (3, 3)
      case -0x8000_0000..<0x8000_0000: (4, 4)
      case -0x8000_0000_0000..<0x8000_0000_0000: (5, 6)
      default: (6, 8)
      }
    types.append(type)
    add(UInt64(bitPattern: number), bytes: size)
  }

  private mutating func add(_ number: UInt64, bytes: Int) {
    withUnsafeBytes(of: number.bigEndian) { values.append(contentsOf: $0[(8 - bytes)...]) }
  }

  /// Ends the record, which is in `bytes` until the next one is.
  mutating func end() {
    bytes.removeAll(keepingCapacity: true)
    // The count of the types' bytes includes its own.
    bytes.append(varint: UInt64(types.count + (types.count < 127 ? 1 : 2)))
    bytes.append(contentsOf: types)
    bytes.append(contentsOf: values)
    types.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }
}

/// Values that many records hold, as they hold them.
struct RecordValues {
  fileprivate private(set) var bytes: [UInt8] = []
  /// Where the type and the value of each begin, and where it ends.
  fileprivate private(set) var places: [(start: (type: Int, value: Int), end: Int)] = []

  mutating func append(_ value: PackedValue) {
    var record = RecordWriter()
    record.add(value)
    let start = (bytes.count, bytes.count + record.types.count)
    bytes += record.types
    bytes += record.values
    places.append((start, bytes.count))
  }
}

extension [UInt8] {
  /// SQLite's: seven bits a byte, the highest first, and up to nine bytes, of which the last has eight.
  mutating func append(varint value: UInt64) {
    if value < 0x80 { return append(UInt8(value)) }
    guard value < 1 << 56 else {
      for byte in 0..<8 { append(UInt8(truncatingIfNeeded: value >> UInt64(57 - 7 * byte)) | 0x80) }
      return append(UInt8(truncatingIfNeeded: value))
    }
    var shift = (63 - value.leadingZeroBitCount) / 7 * 7
    while shift > 0 {
      append(UInt8(truncatingIfNeeded: value >> UInt64(shift)) | 0x80)
      shift -= 7
    }
    append(UInt8(value & 0x7f))
  }
}
