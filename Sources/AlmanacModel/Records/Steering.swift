/// The operator's rules for the listings of one source: `only`, `except`, `correct`, `aliases` and
/// `collapse` of `feed.yaml`.
///
/// They apply after parsing. The workspace stores the unchanged listings, so removing a key
/// restores them.
public struct Steering: Hashable, Sendable, Codable {
  public var rules = ListingRules()
  public var corrections = Corrections()
  /// Venue texts of this source, in any case, to ids of places.
  public var aliases: [String: String] = [:]
  /// Whether listings with the same title and venue are the dates of one event.
  public var collapses = false

  private enum CodingKeys: String, CodingKey {
    case rules, aliases
    case corrections = "correct"
    case collapses = "collapse"
  }

  public init() {}
}

/// Corrections of systematic errors in the listings of a source.
public struct Corrections: Hashable, Sendable, Codable {
  /// Wrong parts of a time to ignore: its wall clock is then read in the source's zone.
  public enum Label: String, Hashable, Sendable, Codable, CaseIterable { case offset, timezone }

  /// Repairs of common errors in feeds.
  public enum Repair: String, Hashable, Sendable, Codable, CaseIterable {
    /// Midnight to midnight, or midnight alone, is a whole day.
    case midnightIsDay = "midnight-is-day"
    /// The end of whole days is inclusive.
    case inclusiveEnd = "inclusive-end"
    /// An end that equals the start means that the end is unknown.
    case emptyLength = "empty-length"
    /// A title `Title @ Venue` without a venue field contains the venue.
    case venueInTitle = "venue-in-title"
    /// Titles in capitals are capitalized word by word.
    case shoutedTitle = "shouted-title"
  }

  /// Seconds to add to all times; may be negative.
  public var shift = 0
  /// Whether all wall clocks are UTC, regardless of their zone or offset.
  public var areUTC = false
  public var ignored: [Label] = []
  /// Texts to remove from the beginning and the end of titles, in any case.
  public var titlePrefixes: [String] = []
  public var titleSuffixes: [String] = []
  /// Replacements of venue texts, in any case; "*" matches all.
  public var venues: [String: String] = [:]
  /// In the order of application.
  public var repairs: [Repair] = []

  public init() {}

  public var changesTimes: Bool { shift != 0 || areUTC || !ignored.isEmpty }
  public var isEmpty: Bool { self == Corrections() }
}
