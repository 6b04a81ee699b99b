/// Words of a web address by which people join a meeting or watch a broadcast.
public enum MeetingWords {
  /// In lower case.
  public static let inAddresses = [
    "zoom", "teams", "meet", "webex", "gotomeeting", "bluejeans", "jitsi", "whereby", "youtube",
    "twitch", "discord",
  ]
}
