public import AlmanacTime

/// Sixteen bytes of a text at once.
public enum JSONBytes {
  /// How many of them stand before the first quotation mark, backslash or control character.
  @inlinable @inline(__always)
  public static func plainBytes(in bytes: SIMD16<UInt8>) -> Int {
    let bytes = SixteenBytes(bytes)
    let plain =
      bytes.isNoControl & bytes.isNot(UInt8(ascii: "\"")) & bytes.isNot(UInt8(ascii: "\\"))
    return plain.firstExcepted
  }
}
