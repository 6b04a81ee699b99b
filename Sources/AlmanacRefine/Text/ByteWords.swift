import AlmanacModel

/// Reads bytes eight at a time.
///
/// The load is safe because its bounds are checked and any eight bytes are a valid number.
extension Span<UInt8> {
  /// Eight bytes from an index on, the first one in the lowest bits.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The next position of the byte; `end` if there is none.
  func first(_ byte: UInt8, from start: Int, to end: Int) -> Int {
    let wanted = UInt64(byte) &* 0x0101_0101_0101_0101
    var index = start
    while index &+ 8 <= end {
      let hits = ByteWords.zeros(word(at: index) ^ wanted)
      if hits != 0 { return index &+ hits.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < end, self[index] != byte { index &+= 1 }
    return index
  }

  /// The hash of the bytes, equal to `StableHash.bytes`.
  var stableHash: UInt64 {
    var hash = StableHash.seed
    for index in indices { hash = StableHash.step(hash, self[index]) }
    return hash
  }
}

enum ByteWords {
  /// The highest bit of each zero byte. Bits above the first one may be wrong.
  @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}
