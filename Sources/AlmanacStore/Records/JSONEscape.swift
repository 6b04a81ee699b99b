/// How the texts of records are escaped (RFC 8259 section 7): what must be, and nothing else.
enum JSONEscape {
  static func isNeeded(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Whether it is anywhere in a text. All of it is looked at, many bytes at a time: most texts have
  /// nothing to escape.
  static func isNeeded(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var found: UInt8 = 0
    for byte in text {
      found |= byte < 0x20 ? 1 : 0
      found |= byte == UInt8(ascii: "\"") ? 1 : 0
      found |= byte == UInt8(ascii: "\\") ? 1 : 0
    }
    return found != 0
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
