import Testing

@testable import AlmanacPublish

@Suite struct FixedBytesTests {
  /// As sqlite.org/fileformat2.html, section 1.6, describes them, from the last byte on.
  private static func varint(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    if value >= 1 << 56 {
      bytes = [UInt8(truncatingIfNeeded: value)]
      rest >>= 8
      while bytes.count < 9 {
        bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
        rest >>= 7
      }
      return bytes
    }
    repeat {
      bytes.insert(UInt8(rest & 0x7F) | (bytes.isEmpty ? 0 : 0x80), at: 0)
      rest >>= 7
    } while rest > 0
    return bytes
  }

  @Test(
    "numbers of variable size take as many bytes as SQLite gives them",
    arguments: (0..<64).flatMap { shift in
      [(UInt64(1) << UInt64(shift)) - 1, UInt64(1) << UInt64(shift)]
    } + [.max])
  func variableSize(value: UInt64) {
    var bytes = FixedBytes(count: 1)
    bytes.append(varint: value)
    #expect(bytes.lend { Array($0) } == Self.varint(value))
  }

  @Test("numbers of a size begin with their highest byte", arguments: 0...8)
  func size(size: Int) {
    var bytes = FixedBytes(count: 1)
    bytes.append(0x0102_0304_0506_0708, bytes: size)
    #expect(bytes.lend { Array($0) } == Array([1, 2, 3, 4, 5, 6, 7, 8].suffix(size)))
  }

  @Test("room that is too small grows, and what was there stays", arguments: [0, 1, 7, 300, 9_000])
  func grows(count: Int) {
    var bytes = FixedBytes(count: 4, from: 3)
    bytes.append(1)
    [UInt8](repeating: 2, count: count).withUnsafeBytes { bytes.append($0) }
    bytes.append(3, bytes: 1)
    bytes.append(varint: 4)
    #expect(bytes.lend { Array($0) } == [1] + Array(repeating: 2, count: count) + [3, 4])
    bytes.cut(at: 4)
    #expect(bytes.lend { Array($0) } == [1])
    bytes.clear()
    bytes.append(5)
    #expect(bytes.lend { Array($0) } == [5])
  }
}
