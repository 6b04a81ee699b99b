public import AlmanacModel
public import AlmanacTime
import GRDB

/// The weather of a named city at one time, from an edition.
public struct CityWeather: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case source, at, condition, text, temperature, relativeHumidity, windSpeed
    case precipitationProbability, issuedAt, attribution
    case isCurrent = "current"
  }

  public var name: String
  public var source: String
  public var at: Instant
  /// Whether the provider reports it as current; else it is the forecast for that time.
  public var isCurrent: Bool
  public var condition: WeatherCondition
  /// Whether it is day; nil if the provider doesn't report it.
  public var isDay: Bool?
  public var coordinate: Coordinate?
  /// The provider's text, else the name of the condition.
  public var text: String?
  /// Units: degrees Celsius; percent; meters per second; 0 to 1.
  public var temperature: Double?
  public var relativeHumidity: Double?
  public var windSpeed: Double?
  public var precipitationProbability: Double?
  public var issuedAt: Instant?
  public var attribution: String?
}

extension EditionReader {
  /// How many seconds an observation counts as current.
  private static let currentFor = 2 * 3_600

  /// The names of all cities, sorted.
  public func cities() throws -> [String] {
    try read { database in
      try String.fetchAll(
        database, sql: "SELECT DISTINCT name FROM weather_city ORDER BY name")
    }
  }

  /// Whether a city has this name, ignoring case and accents.
  public func isCity(_ name: String) throws -> Bool {
    let folded = TextFolding.fold(name)
    return try cities().contains { TextFolding.fold($0) == folded }
  }

  /// The weather of a city, preferably a current observation, else the forecast with the finest
  /// resolution.
  ///
  /// - Parameter city: The name, ignoring case and accents.
  /// - Returns: nil if there is no such city or no data for the time.
  /// - Throws: `QueryError.unreadable`.
  public func weather(of city: String, at now: Instant) throws -> CityWeather? {
    try read { database in
      let seconds = now.secondsSinceEpoch
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT c.name, f.* FROM weather_city c
            JOIN forecast f ON f.source = c.source AND f.latitude = c.latitude
              AND f.longitude = c.longitude
          WHERE folded(c.name) = ? AND f.at <= ?
            AND f.at + CASE WHEN f.is_current THEN ? ELSE f.resolution END > ?
          ORDER BY f.is_current DESC, f.resolution, f.at DESC, f.source LIMIT 1
          """,
        arguments: [TextFolding.fold(city), seconds, Self.currentFor, seconds])
      return row.map(Self.cityWeather)
    }
  }

  private static func cityWeather(_ row: Row) -> CityWeather {
    let condition: String = row["condition"]
    let word = WeatherCondition(rawValue: condition) ?? .unknown
    return CityWeather(
      name: row["name"], source: row["source"],
      at: Instant(secondsSinceEpoch: row["at"]), isCurrent: row["is_current"], condition: word,
      isDay: row["is_day"],
      coordinate: Coordinate(latitude: row["latitude"], longitude: row["longitude"]),
      text: row["text"] ?? word.words, temperature: row["temperature"],
      relativeHumidity: row["relative_humidity"], windSpeed: row["wind_speed"],
      precipitationProbability: row["precipitation_probability"],
      issuedAt: (row["issued"] as Int64?).map { Instant(secondsSinceEpoch: $0) },
      attribution: row["attribution"])
  }
}
