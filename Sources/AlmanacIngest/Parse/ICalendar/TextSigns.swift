/// What the bytes of a value hold that takes work, found in one pass: most values hold nothing.
struct TextSigns: OptionSet {
  let rawValue: UInt8

  /// A backslash.
  static let escape = TextSigns(rawValue: 1)
  /// `<` or `&`, of which HTML may be made.
  static let markup = TextSigns(rawValue: 2)
  /// Control characters, or blanks that are at an end or beside another.
  static let layout = TextSigns(rawValue: 4)

  private static let blank: UInt8 = 8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ bytes: ArraySlice<UInt8>) {
    rawValue = bytes.withUnsafeBufferPointer { bytes in
      Self.signs.withUnsafeBufferPointer { signs in
        var found: UInt8 = 0
        var doubled: UInt8 = 0
        // Before the first byte as after a blank.
        var last = Self.blank
        for byte in bytes {
          let sign = signs[Int(byte)]
          found |= sign
          doubled |= sign & last
          last = sign
        }
        let isLoose = (doubled | last) & Self.blank != 0 && !bytes.isEmpty
        return found & ~Self.blank | (isLoose ? Self.layout.rawValue : 0)
      }
    }
  }

  private static let signs: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "\\"): escape.rawValue
    case UInt8(ascii: "<"), UInt8(ascii: "&"): markup.rawValue
    case 0x20: blank
    case 0x00..<0x20, 0x7F: layout.rawValue
    default: 0
    }
  }
}
