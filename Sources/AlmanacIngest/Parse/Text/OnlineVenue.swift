import AlmanacModel

/// A venue text that contains the web address of an online meeting or a stream.
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
    let links = Self.links(in: venue)
    var meetings = links.filter(Self.isMeeting)
    if meetings.isEmpty, !links.isEmpty {
      let rest = Self.words(of: links.reduce(venue) { $0.replacing($1, with: " ") })
      let isOnline = rest.contains(where: Self.online.contains)
      meetings = links.filter { link in
        link.contains("://")
          && (isOnline || Self.words(of: link).contains(where: MeetingWords.inAddresses.contains))
      }
    }
    guard let address = meetings.lazy.compactMap({ URLText.normalized(Self.address($0)) }).first
    else { return nil }
    self.address = address
    let room = Self.tidied(meetings.reduce(venue) { $0.replacing($1, with: "") })
    self.venue = room.contains { $0.isLetter || $0.isNumber } ? room : venue
  }

  /// The first link to a known meeting or streaming service in a text; nil if there is none.
  static func meeting(in text: String) -> String? {
    links(in: text).lazy.filter(isMeeting).compactMap { URLText.normalized(address($0)) }.first
  }

  /// Links as written, some without a scheme, with the punctuation after them.
  private static func links(in text: String) -> [String] {
    // Regular expressions are compiled at each use, and few venues contain an address.
    guard text.contains(byte: UInt8(ascii: "/")), text.contains(byte: UInt8(ascii: ".")) else {
      return []
    }
    let pattern = /(?i)\b(?:https?:\/\/|(?:[a-z0-9-]+\.)+[a-z]+\/)[^\s<>"')\]}]+/
    return text.matches(of: pattern).map { String($0.output) }
  }

  private static func address(_ link: String) -> String {
    let link = link.trimming { ".,;:".contains($0) }
    return link.contains("://") ? link : "https://" + link
  }

  private static func isMeeting(_ link: String) -> Bool {
    let rest = address(link).lowercased().drop { $0 != "/" }.drop { $0 == "/" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = (authority.split(separator: "@").last ?? "").prefix { $0 != ":" }
    return hosts.contains { host == $0 || host.hasSuffix("." + $0) }
      || link.lowercased().contains("/bigbluebutton/")
  }

  private static let hosts = [
    "zoom.us", "zoom.com", "teams.microsoft.com", "teams.live.com", "meet.google.com", "webex.com",
    "gotomeeting.com", "gotomeet.me", "gotowebinar.com", "whereby.com", "meet.jit.si",
    "bluejeans.com", "join.skype.com", "youtube.com", "youtu.be", "twitch.tv", "crowdcast.io",
    "streamyard.com", "livestream.com", "ringcentral.com", "goto.com", "airmeet.com", "hopin.com",
  ]

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
      if let word = ends.first(where: { lower.hasSuffix(" " + $0) }) {
        text = String(text.dropLast(word.count))
      } else if let word = starts.first(where: { lower.hasPrefix($0 + " ") }) {
        text = String(text.dropFirst(word.count))
      } else {
        break
      }
    }
    text = text.trimming(while: \.isWhitespace)
    let isEnclosed = text.hasPrefix("(") && text.firstIndex(of: ")") == text.indices.last
    return isEnclosed ? String(text.dropFirst().dropLast()) : text
  }

  private static let starts = ["or", "and", "via", "at", "on", "oder", "und"]
  private static let ends = starts + ["online", "zoom"]
}

extension Entry {
  /// Takes the address of a meeting out of the venue.
  mutating func separateMeeting() {
    guard let link = venue.flatMap({ OnlineVenue(in: $0) }) else { return }
    venue = link.venue
    onlineURL = onlineURL ?? URLText.normalized(link.address)
  }
}
