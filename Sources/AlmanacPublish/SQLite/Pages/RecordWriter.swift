import AlmanacFiles
import AlmanacTime

/// Writes values as SQLite stores a row or the entry of an index (sqlite.org/fileformat2.html, section
/// 2.1): the types of the values, then the values.
///
/// An edition has tens of records for every event: the values are written where they stay, with room
/// before them for their types.
struct RecordWriter {
  /// Bytes before the values, for the types and how many bytes these are.
  private static let head = 512

  fileprivate private(set) var types = FixedBytes(count: head - 2)
  fileprivate private(set) var values = FixedBytes(count: 4_096, from: head)
  /// Where in the values' bytes the record begins that was ended last, and where it ends.
  private var place = head..<head

  /// Lends the record that was ended last; there is none where another one has been begun.
  func withBytes<Value>(
    _ body: (UnsafeRawBufferPointer) throws(FileError) -> Value
  ) throws(FileError) -> Value {
    try values.lend(place, body)
  }

  mutating func add(_ value: PackedValue) {
    switch value {
    case .empty: types.append(0)
    case .whole(let number): add(number)
    case .number(let number):
      types.append(7)
      values.append(number.bitPattern, bytes: 8)
    case .words(let text): add(text)
    }
  }

  mutating func addNull() { types.append(0) }

  mutating func add(_ text: String?) {
    guard let text else { return addNull() }
    text.withUTF8Bytes { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds one of values that many records hold.
  mutating func add(_ index: Int, of shared: RecordValues) {
    shared.lend(index) { type, value in
      types.append(type)
      values.append(value)
    }
  }

  mutating func add(_ text: UnsafeRawBufferPointer) {
    types.append(varint: UInt64(text.count) * 2 + 13)
    values.append(text)
  }

  mutating func add(blob: UnsafeRawBufferPointer) {
    types.append(varint: UInt64(blob.count) * 2 + 12)
    values.append(blob)
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
    values.append(UInt64(bitPattern: number), bytes: size)
  }

  /// Ends the record, which can be lent until the next one is begun.
  mutating func end() {
    // The count of the types' bytes includes its own.
    let size = types.count < 127 ? 1 : 2
    let start = Self.head - types.count - size
    place = start..<values.count
    values.put(varint: UInt64(types.count + size), at: start)
    types.lend(0..<types.count) { values.put($0, at: start + size) }
    clear()
  }

  fileprivate mutating func clear() {
    types.clear()
    values.clear()
  }
}

/// Values that many records hold, as they hold them.
struct RecordValues {
  private var bytes: [UInt8] = []
  /// Where the type and the value of each begin, and where it ends.
  private var places: [(start: (type: Int, value: Int), end: Int)] = []
  private var record = RecordWriter()

  mutating func append(_ value: PackedValue) {
    record.add(value)
    let start = bytes.count
    record.types.lend { bytes.append(contentsOf: $0) }
    let middle = bytes.count
    record.values.lend { bytes.append(contentsOf: $0) }
    record.clear()
    places.append(((start, middle), bytes.count))
  }

  /// Lends the type and the value of one.
  fileprivate func lend(
    _ index: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
  ) {
    let (start, end) = places[index]
    bytes.withUnsafeBytes { bytes in
      body(
        UnsafeRawBufferPointer(rebasing: bytes[start.type..<start.value]),
        UnsafeRawBufferPointer(rebasing: bytes[start.value..<end]))
    }
  }
}
