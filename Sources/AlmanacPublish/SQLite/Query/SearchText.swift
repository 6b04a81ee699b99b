import Foundation

/// The words of a search: those that `event_search` finds as words, and those of scripts that put
/// no spaces between words, which `event_trigram` finds anywhere in a text.
struct SearchText {
  struct Word {
    let text: String
    let isBeginning: Bool

    /// As FTS5 asks for it; in quotes, so that it is not taken for an operator.
    var query: String { SearchText.quoted(text) + (isBeginning ? "*" : "") }
  }

  /// The last may be a beginning.
  private(set) var words: [Word] = []
  /// Queries of FTS5 over three characters or more.
  private(set) var trigrams: String?
  /// What is too short for trigrams, and signs that are no words.
  private(set) var parts: [String] = []

  init?(_ text: String?) {
    let words = (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return nil }
    self.words = words.indices.compactMap { index in
      Self.hasUnspacedScript(words[index]) || !Self.hasToken(words[index])
        ? nil : Word(text: words[index], isBeginning: index == words.count - 1)
    }
    let unspaced = words.filter(Self.hasUnspacedScript)
    let long = unspaced.filter { $0.unicodeScalars.count >= 3 }
    if !long.isEmpty { trigrams = long.map(Self.quoted).joined(separator: " AND ") }
    parts = words.filter { word in
      Self.hasUnspacedScript(word) ? word.unicodeScalars.count < 3 : !Self.hasToken(word)
    }
  }

  /// Whether any of it is written in Han, kana, Thai, Lao, Khmer or Burmese.
  static func hasUnspacedScript(_ text: String) -> Bool {
    text.utf8.contains { $0 >= 0xe0 }
      && text.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x0e00...0x0eff, 0x1000...0x109f, 0x1780...0x17ff, 0x3005...0x3007, 0x3040...0x30ff,
          0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0xff66...0xff9d, 0x20000...0x323af:
          true
        default: false
        }
      }
  }

  fileprivate static func quoted(_ word: String) -> String {
    "\"\(word.replacingOccurrences(of: "\"", with: "\"\""))\""
  }

  /// Whether FTS5 sees a word in it: a letter or a digit. Circled letters and the like are signs to it.
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
