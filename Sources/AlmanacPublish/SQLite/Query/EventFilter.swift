public import AlmanacModel
public import AlmanacTime

/// What a query asks of an edition. All that are set apply; several values of one are
/// alternatives.
public struct EventFilter: Hashable, Sendable {
  /// Words, all of which must stand in title, description or venue; the last may be a beginning.
  public var text: String?
  /// Occurrences that touch this stretch of time; a part left nil is open.
  public var from: Instant?
  public var to: Instant?
  /// Ids, names or aliases.
  public var categories: [String] = []
  /// Ids or names; what lies within the place counts too.
  public var place: String?
  public var near: Coordinate?
  /// Meters around `near`.
  public var radius = 500.0
  public var kind: EventKind?
  public var isFree = false
  /// The highest price, in whatever currency the source states.
  public var maxPrice: Double?
  public var tags: [String] = []
  public var sources: [String] = []
  public var organizers: [String] = []
  public var limit = 50
  /// One-based.
  public var page = 1

  public init() {}
}

/// One occurrence that a query found.
public struct FoundOccurrence: Hashable, Sendable {
  public var event: String
  public var title: String
  public var start: Instant
  public var end: Instant?
  /// As published: with the offset, or a day.
  public var startText: String
  public var endText: String?
  public var isAllDay: Bool
  public var status: String
  public var venue: String?
  public var place: String?
  public var placeName: String?
  public var room: String?
  public var latitude: Double?
  public var longitude: Double?
  public var category: String?
  public var kind: String
  public var price: String?
  public var organizer: String?
  public var url: String?
  public var weather: String?
}

/// A question that names what the edition does not have.
public enum QueryError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknownCategory(String, known: [String])
  case unknownPlace(String, similar: [String])
  case unknownSource(String, known: [String])
  case unreadable(path: String)

  public var description: String {
    switch self {
    case .unknownCategory(let name, let known):
      "there is no category '\(name)'; known are \(known.joined(separator: ", "))"
    case .unknownPlace(let name, let similar):
      "there is no place '\(name)'"
        + (similar.isEmpty ? "" : "; similar are \(similar.joined(separator: ", "))")
    case .unknownSource(let name, let known):
      "there is no source '\(name)'; known are \(known.joined(separator: ", "))"
    case .unreadable(let path):
      "there is no edition at \(path); run 'almanac run' first"
    }
  }
}
