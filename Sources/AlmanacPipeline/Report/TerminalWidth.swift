extension TerminalText {
  /// The width of a text in columns of a terminal. It must be safe and one line.
  static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  /// The text, cut to a number of columns; a cut text ends with an ellipsis.
  static func fitted(_ text: String, to columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    guard columns > 0 else { return "" }
    var kept = ""
    var taken = 1
    for character in text {
      taken += width(of: character)
      guard taken <= columns else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// The first scalar decides, and the variation selector for emoji.
  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if isWide(first) || character.unicodeScalars.contains("\u{fe0f}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// East Asian Wide and Fullwidth (Unicode Standard Annex 11), in whole blocks, and emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1b000...0x1b2ff,
      0x20000...0x3fffd:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
