public import AlmanacModel
public import AlmanacTime

/// A person's place at a time: one line of a log of positions and check-ins.
public struct Position: Hashable, Sendable {
  public enum Whereabouts: Hashable, Sendable {
    /// The id of a place in the gazetteer.
    case place(String)
    case point(Coordinate)
  }

  /// The longest id of a person, in bytes of UTF-8.
  private static let longestPerson = 128

  public var person: String
  public var at: Instant
  public var whereabouts: Whereabouts
}

extension Position {
  /// Reads `{"person": …, "at": …, "latitude": …, "longitude": …}`, or `"place": …` instead of the
  /// degrees.
  public init(_ json: JSONValue) throws(LogLineError) {
    guard let person = json.text("person"), person.utf8.count <= Self.longestPerson else {
      throw LogLineError(
        member: "person", expected: "a text of at most \(Self.longestPerson) bytes")
    }
    self.person = person
    at = try LogLineError.time(in: json)
    if let place = json.text("place") {
      whereabouts = .place(place)
      return
    }
    guard let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double,
      let point = Coordinate(latitude: latitude, longitude: longitude)
    else {
      throw LogLineError(
        member: "latitude",
        expected: "degrees from -90 to 90 with 'longitude' from -180 to 180, if there is no 'place'"
      )
    }
    whereabouts = .point(point)
  }
}
