import AlmanacTime
import Glibc

/// Texts one behind the other: a million ids take little more than their bytes.
struct TextList: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  var count: Int { ends.count }

  mutating func add(_ text: String) {
    text.withUTF8Bytes { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ text: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
  }

  /// Lends the bytes of a text.
  func lend<Value>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    try bytes.withUnsafeBytes { try body(Self.text(index, in: $0, ends)) }
  }

  /// The positions in the order of the texts, byte by byte; equal ones as they came.
  func sorted() -> [Int32] { sorted(Array(0..<Int32(count))) }

  /// Sorts positions by their texts; those of equal ones stay as they are.
  func sorted(_ positions: [Int32]) -> [Int32] {
    bytes.withUnsafeBytes { bytes in
      positions.sorted { one, other in
        Self.text(Int(one), in: bytes, ends).precedes(Self.text(Int(other), in: bytes, ends))
      }
    }
  }

  func areEqual(_ one: Int, _ other: Int) -> Bool {
    lend(one) { text in lend(other) { text.holdsSame(as: $0) } }
  }

  private static func text(
    _ index: Int, in bytes: UnsafeRawBufferPointer, _ ends: [Int]
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
  }
}

extension UnsafeRawBufferPointer {
  func holdsSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let one = baseAddress, let second = other.baseAddress else {
      return count == other.count
    }
    return memcmp(one, second, count) == 0
  }

  /// The order of SQLite: byte by byte.
  func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard let one = baseAddress, let second = other.baseAddress else { return count < other.count }
    let order = memcmp(one, second, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }
}
