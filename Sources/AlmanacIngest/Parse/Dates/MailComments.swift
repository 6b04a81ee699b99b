/// Comments in RFC 822 dates (section 3.4.3): parenthesized text, nested or inside a word.
enum MailComments {
  /// The text without its comments; nil if it has none or a parenthesis is unclosed.
  static func removed(from text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "(")) else { return nil }
    var depth = 0
    var rest: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth > 0: depth -= 1
      case _ where depth == 0: rest.append(byte)
      default: break
      }
    }
    return depth == 0 ? String(decoding: rest, as: UTF8.self) : nil
  }
}
