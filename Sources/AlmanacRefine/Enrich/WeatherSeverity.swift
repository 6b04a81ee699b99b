import AlmanacModel

extension WeatherCondition {
  /// Sorted from harmless to severe for people on their way to an event; unknown is the lowest.
  static let bySeverity: [WeatherCondition] = [
    .unknown, .clear, .mostlyClear, .partlyCloudy, .overcast, .windy, .haze, .fog, .dust, .drizzle,
    .rainLight, .snowLight, .rain, .snow, .sleet, .rainHeavy, .snowHeavy, .freezingRain, .thunder,
    .hail, .storm,
  ]

  /// Position in `bySeverity`.
  var severity: Int { Self.bySeverity.firstIndex(of: self) ?? 0 }

  var isFrozen: Bool { [.snowLight, .snow, .snowHeavy].contains(self) }
}
