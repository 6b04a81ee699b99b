/// A cursor over the UTF-8 bytes of a date. It reads 0 past the end.
struct DateCursor {
  private let bytes: ArraySlice<UInt8>
  var index: Int

  /// Reads a text in ASCII forms and skips leading space.
  init(_ text: String) { self.init(Array(Self.plain(text).utf8)[...]) }

  /// Reads ASCII bytes and skips leading space.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
    skipSpace()
  }

  /// The text with typographic dashes, spaces, dots, colons, apostrophes, parentheses and digits in their
  /// ASCII forms, without marks of direction, which browsers write into dates. Arabic digits count beside
  /// Arabic words only: `٢٠٢٦-١٠-٠٥` is no ISO 8601.
  static func plain(_ text: String) -> String {
    if text.bytes(allSatisfy: { $0 < 0x80 }) { return text }
    let isArabic = text.unicodeScalars.contains { 0x620...0x64A ~= $0.value }
    let scalars = text.unicodeScalars.compactMap { plain($0, isArabic: isArabic) }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func plain(_ scalar: Unicode.Scalar, isArabic: Bool) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x2010...0x2015, 0x2212, 0x223C, 0xFF0D, 0x301C, 0xFF5E: "-"
    case 0xA0, 0x2000...0x200B, 0x202F, 0x205F, 0x3000: " "
    case 0xFF1A: ":"
    case 0x2019: "'"
    case 0xFF08: "("
    case 0xFF09: ")"
    case 0x200E, 0x200F, 0x061C, 0xFEFF: nil
    case 0x60C, 0xB7, 0x2022: ","
    case 0xFF10...0xFF19: Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value - 0xFEE0))
    case 0x660...0x669 where isArabic:
      Unicode.Scalar(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: scalar.value & 0xF))
    default: scalar
    }
  }

  /// Skips white space and returns whether the end is reached.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index >= bytes.endIndex
    }
  }

  var peek: UInt8 { self[0] }

  /// The byte at an offset from the current one; 0 outside the text.
  subscript(offset: Int) -> UInt8 {
    bytes.indices.contains(index + offset) ? bytes[index + offset] : 0
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(truncatingIfNeeded: scalar.value) else { return false }
    index += 1
    return true
  }

  mutating func skipSpace() {
    while peek.isSpace { index += 1 }
  }

  /// Reads one to `limit` digits; nil if there are more or none.
  mutating func number(atMost limit: Int = 9) -> (value: Int, count: Int)? {
    let start = index
    var value = 0
    while peek.isDigit, index - start < limit {
      value = value * 10 + Int(peek - 0x30)
      index += 1
    }
    guard index > start, !peek.isDigit else {
      index = start
      return nil
    }
    return (value, index - start)
  }

  /// Reads exactly `count` digits; any byte may follow.
  mutating func digits(_ count: Int) -> Int? {
    let start = index
    var value = 0
    for _ in 0..<count {
      guard peek.isDigit else {
        index = start
        return nil
      }
      value = value * 10 + Int(peek - 0x30)
      index += 1
    }
    return value
  }

  /// Reads letters, at most 40 bytes, and returns them in lower case; empty if there are none.
  mutating func word() -> String {
    let start = index
    var isASCII = true
    while peek.isLetter || peek >= 0x80, index - start < 40 {
      isASCII = isASCII && peek < 0x80
      index += 1
    }
    let word = String(lowercasing: bytes[start..<index])
    return isASCII ? word : word.lowercased()
  }

  /// The next three bytes in lower case, packed into 24 bits for table lookups.
  var threeLetters: UInt32 {
    UInt32(self[0] | 0x20) << 16 | UInt32(self[1] | 0x20) << 8 | UInt32(self[2] | 0x20)
  }

  /// The bytes from `start` to the current position, as written.
  func text(from start: Int) -> String {
    String(decoding: bytes[min(start, index)..<index], as: UTF8.self)
  }
}
