/// Words that occur in the web addresses of online meetings and broadcasts.
public enum MeetingWords {
  /// In lower case.
  public static let inAddresses = [
    "zoom", "teams", "meet", "webex", "gotomeeting", "bluejeans", "jitsi", "whereby", "youtube",
    "twitch", "discord",
  ]
}
