/// Comments in the dates of mail (RFC 822 section 3.4.3): words in parentheses, which may nest and
/// may stand within a word.
enum MailComments {
  /// The text without them; nil where it has none.
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
