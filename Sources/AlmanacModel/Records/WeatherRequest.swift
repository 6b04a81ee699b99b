/// The points, cities and options of a weather source.
public struct WeatherRequest: Hashable, Sendable, Codable {
  /// nil: detected from the response.
  public var provider: WeatherProvider?
  /// Sent with 4 decimals: MET Norway refuses more, and no forecast is finer.
  public var points: [Coordinate]
  /// Named places.
  public var cities: [City]
  /// Requests the places of upcoming events instead of `points`, which are used only if there are
  /// no such places; nil: `points` are requested.
  public var events: EventPoints?
  /// Maximum number of points per request, if the URL takes several.
  public var sharing: Int
  /// JSON path in the response to the address of the forecast; nil: the response is the forecast.
  public var follow: String?
  /// Location of the key that replaces `{key}` in the URL; nil: none is needed.
  public var key: SecretPlace?

  public struct City: Hashable, Sendable, Codable {
    public var name: String
    /// nil: the provider finds it by `words`.
    public var coordinate: Coordinate?
    /// The search text for the provider; nil: the coordinate is sent.
    public var words: String?

    public init(name: String, coordinate: Coordinate) {
      self.name = name
      self.coordinate = coordinate
    }

    public init(name: String, words: String) {
      self.name = name
      self.words = words
    }
  }

  /// Selects the places of upcoming events for which forecasts are requested.
  public struct EventPoints: Hashable, Sendable, Codable {
    /// Grid width in meters: events in one cell share a point.
    public var spacing: Double
    /// Seconds from today within which an event must begin.
    public var ahead: Int
    /// Maximum number of points per run.
    public var most: Int
  }

  public init(
    provider: WeatherProvider?, points: [Coordinate], cities: [City] = [], sharing: Int = 1
  ) {
    self.provider = provider
    self.points = points
    self.cities = cities
    self.sharing = sharing
  }
}

/// One request of a weather source.
public struct ForecastRequest: Hashable, Sendable, Codable {
  /// In the order of the URL.
  public var points: [Coordinate]
  /// The city that the provider must find; `points` is then empty.
  public var city: WeatherRequest.City?

  public init(points: [Coordinate], city: WeatherRequest.City? = nil) {
    self.points = points
    self.city = city
  }

  /// Identifies the request within its source, the same in every run. Empty for the only request of
  /// a source without points.
  public var key: String {
    if let city { return "city " + (city.words ?? city.name) }
    return points.map { "\($0.degrees.latitude),\($0.degrees.longitude)" }.joined(separator: " ")
  }
}

extension Coordinate {
  /// Decimal degrees with 4 decimals (some 11 meters), such as `1.2966` and `103.7764`.
  public var degrees: (latitude: String, longitude: String) {
    (Self.degrees(latitude), Self.degrees(longitude))
  }

  /// Zero has no sign.
  private static func degrees(_ value: Double) -> String {
    let units = Int64((value * 10_000).rounded())
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    return (units < 0 ? "-" : "") + padded.dropLast(4) + "." + padded.suffix(4)
  }
}
