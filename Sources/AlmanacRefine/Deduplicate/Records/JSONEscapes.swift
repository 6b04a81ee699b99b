/// The escapes of JSON strings.
enum JSONEscapes {
  static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Appends what the string says; a lone surrogate becomes U+FFFD.
  ///
  /// - Parameter range: Of a string that the scanner accepted.
  static func decode(_ text: Span<UInt8>, _ range: Range<Int>, into bytes: inout [UInt8]) {
    var index = range.lowerBound
    while true {
      let end = text.first(UInt8(ascii: "\\"), from: index, to: range.upperBound)
      text.append(index..<end, to: &bytes)
      index = end
      guard index < range.upperBound else { return }
      let letter = text[index + 1]
      index += 2
      switch letter {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "u"): appendScalar(text, &index, range.upperBound, to: &bytes)
      default: bytes.append(letter)
      }
    }
  }

  private static func unit(_ text: Span<UInt8>, _ index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 4 | (digit(text[index + $1]) ?? 0) }
  }

  private static func appendScalar(
    _ text: Span<UInt8>, _ index: inout Int, _ end: Int, to bytes: inout [UInt8]
  ) {
    var value = unit(text, index)
    index += 4
    if value & 0xFC00 == 0xD800, index + 6 <= end, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u")
    {
      let low = unit(text, index + 2)
      if low & 0xFC00 == 0xDC00 {
        value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
        index += 6
      }
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
