import AlmanacTime

/// Whether `FieldText` would leave a text as it is: most texts of feeds need no work, and to see that
/// by their bytes takes a fraction of the time of taking them apart.
///
/// It may say no where the answer is yes, never the other way round.
enum CleanText {
  static func holds(_ text: String, lines: FieldText.Lines) -> Bool {
    text.withUTF8Bytes { bytes in
      var gap = Gap.space
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if 0x21...0x7E ~= byte {
          gap = .none
          index &+= 1
          index = endOfWords(bytes, from: index)
        } else if byte >= 0x80 {
          guard let length = length(of: byte, bytes, at: index) else { return false }
          gap = .none
          index += length
        } else {
          guard let wider = gap.adding(byte, lines: lines) else { return false }
          gap = wider
          index += 1
        }
      }
      return gap == .none || bytes.isEmpty
    }
  }

  /// Whether these are one visible character that stays wherever it stands.
  static func isSign(_ utf8: [UInt8]) -> Bool {
    utf8.withUnsafeBufferPointer { bytes in
      guard let lead = bytes.first else { return false }
      if lead < 0x80 { return bytes.count == 1 && 0x21...0x7E ~= lead }
      return length(of: lead, bytes, at: 0) == bytes.count
    }
  }

  /// Where words end that go on here, behind the sign of one, with single blanks between them.
  private static func endOfWords(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    // One more than sixteen: of each the byte that follows is looked at, too.
    while index &+ 17 <= bytes.count {
      let ones = SixteenBytes(bytes, at: index)
      let next = SixteenBytes(bytes, at: index &+ 1)
      let sign: UInt8 = 0x20
      let count =
        (ones.isVisibleASCII & (ones.isNot(sign) | (next.isNot(sign) & next.isVisibleASCII)))
        .firstExcepted
      index &+= count
      if count < 16 { break }
    }
    while index < bytes.count {
      if 0x21...0x7E ~= bytes[index] {
        index &+= 1
      } else if bytes[index] == 0x20, bytes[index &- 1] != 0x20, index &+ 1 < bytes.count,
        0x21...0x7E ~= bytes[index &+ 1]
      {
        index &+= 2
      } else {
        break
      }
    }
    return index
  }

  /// What stands between two words.
  private enum Gap {
    case none, space, line, paragraph

    /// nil where `FieldText` would make it smaller.
    func adding(_ byte: UInt8, lines: FieldText.Lines) -> Gap? {
      switch (self, byte) {
      case (.none, 0x20): .space
      case (.none, 0x0A) where lines == .many: .line
      case (.line, 0x0A) where lines == .many: .paragraph
      default: nil
      }
    }
  }

  /// Bytes of the character that begins here; nil for those that may have to go: white space,
  /// formatting characters, combining marks.
  private static func length(
    of lead: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Int? {
    // Swift's strings are valid UTF-8, so that what a lead byte promises is there.
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    let third = index + 2 < bytes.count ? bytes[index + 2] : 0
    switch (lead, second) {
    // U+00A1 to U+00BF without the soft hyphen.
    case (0xC2, 0xA1...0xBF): return second == 0xAD ? nil : 2
    // Latin, phonetic, Greek, Cyrillic up to U+047F.
    case (0xC3...0xCB, _), (0xCE...0xD1, _): return 2
    // Dashes, quotation marks, bullets, ellipsis: U+2010 to U+2027.
    case (0xE2, 0x80): return 0x90...0xA7 ~= third ? 3 : nil
    // Currency, arrows, signs: U+2080 to U+20BF, U+2100 to U+2BFF.
    case (0xE2, 0x82), (0xE2, 0x84...0xAF): return 3
    // Punctuation of East Asia, kana without their marks, everything up to U+3FFF.
    case (0xE3, 0x80): return 0x81...0xA9 ~= third ? 3 : nil
    case (0xE3, 0x82): return third == 0x99 || third == 0x9A ? nil : 3
    case (0xE3, 0x81...0xBF), (0xE4...0xE9, _): return 3
    // Hangul and full-width forms.
    case (0xEA, 0xB0...0xBF), (0xEB...0xEC, _), (0xED, 0x80...0x9D), (0xEF, 0xBC...0xBD): return 3
    // Emoji and signs: U+1F000 to U+1FFBF; at the end of the plane stand noncharacters.
    case (0xF0, 0x9F): return third == 0xBF ? nil : 4
    default: return nil
    }
  }
}
