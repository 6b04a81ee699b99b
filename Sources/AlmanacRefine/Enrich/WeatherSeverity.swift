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
}
