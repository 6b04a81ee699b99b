/// Bytes as hexadecimal digits.
enum HexDigits {
  /// The digits in lower case.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    func digit(_ value: UInt8) -> UInt8 { value + UInt8(ascii: value < 10 ? "0" : "W") }
    return String(
      decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
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
