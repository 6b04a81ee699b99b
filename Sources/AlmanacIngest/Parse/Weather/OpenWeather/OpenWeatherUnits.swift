/// The units of OpenWeather's answers, which do not contain them.
///
/// The default is Kelvin. A temperature above 150 can only be Kelvin, and a lower one cannot, so
/// that unknown units are not guessed.
struct OpenWeatherUnits {
  private let temperatures: WeatherUnits.Conversion?
  private let speeds: WeatherUnits.Conversion?

  /// - Parameters:
  ///   - requested: The request's `units`: `standard`, `metric` or `imperial`; nil if unknown.
  ///   - temperature: A temperature in the answer.
  init(requested: String?, _ temperature: Double?) {
    switch (requested, temperature.map { $0 > 150 }) {
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
