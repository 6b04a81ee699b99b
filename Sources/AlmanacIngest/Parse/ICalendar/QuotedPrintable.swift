/// The encoding `ENCODING=QUOTED-PRINTABLE` of vCalendar 1.0 (RFC 2045, section 6.7), which RFC 5545
/// dropped and phones still write.
enum QuotedPrintable {
  /// Decodes `=C3=A9`; other equals signs stay.
  static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.endIndex,
        let high = bytes[index + 1].digit(radix: 16), let low = bytes[index + 2].digit(radix: 16)
      {
        plain.append(UInt8(truncatingIfNeeded: high << 4 | low))
        index += 3
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return plain
  }

  /// Whether a line ends with a soft line break, so that the next one continues it.
  static func continues(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == UInt8(ascii: "=")
      && Array(line.prefix(256)).firstIndex(ofLowercase: Array("quoted-printable".utf8), from: 0)
        != nil
  }
}
