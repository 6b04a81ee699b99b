extension WeatherCondition {
  /// The name for people; nil for `unknown`.
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
}
