/// How the texts of records are escaped (RFC 8259 section 7): what must be, and nothing else.
enum JSONEscape {
  static func isNeeded(_ byte: UInt8) -> Bool {
    // Not `||`: a loop over this has no jumps then.
    (byte < 0x20) != ((byte == UInt8(ascii: "\"")) != (byte == UInt8(ascii: "\\")))
  }

  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var plain = 0
    for index in text.indices where isNeeded(text[index]) {
      bytes.append(contentsOf: text[plain..<index])
      append(text[index], to: &bytes)
      plain = index + 1
    }
    bytes.append(contentsOf: text[plain...])
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0c: bytes.append(UInt8(ascii: "f"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      bytes += "u00".utf8
      bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    default: bytes.append(byte)
    }
  }
}
