/// What people should know about the weather of an occurrence.
public struct WeatherAdvisory: Hashable, Sendable, Codable {
  /// A slug that apps ask for, such as `wet`.
  public var id: String
  /// For people.
  public var text: String

  public init(id: String, text: String) {
    self.id = id
    self.text = text
  }
}

/// A rule of `config/weather.yaml`: what is stated must hold, all of it; of several rules with one
/// id the first that holds speaks.
public struct WeatherRule: Hashable, Sendable, Codable {
  public var advisory: WeatherAdvisory
  /// Whether it is about outdoor places only.
  public var isOutdoorOnly: Bool
  /// Any of these; empty: whatever the condition.
  public var conditions: [WeatherCondition]
  /// At least so many degrees Celsius at the warmest.
  public var temperature: Double?
  /// At most so many at the coldest.
  public var temperatureAtMost: Double?
  /// At least so many meters a second.
  public var wind: Double?
  /// At least so many millimeters in all.
  public var precipitation: Double?
  /// At least so likely, 0 ... 1.
  public var probability: Double?

  public init(
    advisory: WeatherAdvisory, isOutdoorOnly: Bool = false,
    conditions: [WeatherCondition] = [], temperature: Double? = nil,
    temperatureAtMost: Double? = nil, wind: Double? = nil, precipitation: Double? = nil,
    probability: Double? = nil
  ) {
    self.advisory = advisory
    self.isOutdoorOnly = isOutdoorOnly
    self.conditions = conditions
    self.temperature = temperature
    self.temperatureAtMost = temperatureAtMost
    self.wind = wind
    self.precipitation = precipitation
    self.probability = probability
  }

  /// What is not known does not hold.
  public func holds(for weather: OccurrenceWeather, outdoors: Bool) -> Bool {
    func reaches(_ value: Double?, _ least: Double?) -> Bool {
      guard let least else { return true }
      return value.map { $0 >= least } ?? false
    }
    if isOutdoorOnly && !outdoors { return false }
    if !conditions.isEmpty && !conditions.contains(weather.condition) { return false }
    if let most = temperatureAtMost {
      guard let coldest = weather.temperatureMin, coldest <= most else { return false }
    }
    return reaches(weather.temperatureMax, temperature) && reaches(weather.windSpeed, wind)
      && reaches(weather.precipitation, precipitation)
      && reaches(weather.precipitationProbability, probability)
  }
}
