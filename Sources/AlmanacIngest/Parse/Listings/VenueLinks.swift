/// Links of video meetings and streams in the text of a venue.
enum VenueLinks {
  /// The first link in a text that leads to a service for meetings or streams; nil where there is
  /// none. The page of a hall is not where to join.
  static func meeting(in text: String) -> String? {
    links(in: text).lazy.filter(isMeeting).compactMap { URLText.normalized($0) }.first
  }

  /// The text without such links, where letters are left that say where the room is.
  static func withoutMeetings(_ text: String) -> String {
    var rest = text
    for link in links(in: text) where isMeeting(link) {
      rest = rest.replacing(link, with: "")
    }
    guard rest != text else { return text }
    rest = FieldText.clean(rest).text.trimming { $0.isWhitespace || ",;/|-–—:(&+".contains($0) }
    rest = rest.replacing("()", with: "").replacing("[]", with: "")
    for word in leading where rest.lowercased().hasSuffix(word) {
      rest = String(rest.dropLast(word.count)).trimming {
        $0.isWhitespace || ",;/|-–—:(&+".contains($0)
      }
    }
    return rest.contains(where: \.isLetter) ? rest : text
  }

  /// Words that only lead to the link behind them.
  private static let leading = [
    " and online", " or online", " und online", " online", " and", " or", " und", " via zoom",
    " zoom",
  ]

  private static func links(in text: String) -> [String] {
    guard text.contains(bytes: "://") else { return [] }
    return text.matches(of: /(?i)\bhttps?:\/\/[^\s<>"')\]]+/).map { match in
      String(match.output).trimming { ".,;".contains($0) }
    }
  }

  private static func isMeeting(_ link: String) -> Bool {
    let rest = link.lowercased().drop { $0 != "/" }.drop { $0 == "/" }
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
