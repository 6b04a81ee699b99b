/// What a weather source asks for.
public struct WeatherRequest: Hashable, Sendable, Codable {
  /// nil: told by the shape of what it answers.
  public var provider: WeatherProvider?
  /// At most 4 decimals are sent: MET Norway refuses more, and no forecast is finer.
  public var points: [Coordinate]
  /// What has a name by which people ask.
  public var cities: [City]
  /// nil: `points` and cities only; else the places of coming events, and `points` where none are
  /// known.
  public var events: EventPoints?
  /// Points that one request may ask for, where the URL takes several.
  public var sharing: Int
  /// Where in the answer, as a path into JSON, the address of the forecast stands; nil: the answer is
  /// the forecast.
  public var follow: String?
  /// Where the key is that takes the place of `{key}` in the URL; nil: none is needed.
  public var key: SecretPlace?

  public struct City: Hashable, Sendable, Codable {
    public var name: String
    /// nil: the provider finds it by `words`.
    public var coordinate: Coordinate?
    /// What the provider is asked for; nil: the coordinate.
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

  /// Which places of coming events are asked for.
  public struct EventPoints: Hashable, Sendable, Codable {
    /// Meters: the cells of a grid of this width share a point.
    public var spacing: Double
    /// Seconds from today within which an event begins.
    public var ahead: Int
    /// Points a night.
    public var most: Int

    public init(spacing: Double = 1_000, ahead: Int = 10 * 86_400, most: Int = 50) {
      self.spacing = spacing
      self.ahead = ahead
      self.most = most
    }
  }

  public init(
    provider: WeatherProvider?, points: [Coordinate], cities: [City] = [],
    events: EventPoints? = nil, sharing: Int = 50, follow: String? = nil
  ) {
    self.provider = provider
    self.points = points
    self.cities = cities
    self.events = events
    self.sharing = sharing
    self.follow = follow
  }
}

/// One document that a weather source is asked for.
public struct ForecastRequest: Hashable, Sendable, Codable {
  /// In the order of the question.
  public var points: [Coordinate]
  /// The city that the provider is to find; then there is no point.
  public var city: WeatherRequest.City?

  public init(points: [Coordinate], city: WeatherRequest.City? = nil) {
    self.points = points
    self.city = city
  }

  /// Tells the requests of a source apart, and is the same on every night: what is asked for. Empty
  /// for the one request of a source that asks for no point.
  public var key: String {
    if let city { return "city " + (city.words ?? city.name) }
    return points.map { "\($0.degrees.latitude),\($0.degrees.longitude)" }.joined(separator: " ")
  }
}

extension Coordinate {
  /// As providers are asked: `1.2966` and `103.7764`, with 4 decimals, some 11 meters.
  public var degrees: (latitude: String, longitude: String) {
    (Self.degrees(latitude), Self.degrees(longitude))
  }

  /// The zero has no sign.
  private static func degrees(_ value: Double) -> String {
    let units = Int64((value * 10_000).rounded())
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    return (units < 0 ? "-" : "") + padded.dropLast(4) + "." + padded.suffix(4)
  }
}
