/// Values of rows as bytes, until their turn to be written comes: a mark each, then the value.
struct RowPacker {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []

  var pieces: Pieces { Pieces(bytes: bytes, ends: ends) }

  /// Makes room for so many bytes at once.
  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Ends a piece.
  mutating func endPiece() { ends.append(bytes.count) }

  /// Forgets the values and keeps their room.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func add(_ value: String?) {
    guard var value else { return bytes.append(PackedValue.null) }
    value.withUTF8 { text in
      add(PackedValue.text, UInt32(text.count))
      bytes.append(contentsOf: text)
    }
  }

  mutating func add(_ value: Int64?) {
    guard let value else { return bytes.append(PackedValue.null) }
    if let short = Int32(exactly: value) {
      add(PackedValue.short, UInt32(bitPattern: short))
    } else {
      bytes.append(PackedValue.integer)
      add(raw: UInt64(bitPattern: value))
    }
  }

  mutating func add(_ value: Int?) { add(value.map { Int64($0) }) }

  mutating func add(_ value: Bool?) { add(value.map { Int64($0 ? 1 : 0) }) }

  mutating func add(_ value: Double?) {
    // SQLite holds no such numbers.
    guard let value, !value.isNaN else { return bytes.append(PackedValue.null) }
    bytes.append(PackedValue.real)
    add(raw: value.bitPattern)
  }

  /// Adds values that are packed already.
  mutating func add(valuesOf row: inout RowUnpacker, count: Int) {
    bytes.append(contentsOf: row.take(count))
  }

  /// Adds all values that are left of a packed row.
  mutating func add(restOf row: RowUnpacker) { bytes.append(contentsOf: row.rest) }

  private mutating func add(raw value: UInt64) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }

  private mutating func add(_ mark: UInt8, _ value: UInt32) {
    // At once, as these are most of what is added.
    withUnsafeBytes(of: (UInt64(value) << 8 | UInt64(mark)).littleEndian) { both in
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: both[..<5]))
    }
  }
}

/// One value of a packed row; a text lies where the row lies.
enum PackedValue {
  case empty
  case whole(Int64)
  case number(Double)
  case words(UnsafeRawBufferPointer)

  fileprivate static let null: UInt8 = 0
  fileprivate static let integer: UInt8 = 1
  fileprivate static let real: UInt8 = 2
  /// Behind it are the count of its bytes, in four, and these.
  fileprivate static let text: UInt8 = 3
  /// A whole number of four bytes.
  fileprivate static let short: UInt8 = 4
}

/// Takes packed values one by one.
struct RowUnpacker {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }

  mutating func next() -> PackedValue {
    let mark = bytes[offset]
    offset += 1
    switch mark {
    case PackedValue.integer: return .whole(Int64(bitPattern: raw()))
    case PackedValue.short: return .whole(Int64(Int32(bitPattern: shortRaw())))
    case PackedValue.real: return .number(Double(bitPattern: raw()))
    case PackedValue.text:
      let count = Int(shortRaw())
      offset += count
      return .words(UnsafeRawBufferPointer(rebasing: bytes[offset - count..<offset]))
    default: return .empty
    }
  }

  /// The next values as they are packed.
  fileprivate mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
    let start = offset
    for _ in 0..<count { _ = next() }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
  }

  fileprivate var rest: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[offset...])
  }

  mutating func integer() -> Int64? {
    if case .whole(let value) = next() { value } else { nil }
  }

  mutating func number() -> Double? {
    if case .number(let value) = next() { value } else { nil }
  }

  mutating func text() -> String? {
    if case .words(let bytes) = next() { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  private mutating func shortRaw() -> UInt32 {
    offset += 4
    return UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset - 4, as: UInt32.self))
  }

  private mutating func raw() -> UInt64 {
    offset += 8
    return bytes.loadUnaligned(fromByteOffset: offset - 8, as: UInt64.self)
  }
}
