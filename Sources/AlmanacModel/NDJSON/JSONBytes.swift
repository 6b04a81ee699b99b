/// Sixteen bytes of a text at once.
public enum JSONBytes {
  /// How many bytes precede the first quotation mark, backslash or control character.
  ///
  /// The highest bit of each byte holds the answer: comparisons of `SIMD16` are compiled into loops.
  @inlinable @inline(__always)
  public static func plainBytes(in bytes: SIMD16<UInt8>) -> Int {
    let (low, high) = (SIMD16<UInt8>(repeating: 0x7F), SIMD16<UInt8>(repeating: 0x80))
    let quote = bytes ^ SIMD16(repeating: UInt8(ascii: "\""))
    let backslash = bytes ^ SIMD16(repeating: UInt8(ascii: "\\"))
    let isPlain =
      ((quote & low) &+ low | quote) & ((backslash & low) &+ low | backslash)
      & ((bytes & low) &+ SIMD16(repeating: 0x60) | bytes)
    let words = unsafe unsafeBitCast(~isPlain & high, to: SIMD2<UInt64>.self)
    if words[0] != 0 { return words[0].littleEndian.trailingZeroBitCount >> 3 }
    return words[1] == 0 ? 16 : 8 + words[1].littleEndian.trailingZeroBitCount >> 3
  }
}
