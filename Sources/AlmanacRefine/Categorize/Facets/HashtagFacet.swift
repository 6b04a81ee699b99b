import AlmanacModel

/// The hashtags of a text, as tags.
enum HashtagFacet {
  /// More hashtags are an advertisement.
  private static let most = 8
  private static let longest = 40

  static func read(_ text: FacetText, excluding tags: [String]) -> [EventFacet] {
    guard text.raw.utf8.contains(UInt8(ascii: "#")) else { return [] }
    var seen = Set(tags.map { $0.lowercased() })
    var found: [EventFacet] = []
    for word in text.raw.split(whereSeparator: { $0.isWhitespace || ",;()".contains($0) }) {
      guard word.first == "#" else { continue }
      let tag = word.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard let first = tag.first, first.isLetter, (2...longest).contains(tag.count),
        !isColor(tag), seen.insert(tag.lowercased()).inserted
      else { continue }
      found.append(EventFacet(.tag, String(tag), source: text.source("#\(tag)")))
    }
    return found.count <= most ? found : []
  }

  /// Whether it is a color of markup such as `#e6e6e6`.
  private static func isColor(_ tag: Substring) -> Bool {
    [3, 6, 8].contains(tag.count) && tag.allSatisfy(\.isHexDigit)
      && tag.contains(where: \.isNumber)
  }
}
