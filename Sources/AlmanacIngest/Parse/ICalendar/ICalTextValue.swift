/// TEXT values (RFC 5545 section 3.3.11).
enum ICalTextValue {
  /// Resolves `\n`, `\N`, `\,`, `\;`, `\\`, and escapes of other formats such as `\/` and `\:`.
  ///
  /// A backslash before a letter, a digit, a space or a non-ASCII character stays.
  static func unescape(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return Windows1252Fallback.decode(bytes) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      var byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\\"), index < bytes.endIndex, let meant = meaning(of: bytes[index]) {
        byte = meant
        index += 1
      }
      plain.append(byte)
    }
    return Windows1252Fallback.decode(plain[...])
  }

  /// Splits at unescaped separators and unescapes each part.
  static func list(_ bytes: ArraySlice<UInt8>, separator: Unicode.Scalar) -> [String] {
    parts(bytes, separator: UInt8(ascii: separator)).map { unescape($0) }
  }

  private static func parts(_ bytes: ArraySlice<UInt8>, separator: UInt8) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if byte == separator {
        parts.append(bytes[start..<index])
        start = index + 1
      }
      index += 1
    }
    parts.append(bytes[start...])
    return parts
  }

  private static func meaning(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"), UInt8(ascii: "N"): 0x0A
    // An escaped punctuation mark is the mark itself.
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: byte
    default: nil
    }
  }
}
