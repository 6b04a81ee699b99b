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
      let rest = Self.words(of: Self.text(venue, without: links, separator: " "))
      let isOnline = rest.contains(where: Self.online.contains)
      meetings = links.filter { link in
        link.contains("://")
          && (isOnline || Self.words(of: link).contains(where: MeetingWords.inAddresses.contains))
      }
    }
    guard let address = meetings.lazy.compactMap({ URLText.normalized(Self.address($0)) }).first
    else { return nil }
    self.address = address
    let room = Self.tidied(Self.text(venue, without: meetings, separator: ""))
    self.venue = room.contains { $0.isLetter || $0.isNumber } ? room : venue
  }

  /// The first link to a known meeting or streaming service in a text; nil if there is none.
  static func meeting(in text: String) -> String? {
    links(in: text).lazy.filter(isMeeting).compactMap { URLText.normalized(address($0)) }.first
  }

  /// Links as written, some without a scheme, with the punctuation after them.
  ///
  /// - Complexity: O(*n*). A regular expression took minutes for some texts of 64 kB.
  private static func links(in text: String) -> [Substring] {
    guard text.contains(byte: UInt8(ascii: "/")), text.contains(byte: UInt8(ascii: ".")) else {
      return []
    }
    return text.split { $0.isWhitespace || "<>\"')]}".contains($0) }.compactMap(link)
  }

  /// The end of a word from a scheme or a host name on; nil if it has neither.
  private static func link(in word: Substring) -> Substring? {
    var part = word.startIndex
    for slash in word.utf8.indices where word.utf8[slash] == UInt8(ascii: "/") {
      let next = word.utf8.index(after: slash)
      let (before, after) = (word[part..<slash], word[next...])
      if after.utf8.first == UInt8(ascii: "/"), !after.utf8.dropFirst().isEmpty,
        let scheme = ["https:", "http:"].first(where: { before.lowercased().hasSuffix($0) })
      {
        return word[before.utf8.index(before.endIndex, offsetBy: -scheme.utf8.count)...]
      }
      if !after.isEmpty, let host = host(at: before, in: word) { return word[host...] }
      part = next
    }
    return nil
  }

  /// Where a host name of two or more labels begins that ends a part of a word.
  private static func host(at part: Substring, in word: Substring) -> Substring.Index? {
    let other = part.lastIndex { !$0.isASCII || !($0.isLetter || $0.isNumber || "-.".contains($0)) }
    let labels = part[(other.map(part.index(after:)) ?? part.startIndex)...]
      .split(separator: ".", omittingEmptySubsequences: false).reversed()
      .prefix { !$0.isEmpty }
    guard labels.count > 1, labels.first?.allSatisfy(\.isLetter) == true, let first = labels.last
    else { return nil }
    // A name with other letters is another name, but Chinese is written without spaces.
    let letter = word[..<first.startIndex].unicodeScalars.last
    guard let letter, letter == "_" || letter.properties.isAlphabetic, letter.value < 0x2E80 else {
      return first.startIndex
    }
    return labels.count > 2 ? labels.dropLast().last?.startIndex : nil
  }

  /// A text without some of its parts, which are in their order.
  private static func text(
    _ text: String, without parts: [Substring], separator: String
  ) -> String {
    var rest = ""
    var index = text.startIndex
    for part in parts {
      rest += text[index..<part.startIndex] + separator
      index = part.endIndex
    }
    return rest + text[index...]
  }

  private static func address(_ link: Substring) -> String {
    let link = String(link).trimming { ".,;:".contains($0) }
    return link.contains("://") ? link : "https://" + link
  }

  private static func isMeeting(_ link: Substring) -> Bool {
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

  private static func words(of text: some StringProtocol) -> [String] {
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
