import AlmanacModel

/// Removes what is no venue from a text that a platform has copied from a page: tags, character references
/// that were escaped twice, mail addresses.
enum VenueMarkup {
  /// The text without markup; the text itself if it has none, as nearly all.
  static func removed(from text: String) -> String {
    guard text.utf8.contains(where: { $0 == ampersand || $0 == less || $0 == at }) else {
      return text
    }
    // "&amp;nbsp;" was escaped twice.
    let decoded = HTMLEntities.decode(HTMLEntities.decode(text))
    return String(decoding: withoutMail(withoutTags(Array(decoded.utf8))), as: UTF8.self)
  }

  private static let ampersand = UInt8(ascii: "&")
  private static let less = UInt8(ascii: "<")
  private static let at = UInt8(ascii: "@")

  // MARK: Tags

  private static func withoutTags(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(less) else { return bytes }
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == less, index + 1 < bytes.count, begins(bytes[index + 1]),
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ">"))
      {
        let name = bytes[(index + 1)..<end].drop { $0 == UInt8(ascii: "/") }.prefix(while: isLetter)
        if !inline.contains(String(decoding: name, as: UTF8.self).lowercased()) {
          output.append(UInt8(ascii: "\n"))
        }
        index = end + 1
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }

  /// Elements within a line; all others begin another.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "em", "font", "i", "small", "span", "strong", "sup", "u",
  ]

  private static func begins(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || isLetter(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  // MARK: Mail addresses

  private static func withoutMail(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(at) else { return bytes }
    var output = bytes
    for word in bytes.split(whereSeparator: { $0 <= UInt8(ascii: " ") }) where isMail(word) {
      for index in word.indices { output[index] = UInt8(ascii: " ") }
    }
    return output
  }

  /// Whether a word is an address: its domain is in small letters and ends with letters behind a dot,
  /// unlike the buildings of `0178@5501` and `SR2@B.12`.
  private static func isMail(_ word: ArraySlice<UInt8>) -> Bool {
    guard let sign = word.lastIndex(of: at), sign > word.startIndex else { return false }
    let domain = word[(sign + 1)...].split(separator: UInt8(ascii: "."))
    guard domain.count > 1, let last = domain.last?.prefix(while: isLetter) else { return false }
    return last.count >= 2 && domain.joined().allSatisfy { !(0x41...0x5A).contains($0) }
  }
}
