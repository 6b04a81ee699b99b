/// Bytes that are written one behind the other into room that is there already: an array that grows asks
/// itself with each byte whether it has to.
struct FixedBytes {
  /// A number of eight bytes may be written where fewer are meant.
  private static let slack = 8

  private var bytes: [UInt8]
  private let first: Int
  /// Where the next byte goes.
  private(set) var count: Int

  /// - Parameters:
  ///   - count: Room at first; it grows for what is larger.
  ///   - first: Where the first byte goes; what is before is `put` there.
  init(count: Int, from first: Int = 0) {
    bytes = [UInt8](repeating: 0, count: first + count + Self.slack)
    self.first = first
    self.count = first
  }

  mutating func clear() { count = first }

  /// Takes back what was written behind a place.
  mutating func cut(at count: Int) { self.count = count }

  mutating func append(_ byte: UInt8) {
    if count + Self.slack >= bytes.count { grow(by: 1) }
    bytes[count] = byte
    count += 1
  }

  mutating func append(_ source: UnsafeRawBufferPointer) {
    if count + source.count + Self.slack > bytes.count { grow(by: source.count) }
    put(source, at: count)
    count += source.count
  }

  /// The lowest bytes of a number, the highest of them first.
  mutating func append(_ number: UInt64, bytes size: Int) {
    if count + 2 * Self.slack > bytes.count { grow(by: Self.slack) }
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(
        of: (number << UInt64(64 - 8 * size)).bigEndian, toByteOffset: count, as: UInt64.self)
    }
    count += size
  }

  mutating func append(varint value: UInt64) {
    if value < 0x80 { return append(UInt8(value)) }
    if count + 2 * Self.slack > bytes.count { grow(by: 2 * Self.slack) }
    count = put(varint: value, at: count)
  }

  /// Writes bytes to a place that is there.
  mutating func put(_ source: UnsafeRawBufferPointer, at index: Int) {
    bytes.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[index...]).copyMemory(from: source)
    }
  }

  /// Writes a number of variable size as SQLite does: seven bits a byte, the highest first, and up to
  /// nine bytes, of which the last has eight.
  ///
  /// - Returns: Where it ends.
  @discardableResult
  mutating func put(varint value: UInt64, at index: Int) -> Int {
    var index = index
    if value >= 1 << 56 {
      for byte in 0..<8 {
        bytes[index + byte] = UInt8(truncatingIfNeeded: value >> UInt64(57 - 7 * byte)) | 0x80
      }
      bytes[index + 8] = UInt8(truncatingIfNeeded: value)
      return index + 9
    }
    var shift = value == 0 ? 0 : (63 - value.leadingZeroBitCount) / 7 * 7
    while shift > 0 {
      bytes[index] = UInt8(truncatingIfNeeded: value >> UInt64(shift)) | 0x80
      index += 1
      shift -= 7
    }
    bytes[index] = UInt8(value & 0x7f)
    return index + 1
  }

  /// Lends what was written.
  func lend<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    lend(first..<count, body)
  }

  func lend<Value, Failure: Error>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])))
    }
  }

  private mutating func grow(by size: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(bytes.count, size)))
  }
}
