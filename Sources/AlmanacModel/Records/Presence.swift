public import AlmanacTime

/// How a source of kind `presence` is published: the section `presence` of its definition.
public struct PresenceRule: Hashable, Sendable, Codable {
  /// The fewest people that an operator may configure.
  public static let lowestLeast = 10

  /// Where the key is from which the noise is made.
  public var key: SecretPlace
  /// Places with fewer people in an hour are not published.
  public var least = Self.lowestLeast
  /// Meters from a place's point within which a position outside of all outlines belongs to it.
  public var radius = 50.0
  /// Seconds that lines may be late: so long after its end an hour is published.
  public var wait = 15 * 60
  /// How many people a place has room for, by its id in the gazetteer.
  public var capacities: [String: Int] = [:]

  public init(key: SecretPlace) { self.key = key }
}

/// How many people were at a place in an hour, as far as it is published: a range, and a word if the
/// place's capacity is known. Both are made of one noisy count.
public struct PresenceCell: Hashable, Sendable {
  /// How full a place is, by its capacity.
  public enum Word: String, Hashable, Sendable, CaseIterable {
    case quiet, moderate, busy, crowded, full
  }

  /// The id of the place in the gazetteer.
  public var place: String
  /// When the hour began.
  public var hour: Instant
  public var people: ClosedRange<Int>
  public var word: Word?

  public init(place: String, hour: Instant, people: ClosedRange<Int>, word: Word? = nil) {
    self.place = place
    self.hour = hour
    self.people = people
    self.word = word
  }

  /// The cell that a row of a database has.
  public init(place: String, hour: Int64, least: Int, most: Int, word: String?) {
    self.init(
      place: place, hour: Instant(secondsSinceEpoch: hour), people: least...max(least, most),
      word: word.flatMap(Word.init))
  }
}

/// All that is published about how busy a campus's places were.
public struct CampusPresence: Hashable, Sendable {
  /// Hours that began before are final: what was not published of them never is.
  public var until: Instant
  /// By hour, then by place.
  public var cells: [PresenceCell]

  public init(until: Instant, cells: [PresenceCell]) {
    self.until = until
    self.cells = cells
  }
}
