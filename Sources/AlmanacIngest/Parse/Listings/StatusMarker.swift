import AlmanacModel

/// Reads a status marker in a title: `[CANCELLED] Concert`, `Konzert - ABGESAGT`,
/// `Concert (annulé)`.
enum StatusMarker {
  /// Returns the title without its marker, and the status. Without a marker, or if nothing else
  /// remains, the title is unchanged.
  ///
  /// A marker may be of any case in brackets, or before or after a colon, a dash or a bar.
  /// Otherwise it must be at the start or end in capitals, with the rest of the title not in
  /// capitals. "Cancelled Stamps: an Exhibition" has no marker.
  static func read(_ title: String) -> (title: String, status: EventStatus?) {
    // Fast path: nearly all titles have no marker.
    guard mayContainMarker(title) else { return (title, nil) }
    return bracketed(title) ?? separated(title) ?? bare(title) ?? (title, nil)
  }

  private typealias Reading = (title: String, status: EventStatus?)

  // Regular expressions are compiled at each use, so check for a required character first.

  private static func bracketed(_ title: String) -> Reading? {
    guard title.contains(where: { "[({<*【".contains($0) }) else { return nil }
    for match in title.matches(
      of: /\s*[\[\(\{<*【]+([^\[\]\(\)\{\}<>*【】]{4,40})[\]\)\}>*】]+\s*[:\-–—|]?\s*/)
    {
      guard let status = status(match.output.1) else { continue }
      return rest(title[..<match.range.lowerBound], title[match.range.upperBound...], status)
    }
    return nil
  }

  private static func separated(_ title: String) -> Reading? {
    guard title.contains(where: { ":|!*-–—".contains($0) }) else { return nil }
    if let match = title.prefixMatch(
      of: /\s*([^:\-–—|!*]{4,40}?)\s*(?:[:|!*]+|\s[\-–—]+\s|[–—])\s*/),
      let status = status(match.output.1)
    {
      return rest("", title[match.range.upperBound...], status)
    }
    if let match = title.firstMatch(
      of: /\s*(?:[:|!*]+|\s[\-–—]+\s|[–—])\s*([^:\-–—|!*]{4,40}?)[\s!.*\-–—]*$/),
      let status = status(match.output.1)
    {
      return rest(title[..<match.range.lowerBound], "", status)
    }
    return nil
  }

  private static func bare(_ title: String) -> Reading? {
    let words = title.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count > 1 else { return nil }
    for count in 1...min(2, words.count - 1) {
      let first = words[..<count].joined(separator: " ")
      if let status = status(first[...]), isCapital(first) {
        let rest = words[count...].joined(separator: " ")
        if !isCapital(rest) { return (rest, status) }
      }
      let last = words[(words.count - count)...].joined(separator: " ")
      if let status = status(last[...]), isCapital(last) {
        let rest = words[..<(words.count - count)].joined(separator: " ")
        if !isCapital(rest) { return (rest, status) }
      }
    }
    return nil
  }

  private static func rest(
    _ before: Substring, _ after: Substring, _ status: EventStatus
  ) -> Reading? {
    let parts = [before, after].map { FieldText.clean(String($0)).text }.filter(\.hasText)
    let title = parts.joined(separator: " ")
    return title.contains(where: { $0.isLetter || $0.isNumber }) ? (title, status) : nil
  }

  /// Whether all letters are capitals.
  private static func isCapital(_ text: String) -> Bool {
    text.contains(where: \.isLetter) && text == text.uppercased()
  }

  private static func status(_ text: Substring) -> EventStatus? {
    let word = text.trimmingPrefix(while: \.isWhitespace).lowercased()
      .trimming { $0.isWhitespace || $0 == "!" || $0 == "." || $0 == "*" }
    return words[word]
  }

  /// The markers in the main European languages, in lower case.
  private static let words: [String: EventStatus] = EmbeddedTable.statusMarkers.rows(separator: "=")
    .reduce(into: [:]) { $0[String($1.key)] = EventStatus(rawValue: String($1.value)) }

  /// Whether the title may contain a marker: the longest word of one.
  ///
  /// - Complexity: O(characters).
  private static func mayContainMarker(_ title: String) -> Bool {
    hasWord(in: title, where: longestWords.contains)
  }

  /// Whether the hash of a word meets a condition. ASCII letters are hashed in lower case.
  private static func hasWord(in text: String, where holds: (UInt64) -> Bool) -> Bool {
    var hash = StableHash.seed
    for scalar in text.unicodeScalars {
      if let letter = UInt8(exactly: scalar.value), letter.isLetter {
        hash = StableHash.step(hash, letter.lowercased)
      } else if 0xC0...0x52F ~= scalar.value {
        // Letters of Latin, Greek and Cyrillic.
        hash = UTF8.encode(scalar)?.reduce(hash, StableHash.step) ?? hash
      } else {
        if holds(hash) { return true }
        hash = StableHash.seed
      }
    }
    return holds(hash)
  }

  /// The hashes of the longest word of each marker, in lower case, in capitals and capitalized.
  private static let longestWords: Set<UInt64> = {
    var hashes: Set<UInt64> = []
    for marker in words.keys {
      let parts: [Substring] = marker.split(separator: " ")
      guard let longest = parts.max(by: { $0.count < $1.count }) else { continue }
      let capitalized = longest.prefix(1).uppercased() + longest.dropFirst()
      for word in [longest.lowercased(), longest.uppercased(), capitalized] {
        _ = hasWord(in: word) { hash in
          hashes.insert(hash)
          return false
        }
      }
    }
    return hashes
  }()
}
