/// Bytes as hexadecimal digits.
enum HexDigits {
  /// The digits in lower case.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
  }

  /// The bytes that digits write; nil for any other text.
  static func bytes(of text: String) -> [UInt8]? {
    let digits = text.utf8.map { $0.digit(radix: 16) }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
