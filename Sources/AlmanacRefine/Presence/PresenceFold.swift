import AlmanacModel
public import AlmanacTime

/// The number of people at a place in an hour. It is exact, so only private files may contain it.
public struct PresenceCount: Hashable, Sendable {
  /// The id of the place in the gazetteer.
  public var place: String
  /// The start of the hour.
  public var hour: Instant
  public var people: Int
}

/// Counts the people at places by hour.
///
/// A person is at one place in an hour, that of the newest line of this hour, so one person counts
/// only once. The counts depend only on the set of lines, not on their order or number.
public struct PresenceFold: Sendable {
  /// In seconds. Hours begin at full hours of UTC.
  public static let hour = 3_600

  /// The start of the hour of a time.
  public static func hour(of time: Instant) -> Instant {
    let seconds = time.secondsSinceEpoch
    let hour = Int64(hour)
    return Instant(secondsSinceEpoch: seconds - ((seconds % hour) + hour) % hour)
  }

  private struct Key: Hashable {
    var person: Int32
    /// Hours since the start of the span.
    var hour: Int32
  }

  /// Of lines with the same time, the greatest counts, in any order.
  private struct Sighting {
    var at: Int64
    /// -1: the place of the coordinates.
    var place: Int32
    var latitude: Double
    var longitude: Double

    func precedes(_ other: Sighting) -> Bool {
      (at, place, latitude, longitude) < (other.at, other.place, other.latitude, other.longitude)
    }
  }

  private let places: PresencePlaces
  private let span: Range<Instant>
  private var persons: [String: Int32] = [:]
  private var last: [Key: Sighting] = [:]

  /// - Parameter span: The hours that are counted; begins and ends at full hours.
  public init(_ places: PresencePlaces, in span: Range<Instant>) {
    self.places = places
    self.span = span
  }

  public mutating func add(_ position: Position) {
    guard span.contains(position.at) else { return }
    let sighting: Sighting
    let at = position.at.secondsSinceEpoch
    switch position.whereabouts {
    case .place(let id):
      // An unknown place is an error of the line, which the reader reports.
      guard let number = places.number(of: id) else { return }
      sighting = Sighting(at: at, place: number, latitude: 0, longitude: 0)
    case .point(let point):
      sighting = Sighting(
        at: at, place: -1, latitude: point.latitude, longitude: point.longitude)
    }
    let key = Key(
      person: number(of: position.person),
      hour: Int32(position.at.seconds(since: span.lowerBound) / Self.hour))
    if let known = last[key], !known.precedes(sighting) { return }
    last[key] = sighting
  }

  private mutating func number(of person: String) -> Int32 {
    if let number = persons[person] { return number }
    let number = Int32(persons.count)
    persons[person] = number
    return number
  }

  /// The counts by hour, then by place, without zeros.
  ///
  /// - Complexity: O(persons × hours), each with a search among the places.
  public func counts() -> [PresenceCount] {
    struct Cell: Hashable {
      var hour: Int32
      var place: Int32
    }
    var counts: [Cell: Int] = [:]
    for (key, sighting) in last {
      guard let place = place(of: sighting) else { continue }
      counts[Cell(hour: key.hour, place: place), default: 0] += 1
    }
    return counts.sorted { ($0.key.hour, $0.key.place) < ($1.key.hour, $1.key.place) }
      .map { cell, people in
        PresenceCount(
          place: places[cell.place].id, hour: span.lowerBound + Int(cell.hour) * Self.hour,
          people: people)
      }
  }

  /// The id of the last place of each person in a span of at most an hour. Omits people who were at
  /// no place.
  public func lastPlaces() -> [String: String] {
    let names = Dictionary(uniqueKeysWithValues: persons.map { ($0.value, $0.key) })
    var found: [String: String] = [:]
    for (key, sighting) in last {
      guard let place = place(of: sighting), let person = names[key.person] else { continue }
      found[person] = places[place].id
    }
    return found
  }

  private func place(of sighting: Sighting) -> Int32? {
    if sighting.place >= 0 { return sighting.place }
    return Coordinate(latitude: sighting.latitude, longitude: sighting.longitude)
      .flatMap(places.number)
  }
}
