extension WeatherCondition {
  /// For people; nil for unknown.
  public var words: String? {
    switch self {
    case .clear: "Clear"
    case .mostlyClear: "Mostly clear"
    case .partlyCloudy: "Partly cloudy"
    case .overcast: "Overcast"
    case .haze: "Haze"
    case .fog: "Fog"
    case .dust: "Dust"
    case .windy: "Windy"
    case .drizzle: "Drizzle"
    case .rainLight: "Light rain"
    case .rain: "Rain"
    case .rainHeavy: "Heavy rain"
    case .freezingRain: "Freezing rain"
    case .sleet: "Sleet"
    case .snowLight: "Light snow"
    case .snow: "Snow"
    case .snowHeavy: "Heavy snow"
    case .thunder: "Thundery showers"
    case .hail: "Thunderstorm with hail"
    case .storm: "Storm"
    case .unknown: nil
    }
  }

  /// The name of its icon: where the sun would be in it, another by night. nil for unknown.
  ///
  /// - Parameter isDay: nil counts as day.
  public func icon(isDay: Bool?) -> String? {
    switch self {
    case .unknown: nil
    case .clear, .mostlyClear, .partlyCloudy: isDay == false ? "\(rawValue)_night" : rawValue
    default: rawValue
    }
  }
}
