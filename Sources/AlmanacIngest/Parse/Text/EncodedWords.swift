import Foundation

/// The encoded words of mail headers (RFC 2047), which programs copy into titles:
/// `=?UTF-8?Q?Caf=C3=A9?=`.
enum EncodedWords {
  /// The text with its encoded words decoded; nil if it has none.
  static func decoded(_ text: String) -> String? {
    guard text.contains(byte: UInt8(ascii: "=")), text.contains("=?") else { return nil }
    var result = ""
    var rest = text[...]
    var pending: (charset: String, bytes: [UInt8])?
    func flush() {
      if let word = pending { result += Self.text(word.bytes, word.charset) }
      pending = nil
    }
    while let match = rest.firstMatch(
      of: /=\?([\w.:-]{2,40})(?:\*[\w-]*)?\?([QqBb])\?([^?]*)\?=/),
      let bytes = Self.bytes(match.output.3, isBase64: "Bb".contains(match.output.2))
    {
      let charset = match.output.1.lowercased()
      let between = rest[..<match.range.lowerBound]
      // White space between two words is not a part of the text (section 6.2).
      if pending == nil || between.contains(where: { !$0.isWhitespace }) {
        flush()
        result += between
      }
      // Some programs break a character into two words.
      if pending?.charset != charset { flush() }
      pending = (charset, (pending?.bytes ?? []) + bytes)
      rest = rest[match.range.upperBound...]
    }
    guard rest.startIndex > text.startIndex else { return nil }
    flush()
    return result + rest
  }

  private static func bytes(_ text: Substring, isBase64: Bool) -> [UInt8]? {
    guard isBase64 else {
      return QuotedPrintable.decode(text.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }[...])
    }
    let digits = text.filter { $0 != "=" && !$0.isWhitespace }
    let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
    return Data(base64Encoded: digits + padding).map { Array($0) }
  }

  private static func text(_ bytes: [UInt8], _ charset: String) -> String {
    do throws(DocumentRefusal) {
      return String(decoding: try TextDecoder.decode(bytes, charset: charset).bytes, as: UTF8.self)
    } catch {
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
