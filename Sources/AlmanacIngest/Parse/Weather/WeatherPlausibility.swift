import AlmanacModel

/// The plausible range of each value at ground level; record extremes are well inside.
///
/// A wrong unit, or a marker such as -9999 for "none", results in a value outside.
enum WeatherPlausibility {
  private struct Rule {
    let name: String
    let path: any WritableKeyPath<Forecast, Double?> & Sendable
    let range: ClosedRange<Double>
  }

  private static let rules = [
    Rule(name: "a temperature", path: \.temperature, range: -95...65),
    Rule(name: "a lowest temperature", path: \.temperatureMin, range: -95...65),
    Rule(name: "a highest temperature", path: \.temperatureMax, range: -95...65),
    Rule(name: "an apparent temperature", path: \.apparentTemperature, range: -130...95),
    Rule(name: "a dew point", path: \.dewPoint, range: -110...45),
    Rule(name: "a relative humidity", path: \.relativeHumidity, range: 0...110),
    Rule(name: "a pressure", path: \.pressure, range: 850...1_100),
    Rule(name: "a wind speed", path: \.windSpeed, range: 0...120),
    Rule(name: "a gust", path: \.windGust, range: 0...150),
    Rule(name: "a wind direction", path: \.windDirection, range: 0...360),
    Rule(name: "a cloud cover", path: \.cloudCover, range: 0...100),
    Rule(name: "a sum of rain", path: \.precipitation, range: 0...2_000),
    Rule(name: "a sum of snow", path: \.snowfall, range: 0...1_000),
    Rule(name: "a probability of rain", path: \.precipitationProbability, range: 0...1),
    Rule(name: "a visibility", path: \.visibility, range: 0...500_000),
    Rule(name: "an ultraviolet index", path: \.uvIndex, range: 0...50),
    Rule(name: "an elevation", path: \.elevation, range: -500...9_000),
  ]

  /// Removes implausible values and returns them with their names.
  static func clear(_ forecast: inout Forecast) -> [(name: String, value: Double)] {
    var cleared: [(String, Double)] = []
    for rule in rules {
      guard let value = forecast[keyPath: rule.path], !rule.range.contains(value) else { continue }
      forecast[keyPath: rule.path] = nil
      cleared.append((rule.name, value))
    }
    return cleared
  }
}
