/// Walks over the bytes of a written date; past the end it sees zeros.
struct DateCursor {
  private let bytes: [UInt8]
  var index = 0

  /// Dashes and spaces of typography read as those of ASCII.
  init(_ text: String) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      bytes = Array(text.utf8)
    } else {
      bytes = Array(String(String.UnicodeScalarView(text.unicodeScalars.map(Self.plain))).utf8)
    }
    skipSpace()
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x2010...0x2015, 0x2212, 0xFF0D, 0x301C, 0xFF5E: "-"
    case 0xA0, 0x2000...0x200B, 0x202F, 0x205F, 0x3000: " "
    case 0xFF1A: ":"
    default: scalar
    }
  }

  /// Whether nothing but white space is left.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index >= bytes.count
    }
  }

  var peek: UInt8 { self[0] }

  /// The byte that many after the current one, or before it.
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

  /// A run of one to `limit` digits; nil where there are more or none.
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

  /// Exactly that many digits, whatever follows.
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

  /// The letters from here on in lower case, at most 40 bytes; empty where there are none.
  mutating func word() -> String {
    let start = index
    var isASCII = true
    while peek.isLetter || peek >= 0x80, index - start < 40 {
      isASCII = isASCII && peek < 0x80
      index += 1
    }
    let word = String(decoding: bytes[start..<index].map(\.lowercased), as: UTF8.self)
    return isASCII ? word : word.lowercased()
  }

  /// The three letters from here on as one number, in lower case; for tables.
  var threeLetters: UInt32 {
    UInt32(self[0] | 0x20) << 16 | UInt32(self[1] | 0x20) << 8 | UInt32(self[2] | 0x20)
  }

  /// The bytes since `start` as they were written.
  func text(from start: Int) -> String {
    String(decoding: bytes[min(start, index)..<index], as: UTF8.self)
  }
}
