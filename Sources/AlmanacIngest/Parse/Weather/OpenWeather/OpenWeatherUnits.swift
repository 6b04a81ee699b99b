/// OpenWeather answers in the units of the request and does not name them.
///
/// Without `units` in the request an answer is in Kelvin. A temperature above 150 can be nothing
/// else, and one below it cannot be Kelvin, so a request that is not known is not guessed at.
struct OpenWeatherUnits {
  private let temperatures: WeatherUnits.Conversion?
  private let speeds: WeatherUnits.Conversion?

  /// - Parameters:
  ///   - stated: `standard`, `metric` or `imperial`; nil where the request says nothing.
  ///   - temperature: one of the answer's.
  init(stated: String?, _ temperature: Double?) {
    switch (stated, temperature.map { $0 > 150 }) {
    case (_, true):
      temperatures = WeatherUnits.conversion(.temperature, unit: "K")
      speeds = WeatherUnits.Conversion()
    case ("metric", _), (nil, nil), ("standard", nil):
      temperatures = WeatherUnits.Conversion()
      speeds = WeatherUnits.Conversion()
    case ("imperial", _):
      temperatures = WeatherUnits.conversion(.temperature, unit: "F")
      speeds = WeatherUnits.conversion(.speed, unit: "mph")
    default:
      temperatures = nil
      speeds = nil
    }
  }

  var isUnknown: Bool { temperatures == nil }

  func temperature(_ value: Double?) -> Double? {
    value.flatMap { value in temperatures.map { $0.apply(value) } }
  }

  func speed(_ value: Double?) -> Double? {
    value.flatMap { value in speeds.map { $0.apply(value) } }
  }
}
