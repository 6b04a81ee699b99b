/// What a folded word is written in, as far as reading it differs.
enum WordScript {
  /// Words with spaces between them, of letters with one or two bytes each, or digits.
  case alphabet
  /// Han and kana: each sign is a word of its own.
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
