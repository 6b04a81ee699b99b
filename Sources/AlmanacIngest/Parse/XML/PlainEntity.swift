/// Entities whose text is characters only.
enum PlainEntity {
  /// The text that replaces a reference to the entity, escaped for libxml2; nil if it contains
  /// markup.
  ///
  /// Character references are resolved where the entity is declared, all others where it is
  /// referenced (XML 1.0, section 4.4): `&#38;#60;` and `&lt;` are the character, `&#60;` starts a
  /// tag.
  static func replacement(_ value: String) -> [UInt8]? {
    guard !value.utf8.contains(UInt8(ascii: "%")),
      let declared = resolving(value, { $0.hasPrefix("#") ? character($0) : "&\($0);" }),
      !declared.utf8.contains(UInt8(ascii: "<")),
      let text = resolving(declared, { character($0) ?? predefined[$0] }),
      text.unicodeScalars.allSatisfy({ XMLByte.isCharacter($0.value) })
    else { return nil }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte < 0x20 || special.contains(byte) {
        bytes += "&#\(byte);".utf8
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static let predefined: [Substring: String] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
  ]

  /// Characters that are markup in text or in an attribute value.
  private static let special: [UInt8] = Array("<>&\"'".utf8)

  /// Replaces each reference by its meaning; nil if one has none.
  private static func resolving(_ text: String, _ meaning: (Substring) -> String?) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    var result = String(Substring(parts[0]))
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: UInt8(ascii: ";")),
        let resolved = meaning(Substring(part[..<end]))
      else { return nil }
      result += resolved
      result += Substring(part[part.index(after: end)...])
    }
    return result
  }

  /// The character of `#38` or `#x26`.
  private static func character(_ reference: Substring) -> String? {
    let isHexadecimal = reference.hasPrefix("#x")
    let digits = reference.utf8.dropFirst(isHexadecimal ? 2 : 1)
    let base: UInt32 = isHexadecimal ? 16 : 10
    guard reference.hasPrefix("#"), digits.allSatisfy({ $0.digit(radix: base) != nil }),
      let value = UInt32(Substring(digits), radix: Int(base)), XMLByte.isCharacter(value)
    else { return nil }
    return Unicode.Scalar(value).map { String($0) }
  }
}
