/// Which of the 65,536 occurrences of a part are in a set.
struct OccurrenceBits {
  private var words = [UInt64](repeating: 0, count: OccurrenceList.partSize / 64)

  mutating func removeAll() {
    for index in words.indices { words[index] = 0 }
  }

  /// - Parameter offset: Within the part; what lies outside, as damaged lists say, is left out.
  mutating func insert(_ offset: Int) {
    guard offset >= 0, offset < OccurrenceList.partSize else { return }
    words[offset >> 6] |= 1 << UInt64(offset & 63)
  }

  mutating func insert(_ offsets: Range<Int>) {
    for index in offsets.lowerBound >> 6..<(offsets.upperBound + 63) >> 6 {
      words[index] |= Self.mask(offsets, in: index)
    }
  }

  /// Adds what a row of a part holds.
  mutating func formUnion(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == OccurrenceList.bitmapBytes else {
      return OccurrenceList.each(bytes) { insert(Int($0)) }
    }
    for index in words.indices {
      words[index] |= UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
  }

  /// Keeps what is in the other, too.
  ///
  /// - Returns: Whether anything is left.
  mutating func formIntersection(_ other: OccurrenceBits) -> Bool {
    var any: UInt64 = 0
    for index in words.indices {
      let both = words[index] & other.words[index]
      words[index] = both
      any |= both
    }
    return any != 0
  }

  /// Lends the offsets in their order, until the body says that it has enough.
  ///
  /// - Returns: Whether the body wants more.
  func each(_ body: (Int) throws -> Bool) rethrows -> Bool {
    for index in words.indices {
      var rest = words[index]
      while rest != 0 {
        guard try body(index << 6 + rest.trailingZeroBitCount) else { return false }
        rest &= rest - 1
      }
    }
    return true
  }

  /// Those bits of a word that are in a range.
  private static func mask(_ range: Range<Int>, in index: Int) -> UInt64 {
    let from = max(0, range.lowerBound - index << 6)
    let to = min(64, range.upperBound - index << 6)
    guard from < to else { return 0 }
    let upper = to == 64 ? UInt64.max : (1 << UInt64(to)) - 1
    return upper & (UInt64.max << UInt64(from))
  }
}
