/// The script of a folded word, as far as reading depends on it.
enum WordScript {
  /// Words with spaces between them, of letters with one or two bytes each, or digits.
  case alphabet
  /// Han and kana: each character is a word of its own.
  case ideographs
  /// Hangul: words with spaces between them that carry their particles with them.
  case syllables

  /// - Parameter lead: The first byte of the word.
  @inline(__always)
  init(lead: UInt8) {
    switch lead {
    case 0xEA...0xED: self = .syllables
    case 0xE2...: self = .ideographs
    default: self = .alphabet
    }
  }
}
