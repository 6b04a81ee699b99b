import Foundation

/// Converts search words into an FTS5 query.
///
/// Han, kana, Thai, Lao, Khmer and Burmese have no spaces between words. Each of their characters
/// is indexed as a word, so that a phrase query finds any substring.
struct SearchText {
  /// A query over the text columns; nil if no word can be indexed.
  let query: String?
  /// Words that FTS5 doesn't index, such as `++`.
  let parts: [String]

  init?(_ text: String?) {
    let words = (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return nil }
    let phrases = words.indices.compactMap { index -> String? in
      let word = words[index]
      guard Self.hasToken(word) else { return nil }
      if Self.hasUnspacedScript(word) { return Self.quoted(Self.spaced(word)) }
      // The last word may be a prefix.
      return Self.quoted(word) + (index == words.count - 1 ? "*" : "")
    }
    let columns = EditionSchema.textColumns.joined(separator: " ")
    query = phrases.isEmpty ? nil : "{\(columns)} : (\(phrases.joined(separator: " AND ")))"
    parts = words.filter { !Self.hasToken($0) }
  }

  /// Inserts spaces around each character of a script without spaces.
  static func spaced(_ text: String) -> String {
    guard hasUnspacedScript(text) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isUnspaced(scalar) {
        result.append(" ")
        result.append(scalar)
        result.append(" ")
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The least UTF-8 lead byte of these scripts. A text without such a byte needs no change.
  static let leastUnspacedByte: UInt8 = 0xe0

  static func hasUnspacedScript(_ text: String) -> Bool {
    text.utf8.contains { $0 >= leastUnspacedByte }
      && text.unicodeScalars.contains(where: isUnspaced)
  }

  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0e00...0x0eff, 0x1000...0x109f, 0x1780...0x17ff, 0x3005...0x3007, 0x3040...0x30ff,
      0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0xff66...0xff9d, 0x20000...0x323af:
      true
    default: false
    }
  }

  /// In quotes, so that FTS5 doesn't parse it as an operator.
  private static func quoted(_ word: String) -> String {
    "\"\(word.replacingOccurrences(of: "\"", with: "\"\""))\""
  }

  /// Whether FTS5 indexes a part of the word: it has a letter or a digit. Circled letters are
  /// symbols.
  private static func hasToken(_ word: String) -> Bool {
    word.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber:
        true
      default: false
      }
    }
  }
}
