/// The script class of a folded word.
enum WordScript {
  /// Words with spaces between them: letters of one or two bytes, or digits.
  case alphabet
  /// Han and kana: each character is a word.
  case ideographs
  /// Hangul: words with spaces between them, including particles.
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
