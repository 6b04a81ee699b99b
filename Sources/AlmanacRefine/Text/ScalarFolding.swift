import Foundation

/// The folded form of a non-ASCII character.
enum ScalarFolding {
  enum Result {
    /// UTF-8 of letters in lower case.
    case letters([UInt8])
    /// An ASCII digit.
    case digit(UInt8)
    /// This ASCII character.
    case ascii(UInt8)
    /// A character that is a word, in UTF-8.
    case ideograph([UInt8])
    /// Omitted: joiners, soft hyphens, diacritics.
    case dropped
  }

  static func fold(_ scalar: Unicode.Scalar) -> Result {
    let value = scalar.value
    switch value {
    case 0xC0...0x17F:
      if let letters = latin[value] { return .letters(letters) }
      // Two symbols among the letters of Latin-1: multiplication and division.
      return .ascii(UInt8(ascii: "-"))
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return .ascii(UInt8(ascii: " "))
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0xFE00...0xFE0F, 0xFEFF:
      return .dropped
    // Apostrophes, and modifier letters used as apostrophes.
    case 0xB4, 0x2018, 0x2019, 0x201B, 0x2B9...0x2BF: return .dropped
    case 0x300...0x36F: return .dropped
    // Dashes separate words; hyphens do not.
    case 0x2010, 0x2011: return .ascii(UInt8(ascii: "-"))
    case 0x2012...0x2015, 0x2022, 0xB7, 0x2028, 0x2029, 0x3001, 0x3002:
      return .ascii(UInt8(ascii: ","))
    case 0xFF01...0xFF5E: return .ascii(UInt8(truncatingIfNeeded: value - 0xFEE0))
    case 0xFB00...0xFB06: return .letters(ligatures[Int(value - 0xFB00)])
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      return .ideograph(Array(String(scalar).utf8))
    default: return foldOther(scalar)
    }
  }

  private static func foldOther(_ scalar: Unicode.Scalar) -> Result {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .decimalNumber, .otherNumber:
      guard let number = properties.numericValue, number >= 0, number <= 9,
        let digit = UInt8(exactly: number)
      else { return .ascii(UInt8(ascii: "-")) }
      return .digit(UInt8(ascii: "0") + digit)
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .nonspacingMark, .spacingMark:
      return .letters(lowercase(scalar))
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation:
      return .ascii(UInt8(ascii: ","))
    default: return .ascii(UInt8(ascii: "-"))
    }
  }

  /// Lower case without diacritics; equal for composed and decomposed characters.
  private static func lowercase(_ scalar: Unicode.Scalar) -> [UInt8] {
    let lower = scalar.properties.lowercaseMapping
    guard (0x180..<0x2000).contains(scalar.value) else { return Array(lower.utf8) }
    var kept = String.UnicodeScalarView()
    for part in lower.decomposedStringWithCanonicalMapping.unicodeScalars
    where !(0x300...0x36F).contains(part.value) {
      kept.append(part)
    }
    return Array(String(kept).utf8)
  }

  private static let ligatures: [[UInt8]] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"].map {
    Array($0.utf8)
  }

  /// The folded forms of U+00C0 ... U+017F, in the order of the code points; `-` is no letter.
  private static let latin: [UInt32: [UInt8]] = {
    let spellings = """
      a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th ss
      a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th y
      a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g
      h h h h i i i i i i i i i i ij ij j j k k k l l l l l l l l l l
      n n n n n n n n n o o o o o o oe oe r r r r r r s s s s s s s s
      t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s
      """
    var table: [UInt32: [UInt8]] = [:]
    for (offset, spelling) in spellings.split(whereSeparator: \.isWhitespace).enumerated()
    where spelling != "-" {
      table[0xC0 + UInt32(offset)] = Array(spelling.utf8)
    }
    return table
  }()
}
