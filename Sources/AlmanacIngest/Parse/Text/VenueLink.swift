import AlmanacModel

/// A web address by which people join online, in a venue text.
struct VenueLink {
  let address: String
  /// The venue without the address: the room beside it. The venue itself if it is nothing else.
  let venue: String

  /// nil if the venue contains no address, or one that nothing marks as a meeting's: a map or the
  /// page of a building is no place to join.
  init?(in venue: String) {
    if URLText.isWebAddress(venue) {
      address = venue
      self.venue = venue
      return
    }
    // A regular expression is compiled at each use, and few venues have an address.
    guard venue.utf8.contains(UInt8(ascii: ":")),
      let found = venue.firstMatch(of: /https?:\/\/[^\s<>"]+/.ignoresCase())
    else { return nil }
    let written = found.output.trimming { ".,;:)]}'".contains($0) }
    // Of the punctuation behind the address only brackets belong to the text around it.
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

  /// Without brackets that are empty now, and without separators and connecting words at the ends.
  private static func tidied(_ text: String) -> String {
    var text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for pair in ["( )", "[ ]", "< >", "()", "[]", "<>"] { text = text.replacing(pair, with: "") }
    // Each round copies the text, so that there are few.
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
