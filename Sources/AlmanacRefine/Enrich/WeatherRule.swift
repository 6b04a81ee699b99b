public import AlmanacModel

/// A rule of `config/weather.yaml`. It applies if all of its conditions hold. Of several rules with
/// one id, the first that applies gives the advisory.
public struct WeatherRule: Hashable, Sendable, Codable {
  public var advisory: WeatherAdvisory
  /// Whether the rule applies only to outdoor places.
  public var isOutdoorOnly: Bool
  /// Alternatives; empty for any condition.
  public var conditions: [WeatherCondition]
  /// The least maximum temperature in degrees Celsius.
  public var temperature: Double?
  /// The greatest minimum temperature in degrees Celsius.
  public var temperatureAtMost: Double?
  /// The least wind speed in meters per second.
  public var wind: Double?
  /// The least total precipitation in millimeters.
  public var precipitation: Double?
  /// The least probability of precipitation, 0 ... 1.
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

  /// Whether all conditions hold. A condition on a value that the weather lacks does not hold.
  public func applies(to weather: OccurrenceWeather, outdoors: Bool) -> Bool {
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
