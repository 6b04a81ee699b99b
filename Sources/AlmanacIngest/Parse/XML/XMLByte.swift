/// Classes of bytes, so that scanning asks one table per byte.
enum XMLByte {
  /// Ends a run of text.
  static let inText: UInt8 = 1
  /// Ends a run of CDATA.
  static let inCDATA: UInt8 = 2
  /// Ends a run within a tag.
  static let inTag: UInt8 = 4
  /// May begin a name.
  static let nameStart: UInt8 = 8
  /// White space (XML 1.0, production 3).
  static let space: UInt8 = 16
  /// Ends a run of text of `XMLStrictReader`.
  static let inStrictText: UInt8 = 32
  /// Ends a run of its CDATA.
  static let inStrictCDATA: UInt8 = 64

  static let classes: [UInt8] = (0...255).map { (byte: UInt8) -> UInt8 in
    var value: UInt8 = 0
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20: value = space
    case 0..<0x20: value = inText | inCDATA | inTag
    case 0xEF: value = inText | inCDATA | inTag | nameStart
    case UInt8(ascii: "<"), UInt8(ascii: "&"): value = inText | inTag
    case UInt8(ascii: "]"): value = inText | inCDATA
    case UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): value = inTag
    case UInt8(ascii: ":"), UInt8(ascii: "_"), 0x80...: value = nameStart
    default: value = isLetter(byte) ? nameStart : 0
    }
    if byte == 0x0D || value & inText != 0 { value |= inStrictText }
    if byte == 0x0D || value & inCDATA != 0 { value |= inStrictCDATA }
    return value
  }

  /// Of ASCII, what names consist of: 2 for what may begin one, 1 for what may go on, 0 for all else,
  /// the colon among it.
  static let strictName: [UInt8] = (0...255).map { (byte: UInt8) -> UInt8 in
    switch byte {
    case UInt8(ascii: "_"): 2
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): 1
    default: isLetter(byte) ? 2 : 0
    }
  }

  /// Whether the input reads so from an index on.
  static func reads(
    _ input: UnsafeBufferPointer<UInt8>, _ index: Int, _ text: StaticString
  ) -> Bool {
    guard index &+ text.utf8CodeUnitCount <= input.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where input[index &+ offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// How many line breaks there are.
  static func newlines(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var count = 0
    var index = 0
    while index &+ 8 <= raw.count {
      // A byte that was a line break has its highest bit set in the end, no other has.
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      let low = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F
      count &+= (~(low | word) & 0x8080_8080_8080_8080).nonzeroBitCount
      index &+= 8
    }
    while index < bytes.count {
      if bytes[index] == 0x0A { count &+= 1 }
      index &+= 1
    }
    return count
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isNameStart(_ byte: UInt8) -> Bool { classes[Int(byte)] & nameStart != 0 }

  static func isSpace(_ byte: UInt8) -> Bool { classes[Int(byte)] & space != 0 }

  /// The first index from `start` on, before `end`, of a byte of the class; `end` if there is none.
  static func skip(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, until stop: UInt8
  ) -> Int {
    let end = min(end, input.count)
    return classes.withUnsafeBufferPointer { classes in
      var index = start
      while index < end, classes[Int(input[index])] & stop == 0 { index &+= 1 }
      return max(index, start)
    }
  }
}
