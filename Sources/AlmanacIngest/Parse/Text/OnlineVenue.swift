import AlmanacModel

/// A venue text that contains the web address of an online meeting.
struct OnlineVenue {
  let address: String
  /// The venue without the address, such as the room; the whole venue if nothing else remains.
  let venue: String

  /// Returns nil if the venue contains no address, or none that is marked as a meeting's: a map or
  /// the page of a building is no place to join.
  init?(in venue: String) {
    if URLText.isWebAddress(venue) {
      address = venue
      self.venue = venue
      return
    }
    // Regular expressions are compiled at each use, and few venues contain an address.
    guard venue.utf8.contains(UInt8(ascii: ":")),
      let found = venue.firstMatch(of: /https?:\/\/[^\s<>"]+/.ignoresCase())
    else { return nil }
    let written = found.output.trimming { ".,;:)]}'".contains($0) }
    // Of the punctuation after the address, only brackets belong to the text around it.
    let brackets = found.output.dropFirst(written.count).filter { ")]}".contains($0) }
    var rest = venue
    rest.replaceSubrange(found.range, with: " " + brackets)
    guard let address = URLText.normalized(written),
      Self.words(of: written).contains(where: MeetingWords.inAddresses.contains)
        || Self.words(of: rest).contains(where: Self.online.contains)
    else { return nil }
    self.address = address
    let room = Self.tidied(rest)
    self.venue = room.contains { $0.isLetter || $0.isNumber } ? room : venue
  }

  private static let online: Set = [
    "online", "virtual", "livestream", "stream", "webinar", "webcast", "remote", "hybrid", "join",
    "zoom", "teams", "webex", "skype", "meet",
  ]

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Removes empty brackets, and separators and connecting words at both ends.
  private static func tidied(_ text: String) -> String {
    var text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for pair in ["( )", "[ ]", "< >", "()", "[]", "<>"] { text = text.replacing(pair, with: "") }
    // Each round copies the text, so their number is limited.
    for _ in 0..<4 {
      text = text.trimming { $0.isWhitespace || "/|,;:-–—&+".contains($0) }
      let lower = text.lowercased()
      if let word = connecting.first(where: { lower.hasSuffix(" " + $0) }) {
        text = String(text.dropLast(word.count))
      } else if let word = connecting.first(where: { lower.hasPrefix($0 + " ") }) {
        text = String(text.dropFirst(word.count))
      } else {
        break
      }
    }
    text = text.trimming(while: \.isWhitespace)
    let isEnclosed = text.hasPrefix("(") && text.firstIndex(of: ")") == text.indices.last
    return isEnclosed ? String(text.dropFirst().dropLast()) : text
  }

  private static let connecting = ["or", "and", "via", "at", "on", "oder", "und"]
}
