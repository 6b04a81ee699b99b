/// What an operator does with the listings of one source after they are parsed: `only`, `except`,
/// `correct`, `aliases` and `collapse` of `feed.yaml`.
///
/// The workspace retains what the source provides, so that removing a key restores it.
public struct Steering: Hashable, Sendable, Codable {
  public var rules = ListingRules()
  public var corrections = Corrections()
  /// Venue texts of this source, in any case, to ids of places.
  public var aliases: [String: String] = [:]
  /// Whether listings with the same title and venue are the dates of one event.
  public var collapses = false

  public init() {}
}

/// What is wrong with the listings of a source.
public struct Corrections: Hashable, Sendable, Codable {
  /// Parts of a time that are wrong, so that its clock is read in the source's zone.
  public enum Label: String, Hashable, Sendable, Codable, CaseIterable { case offset, timezone }

  /// Habits of feeds that can be repaired.
  public enum Repair: String, Hashable, Sendable, Codable, CaseIterable {
    /// Midnight to midnight, or midnight alone, is a whole day.
    case midnightIsDay = "midnight-is-day"
    /// The last of several whole days belongs to the event.
    case inclusiveEnd = "inclusive-end"
    /// An end that equals the start means that there is none.
    case emptyLength = "empty-length"
    /// `Title @ Venue`, where there is no venue.
    case venueInTitle = "venue-in-title"
    /// A title in capitals.
    case shoutedTitle = "shouted-title"
  }

  /// Seconds by which all clocks are put forward; negative: back.
  public var shift = 0
  /// Whether the clocks are those of UTC, whatever their label is.
  public var areUTC = false
  public var ignored: [Label] = []
  /// Texts that titles begin or end with, in any case.
  public var titlePrefixes: [String] = []
  public var titleSuffixes: [String] = []
  /// Venue texts, in any case, and what they should be; the text "*" is any.
  public var venues: [String: String] = [:]
  /// In the order in which they are made.
  public var repairs: [Repair] = []

  public init() {}

  public var changesTimes: Bool { shift != 0 || areUTC || !ignored.isEmpty }
  public var isEmpty: Bool { self == Corrections() }
}
