/// TEXT values (RFC 5545 section 3.3.11).
enum EscapedText {
  /// Undoes `\n`, `\N`, `\,`, `\;` and `\\`; other backslashes stay, as they do in the other readers.
  static func unescape(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return LegacyText.decode(bytes) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < bytes.endIndex,
        let meant = meaning(of: bytes[index])
      else {
        plain.append(byte)
        continue
      }
      plain.append(meant)
      index += 1
    }
    return LegacyText.decode(plain[...])
  }

  /// The parts between separators that are not escaped, each unescaped.
  static func list(_ bytes: ArraySlice<UInt8>, separator: Unicode.Scalar) -> [String] {
    parts(bytes, separator: UInt8(ascii: separator)).map(unescape)
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
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): byte
    default: nil
    }
  }
}
