public import AlmanacTime

/// The published form of a source of kind `presence`; the section `presence` of its definition.
public struct PresenceRule: Hashable, Sendable, Codable {
  /// The lowest threshold that an operator may configure.
  public static let lowestLeast = 10

  /// The location of the key from which the noise is derived.
  public var key: SecretPlace
  /// Places with fewer people in an hour are not published.
  public var least: Int
  /// Meters from a place's point within which a position outside of all outlines belongs to it.
  public var radius: Double
  /// Maximum delay of a line in seconds: an hour is published this long after its end.
  public var wait: Int
  /// The capacity of places in people, by id in the gazetteer.
  public var capacities: [String: Int] = [:]

  private enum CodingKeys: String, CodingKey {
    case key, least, radius, wait
    case capacities = "capacity"
  }
}

/// The published count of people at a place in an hour: a range, and a word if the place's capacity
/// is known. Both are derived from one noisy count.
public struct PresenceCell: Hashable, Sendable {
  /// How full a place is, relative to its capacity.
  public enum Word: String, Hashable, Sendable, CaseIterable {
    case quiet, moderate, busy, crowded, full
  }

  /// The id of the place in the gazetteer.
  public var place: String
  public var hour: Instant
  public var people: ClosedRange<Int>
  public var word: Word?

  public init(place: String, hour: Instant, people: ClosedRange<Int>, word: Word? = nil) {
    self.place = place
    self.hour = hour
    self.people = people
    self.word = word
  }

  /// Creates the cell of a database row.
  public init(place: String, hour: Int64, least: Int, most: Int, word: String?) {
    self.init(
      place: place, hour: Instant(secondsSinceEpoch: hour), people: least...max(least, most),
      word: word.flatMap(Word.init))
  }
}

/// The published cells of a campus.
public struct CampusPresence: Hashable, Sendable {
  /// Hours before this one are final: cells that were not published are never published later.
  public var until: Instant
  /// By hour, then by place.
  public var cells: [PresenceCell]

  public init(until: Instant, cells: [PresenceCell]) {
    self.until = until
    self.cells = cells
  }
}
