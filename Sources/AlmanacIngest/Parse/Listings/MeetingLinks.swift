/// Links to video meetings and streams in a venue text.
enum MeetingLinks {
  /// The first link to a known meeting or streaming service; nil if there is none. Other pages,
  /// such as that of a hall, are no place to join.
  static func first(in text: String) -> String? {
    links(in: text).lazy.filter(isMeeting).compactMap { URLText.normalized(address($0)) }.first
  }

  /// The text without such links; unchanged if no letters remain.
  static func removed(from text: String) -> String {
    var rest = text
    for link in links(in: text) where isMeeting(link) {
      rest = rest.replacing(link, with: "")
    }
    guard rest != text else { return text }
    rest = FieldText.clean(rest).text.trimming { $0.isWhitespace || ",;/|-–—:(&+".contains($0) }
    rest = rest.replacing("()", with: "").replacing("[]", with: "")
    for word in connecting where rest.lowercased().hasSuffix(word) {
      rest = String(rest.dropLast(word.count)).trimming {
        $0.isWhitespace || ",;/|-–—:(&+".contains($0)
      }
    }
    return rest.contains(where: \.isLetter) ? rest : text
  }

  /// Words that connect the room with the link after it.
  private static let connecting = [
    " and online", " or online", " und online", " online", " and", " or", " und", " via zoom",
    " zoom",
  ]

  /// Links as written, some without a scheme, with the punctuation after them.
  private static func links(in text: String) -> [String] {
    guard text.contains(byte: UInt8(ascii: "/")), text.contains(byte: UInt8(ascii: ".")) else {
      return []
    }
    let pattern = /(?i)\b(?:https?:\/\/|(?:[a-z0-9-]+\.)+[a-z]+\/)[^\s<>"')\]]+/
    return text.matches(of: pattern).map { String($0.output) }
  }

  private static func address(_ link: String) -> String {
    let link = link.trimming { ".,;".contains($0) }
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
}
