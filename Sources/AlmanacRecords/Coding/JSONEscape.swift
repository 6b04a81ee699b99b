import AlmanacTime

/// Escapes strings as RFC 8259 section 7 requires, and no other characters.
enum JSONEscape {
  static func append(_ text: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) {
    var index = 0
    while true {
      index = appendPlain(text, from: index, to: &buffer)
      guard index < text.count else { return }
      append(text[index], to: &buffer)
      index &+= 1
    }
  }

  /// Copies the bytes before the next one that must be escaped, 16 at a time.
  ///
  /// - Returns: The index of that byte; the count if there is none.
  private static func appendPlain(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, to buffer: inout ByteBuffer
  ) -> Int {
    let raw = UnsafeRawBufferPointer(text)
    // Each step stores 16 bytes, even if fewer of them are plain: reserve 16 more.
    let target = buffer.reserve(text.count &- start &+ 16)
    var index = start
    while index &+ 16 <= text.count {
      let bytes = raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      target.storeBytes(of: bytes, toByteOffset: index &- start, as: SIMD16<UInt8>.self)
      let plain = plainBytes(in: bytes)
      index &+= plain
      if plain < 16 {
        buffer.advance(by: index &- start)
        return index
      }
    }
    while index < text.count, isPlain(text[index]) {
      target.storeBytes(of: text[index], toByteOffset: index &- start, as: UInt8.self)
      index &+= 1
    }
    buffer.advance(by: index &- start)
    return index
  }

  /// The number of bytes before the first one that must be escaped: 0 ... 16.
  ///
  /// Sets the highest bit of each plain byte by arithmetic, because the compiler turns comparisons
  /// of `SIMD16` into loops.
  private static func plainBytes(in bytes: SIMD16<UInt8>) -> Int {
    let (low, high) = (SIMD16<UInt8>(repeating: 0x7F), SIMD16<UInt8>(repeating: 0x80))
    let quote = bytes ^ SIMD16(repeating: UInt8(ascii: "\""))
    let backslash = bytes ^ SIMD16(repeating: UInt8(ascii: "\\"))
    let isPlain =
      ((quote & low) &+ low | quote) & ((backslash & low) &+ low | backslash)
      & ((bytes & low) &+ SIMD16(repeating: 0x60) | bytes)
    let words = unsafeBitCast(~isPlain & high, to: SIMD2<UInt64>.self)
    if words[0] != 0 { return words[0].littleEndian.trailingZeroBitCount >> 3 }
    return words[1] == 0 ? 16 : 8 + words[1].littleEndian.trailingZeroBitCount >> 3
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func append(_ byte: UInt8, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: buffer.append(UInt8(ascii: "b"))
    case 0x09: buffer.append(UInt8(ascii: "t"))
    case 0x0a: buffer.append(UInt8(ascii: "n"))
    case 0x0c: buffer.append(UInt8(ascii: "f"))
    case 0x0d: buffer.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      buffer.append(ascii: byte < 16 ? "u000" : "u00")
      buffer.append(ascii: String(byte, radix: 16))
    default: buffer.append(byte)
    }
  }
}
