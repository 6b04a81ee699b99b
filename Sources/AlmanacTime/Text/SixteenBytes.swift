/// Sixteen bytes of a text at once, asked for signs.
///
/// Its questions are answered by the highest bit of each byte, by arithmetic alone: comparisons of
/// `SIMD16` are compiled into loops over its elements.
@frozen public struct SixteenBytes {
  @usableFromInline let bytes: SIMD16<UInt8>

  @inlinable @inline(__always)
  public init(_ bytes: SIMD16<UInt8>) { self.bytes = bytes }

  /// The bytes from an index on, of which there must be sixteen.
  @inlinable @inline(__always)
  public init(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
    bytes = UnsafeRawBufferPointer(text).loadUnaligned(
      fromByteOffset: index, as: SIMD16<UInt8>.self)
  }

  /// What holds of each byte.
  @frozen public struct Answer {
    @usableFromInline let bits: SIMD16<UInt8>

    @inlinable @inline(__always)
    init(bits: SIMD16<UInt8>) { self.bits = bits }

    @inlinable @inline(__always)
    public static func & (one: Answer, other: Answer) -> Answer {
      Answer(bits: one.bits & other.bits)
    }

    @inlinable @inline(__always)
    public static func | (one: Answer, other: Answer) -> Answer {
      Answer(bits: one.bits | other.bits)
    }

    /// The first byte of which it does not hold; 16 where it holds of all.
    @inlinable @inline(__always)
    public var firstExcepted: Int {
      let words = unsafeBitCast(~bits & SIMD16(repeating: 0x80), to: SIMD2<UInt64>.self)
      let (low, high) = (words[0].littleEndian, words[1].littleEndian)
      if low | high == 0 { return 16 }
      return low != 0
        ? low.trailingZeroBitCount &>> 3 : 8 &+ high.trailingZeroBitCount &>> 3
    }
  }

  @inlinable @inline(__always)
  public func isNot(_ sign: UInt8) -> Answer {
    let rest = bytes ^ SIMD16(repeating: sign)
    let low = SIMD16<UInt8>(repeating: 0x7F)
    return Answer(bits: ((rest & low) &+ low) | rest)
  }

  /// Neither one of the two signs, which must differ in one bit.
  @inlinable @inline(__always)
  public func isNeither(_ sign: UInt8, nor other: UInt8) -> Answer {
    let rest = (bytes | SIMD16(repeating: sign ^ other)) ^ SIMD16(repeating: sign | other)
    let low = SIMD16<UInt8>(repeating: 0x7F)
    return Answer(bits: ((rest & low) &+ low) | rest)
  }

  /// 0x20 and above.
  @inlinable @inline(__always)
  public var isNoControl: Answer {
    Answer(bits: ((bytes & SIMD16(repeating: 0x7F)) &+ SIMD16(repeating: 0x60)) | bytes)
  }

  /// 0x20 to 0x7E.
  @inlinable @inline(__always)
  public var isVisibleASCII: Answer {
    let low = bytes & SIMD16(repeating: 0x7F)
    let above = low &+ SIMD16(repeating: 0x60)
    let beyond = (low &+ SIMD16(repeating: 0x01)) | bytes
    return Answer(bits: above & ~beyond)
  }

  /// The first place of a sign from an index on; nil where there is none.
  @inlinable
  public static func firstIndex(
    of sign: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> Int? {
    var index = start
    while index &+ 16 <= text.count {
      let others = SixteenBytes(text, at: index).isNot(sign).firstExcepted
      index &+= others
      if others < 16 { return index }
    }
    while index < text.count {
      if text[index] == sign { return index }
      index &+= 1
    }
    return nil
  }

  /// How many of the bytes of a text are a sign.
  public static func count(of sign: UInt8, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var index = 0
    var others = 0
    while index &+ 16 <= text.count {
      // What one byte can count.
      let end = min(text.count &- 16, index &+ 16 &* 254)
      var sums = SIMD16<UInt8>(repeating: 0)
      while index <= end {
        sums = sums &+ (SixteenBytes(text, at: index).isNot(sign).bits &>> 7)
        index &+= 16
      }
      let words = unsafeBitCast(sums, to: SIMD2<UInt64>.self)
      for word in [words[0], words[1]] {
        let pairs = (word & 0x00FF_00FF_00FF_00FF) &+ (word &>> 8 & 0x00FF_00FF_00FF_00FF)
        others &+= Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) &>> 48)
      }
    }
    var count = index &- others
    while index < text.count {
      if text[index] == sign { count &+= 1 }
      index &+= 1
    }
    return count
  }
}
