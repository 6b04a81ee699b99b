extension UInt8 {
  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  var isAlphanumeric: Bool { isLetter || isDigit }
  /// Whether the byte is a space, or one of U+0009 to U+000D.
  var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }

  /// The byte with an ASCII letter in lower case.
  var lowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }

  /// The byte with an ASCII letter in upper case.
  var uppercased: UInt8 { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self ? self & 0xDF : self }

  /// The value of a digit in base 10 or 16; nil for any other byte.
  func digit(radix: UInt32) -> UInt32? {
    if isDigit { return UInt32(self - UInt8(ascii: "0")) }
    let lower = self | 0x20
    guard radix == 16, UInt8(ascii: "a")...UInt8(ascii: "f") ~= lower else { return nil }
    return UInt32(lower - UInt8(ascii: "a")) + 10
  }
}
