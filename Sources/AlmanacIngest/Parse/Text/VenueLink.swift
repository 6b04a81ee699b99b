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
    guard let found = venue.firstMatch(of: /https?:\/\/[^\s<>"]+/.ignoresCase()) else { return nil }
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
    while true {
      let trimmed = text.trimming { $0.isWhitespace || "/|,;:-–—&+".contains($0) }
      let shorter = connecting.first { trimmed.lowercased().hasSuffix($0) }
        .map { String(trimmed.dropLast($0.count)) }
      guard let shorter else {
        let isEnclosed =
          trimmed.hasPrefix("(") && trimmed.firstIndex(of: ")") == trimmed.indices.last
        return isEnclosed ? String(trimmed.dropFirst().dropLast()) : trimmed
      }
      text = shorter
    }
  }

  private static let connecting = [" or", " and", " via", " at", " on", " oder", " und"]
}
