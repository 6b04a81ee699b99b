/// The operator's decisions, which override those of every stage; `decisions.yaml`.
public struct Decisions: Hashable, Sendable, Codable {
  /// Sets of event ids, uids or URLs that are one event.
  public var same: [[String]]
  /// Sets of which no two are one event.
  public var different: [[String]]
  /// Event ids, uids or URLs that are not published.
  public var hide: [String]
  /// Venue text, folded to lower case, to a place id.
  public var pinPlace: [String: String]
  /// Event id, uid or URL to fields and their values: `title`, `category`, `start`, `end`, `venue`,
  /// `place`, `status`, `url`, `text`, `image`, `price` and `featured`.
  public var set: [String: [String: String]]

  public init(
    same: [[String]] = [], different: [[String]] = [], hide: [String] = [],
    pinPlace: [String: String] = [:], set: [String: [String: String]] = [:]
  ) {
    self.same = same
    self.different = different
    self.hide = hide
    self.pinPlace = pinPlace
    self.set = set
  }
}
