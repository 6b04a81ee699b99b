/// Resolves HTML character references once: `&amp;lt;` becomes `&lt;`.
extension HTMLEntities {
  /// Resolves named and numeric references; a bare `&` stays.
  ///
  /// - Parameter isAttribute: Whether the text is an attribute value, in which a name without
  ///   semicolon before a letter or digit is part of an address (WHATWG HTML, section 13.2.5.73).
  public static func decode(_ text: String, isAttribute: Bool = false) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      output.append(contentsOf: rest[..<start])
      if let reference = reference(in: bytes[...], at: start),
        !isAttribute || bytes[reference.end - 1] == UInt8(ascii: ";")
          || reference.end == bytes.count || !bytes[reference.end].isAlphanumeric
      {
        reference.append(to: &output)
        rest = bytes[reference.end...]
      } else {
        output.append(UInt8(ascii: "&"))
        rest = bytes[(start + 1)...]
      }
    }
    output.append(contentsOf: rest)
    return String(decoding: output, as: UTF8.self)
  }

  /// A reference, and the index after it.
  public struct Reference: Sendable {
    public let scalars: Scalars
    public let end: Int

    /// Appends the characters in UTF-8; a value that is no scalar becomes U+FFFD (WHATWG HTML,
    /// section 13.2.5.80).
    public func append(to output: inout [UInt8]) {
      for value in [scalars.first, scalars.second] {
        guard let value else { continue }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// The reference that starts with the `&` at an index; nil if there is none within the slice.
  public static func reference(in bytes: ArraySlice<UInt8>, at start: Int) -> Reference? {
    func byte(_ index: Int) -> UInt8 { index < bytes.endIndex ? bytes[index] : 0 }
    if byte(start + 1) == UInt8(ascii: "#") { return number(in: bytes, at: start + 2) }
    var end = start + 1
    while end - start <= 32, byte(end).isAlphanumeric { end += 1 }
    guard end > start + 1 else { return nil }
    let name = bytes[(start + 1)..<end]
    if byte(end) == UInt8(ascii: ";") {
      if let scalars = scalars(named: name) { return Reference(scalars: scalars, end: end + 1) }
      // `&notit;` is `&not` and `it;` (WHATWG HTML, section 13.2.5.73).
      for length in stride(from: min(name.count - 1, longestUnterminated), through: 2, by: -1) {
        guard isUnterminated(name.prefix(length)) else { continue }
        return scalars(named: name.prefix(length)).map {
          Reference(scalars: $0, end: start + 1 + length)
        }
      }
      return nil
    }
    // `?a=1&copy=2` is a query, not a symbol.
    guard byte(end) != UInt8(ascii: "="), isUnterminated(name) else { return nil }
    return scalars(named: name).map { Reference(scalars: $0, end: end) }
  }

  private static func isUnterminated(_ name: ArraySlice<UInt8>) -> Bool {
    unterminated.contains(String(decoding: name, as: UTF8.self))
  }

  private static func number(in bytes: ArraySlice<UInt8>, at start: Int) -> Reference? {
    func byte(_ index: Int) -> UInt8 { index < bytes.endIndex ? bytes[index] : 0 }
    let isHexadecimal = byte(start) | 0x20 == UInt8(ascii: "x")
    var index = isHexadecimal ? start + 1 : start
    let first = index
    var value: UInt32 = 0
    while let digit = byte(index).digit(radix: isHexadecimal ? 16 : 10) {
      // Clamp: all values beyond Unicode are equally invalid.
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      index += 1
    }
    guard index > first else { return nil }
    if byte(index) == UInt8(ascii: ";") { index += 1 }
    return Reference(scalars: Scalars(first: Self.scalar(ofNumber: value), second: nil), end: index)
  }

  /// Numbers 128 to 159 mean Windows-1252 (WHATWG HTML, section 13.2.5.80).
  public static func scalar(ofNumber value: UInt32) -> UInt32 {
    switch value {
    case 0x80...0x9F: Windows1252.scalar(UInt8(truncatingIfNeeded: value))
    case 0: 0xFFFD
    default: value
    }
  }

  private static let longestUnterminated = 6

  /// The names that HTML accepts without a semicolon.
  private static let unterminated = Set(
    """
    AMP LT GT QUOT COPY REG amp lt gt quot nbsp iexcl cent pound curren yen brvbar sect uml copy \
    ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo \
    frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute \
    Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
    Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
    egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml \
    divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """.split(separator: " ").map(String.init))
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  fileprivate var isAlphanumeric: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || digit(radix: 10) != nil
  }

  /// The value of a digit in base 10 or 16; nil for any other byte.
  fileprivate func digit(radix: UInt32) -> UInt32? {
    let lower = self | 0x20
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt32(self - UInt8(ascii: "0"))
    case _ where radix == 16 && UInt8(ascii: "a")...UInt8(ascii: "f") ~= lower:
      return UInt32(lower - UInt8(ascii: "a")) + 10
    default: return nil
    }
  }
}
