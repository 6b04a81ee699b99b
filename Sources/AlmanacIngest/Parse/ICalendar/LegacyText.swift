/// Text that should be UTF-8 (RFC 5545 section 3.1.4) and may be Windows-1252.
enum LegacyText {
  static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }

  /// Bytes that are not UTF-8 are read as Windows-1252, the commonest mistake, which has a
  /// character for every byte.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes {
      text.unicodeScalars.append(Unicode.Scalar(Windows1252.scalar(byte)) ?? "\u{FFFD}")
    }
    return text
  }
}
