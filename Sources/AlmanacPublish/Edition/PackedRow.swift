/// Values of rows as bytes, until their turn to be written comes: a mark each, then the value.
struct RowPacker {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []

  var pieces: Pieces { Pieces(bytes: bytes, ends: ends) }

  /// Ends a piece.
  mutating func endPiece() { ends.append(bytes.count) }

  mutating func add(_ value: String?) {
    guard var value else { return bytes.append(PackedValue.null) }
    bytes.append(PackedValue.text)
    value.withUTF8 { text in
      add(raw: UInt64(text.count))
      bytes.append(contentsOf: text)
    }
  }

  mutating func add(_ value: Int64?) {
    guard let value else { return bytes.append(PackedValue.null) }
    bytes.append(PackedValue.integer)
    add(raw: UInt64(bitPattern: value))
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

  private mutating func add(raw value: UInt64) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
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
  fileprivate static let text: UInt8 = 3
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
    case PackedValue.real: return .number(Double(bitPattern: raw()))
    case PackedValue.text:
      let count = Int(raw())
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

  mutating func integer() -> Int64? {
    if case .whole(let value) = next() { value } else { nil }
  }

  mutating func number() -> Double? {
    if case .number(let value) = next() { value } else { nil }
  }

  mutating func text() -> String? {
    if case .words(let bytes) = next() { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  private mutating func raw() -> UInt64 {
    offset += 8
    return bytes.loadUnaligned(fromByteOffset: offset - 8, as: UInt64.self)
  }
}
