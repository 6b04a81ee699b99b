/// Byte classes, so that scanning needs one table lookup per byte.
enum XMLByte {
  /// Ends a run of text.
  static let inText: UInt8 = 1
  /// Ends a run of CDATA.
  static let inCDATA: UInt8 = 2
  /// Ends a run within a tag.
  static let inTag: UInt8 = 4
  /// May start a name.
  static let nameStart: UInt8 = 8
  /// White space (XML 1.0, production 3).
  static let space: UInt8 = 16

  static let classes: [UInt8] = (0...255).map { (byte: UInt8) -> UInt8 in
    var value: UInt8 = 0
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20: value = space
    case 0..<0x20: value = inText | inCDATA | inTag
    case 0xEF: value = inText | inCDATA | inTag | nameStart
    case UInt8(ascii: "<"), UInt8(ascii: "&"): value = inText | inTag
    case UInt8(ascii: "]"): value = inText | inCDATA
    case UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"): value = inTag
    case UInt8(ascii: ":"), UInt8(ascii: "_"), 0x80...: value = nameStart
    default: value = byte.isLetter ? nameStart : 0
    }
    return value
  }

  static func isNameStart(_ byte: UInt8) -> Bool { classes[Int(byte)] & nameStart != 0 }

  static func isSpace(_ byte: UInt8) -> Bool { classes[Int(byte)] & space != 0 }

  /// The first index in `start..<end` of a byte of the class; `end` if there is none.
  static func skip(
    _ input: [UInt8], from start: Int, to end: Int, until stop: UInt8
  ) -> Int {
    let end = min(end, input.count)
    var index = start
    while index < end, classes[Int(input[index])] & stop == 0 { index += 1 }
    return index
  }
}
