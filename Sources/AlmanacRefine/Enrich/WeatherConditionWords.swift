import AlmanacModel

extension WeatherCondition {
  /// From the most harmless to the worst for people on their way to an event; unknown is below all.
  static let bySeverity: [WeatherCondition] = [
    .unknown, .clear, .mostlyClear, .partlyCloudy, .overcast, .windy, .haze, .fog, .dust, .drizzle,
    .rainLight, .snowLight, .rain, .snow, .sleet, .rainHeavy, .snowHeavy, .freezingRain, .thunder,
    .hail, .storm,
  ]

  /// Position in `bySeverity`.
  var severity: Int { Self.bySeverity.firstIndex(of: self) ?? 0 }

  var isFrozen: Bool { [.snowLight, .snow, .snowHeavy].contains(self) }

  /// nil for unknown.
  var words: String? {
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
