import AlmanacModel
import AlmanacTime

/// Maps MET Norway's Locationforecast 2.0, compact or complete, to one forecast per time step.
/// Errors are HTML pages.
///
/// Precipitation is that of the hour or six hours *after* the instant. A step with both uses the
/// hour, because later steps repeat the six hours. The last step has neither.
struct METNorway: WeatherFormat {
  static let provider = WeatherProvider.metNorway

  private let point: Coordinate
  private let grid: Coordinate
  private let units: JSONValue?
  private let altitude: Double?
  private let updatedAt: Instant?

  static func recognizes(_ document: JSONValue) -> Bool {
    unwrapped(document)["properties"]?["timeseries"] != nil
  }

  static func map(
    _ document: JSONValue, into collector: inout WeatherCollector
  ) throws(WeatherError) {
    let answer = unwrapped(document)
    let steps = answer["properties"]?["timeseries"]?.array ?? []
    guard !steps.isEmpty else {
      // Its proxies report errors as a message without a series.
      if let reason = document["error"]?.filledString ?? document["message"]?.filledString {
        throw .provider(reason: reason)
      }
      throw .noSeries
    }
    let position = answer["geometry"]?["coordinates"]?.array ?? []
    guard position.count >= 2, let grid = Coordinate(position[1], position[0]) else {
      throw .noPlace
    }
    let meta = answer["properties"]?["meta"]
    let site = METNorway(
      point: collector.point(for: grid), grid: grid, units: meta?["units"],
      altitude: position.count > 2 ? position[2].double : nil,
      updatedAt: meta?["updated_at"]?.timestamp)
    let times = steps.map { $0["time"]?.timestamp }
    for (index, step) in steps.enumerated() {
      guard let at = times[index] else { continue }
      let next = times[(index + 1)...].lazy.compactMap(\.self).first
      site.map(step["data"] ?? .null, at, until: next, into: &collector)
    }
  }

  /// The answer without the envelope of status and headers that some clients store.
  private static func unwrapped(_ document: JSONValue) -> JSONValue {
    if document["properties"] == nil, let data = document["data"], data["properties"] != nil {
      return data
    }
    return document
  }

  private func map(
    _ step: JSONValue, _ at: Instant, until next: Instant?, into collector: inout WeatherCollector
  ) {
    var length = next.map { $0.seconds(since: at) } ?? 0
    if !(0...21_600).contains(length) { length = 0 }
    var forecast = collector.forecast(for: point, grid: grid, at: at, resolution: length)
    forecast.elevation = altitude
    forecast.issuedAt = updatedAt
    collector.fill(&forecast, Self.fields) { value($0, in: step["instant"]?["details"]) }
    for (name, seconds) in [("next_1_hours", 3_600), ("next_6_hours", 21_600)] {
      guard let following = step[name] else { continue }
      fill(&forecast, from: following, seconds: seconds, &collector)
      break
    }
    collector.add(forecast)
  }

  private func fill(
    _ forecast: inout Forecast, from following: JSONValue, seconds: Int,
    _ collector: inout WeatherCollector
  ) {
    forecast.resolution = seconds
    collector.fill(&forecast, Self.periodFields) { value($0, in: following["details"]) }
    forecast.setAccumulation(from: forecast.at, to: forecast.at + seconds)
    guard let symbol = following["summary"]?["symbol_code"]?.filledString else { return }
    forecast.rawCode = symbol
    if symbol.hasSuffix("_day") { forecast.isDay = true }
    if symbol.hasSuffix("_night") || symbol.hasSuffix("_polartwilight") { forecast.isDay = false }
    let name = String(symbol.split(separator: "_", maxSplits: 1).first ?? "")
    forecast.condition = Self.condition(name) ?? collector.unknownCode(symbol, text: name)
  }

  private func value(_ name: String, in details: JSONValue?) -> (Double?, String?) {
    let value = details?[name]?.double.flatMap { $0.isFinite ? $0 : nil }
    return (value, units?[name]?.string)
  }

  /// The condition of a symbol without its suffix for day or night, such as
  /// `lightrainshowersandthunder`; nil for an undocumented one.
  private static func condition(_ name: String) -> WeatherCondition? {
    let hasThunder = name.hasSuffix("andthunder")
    var plain = hasThunder ? name.dropLast("andthunder".count) : name[...]
    if plain.hasSuffix("showers") { plain = plain.dropLast("showers".count) }
    let condition = WeatherCodes.condition(String(plain), of: provider)
    return hasThunder && condition != nil ? .thunder : condition
  }

  private static let fields = [
    WeatherField(\.temperature, "air_temperature", as: .temperature),
    WeatherField(\.dewPoint, "dew_point_temperature", as: .temperature),
    WeatherField(\.relativeHumidity, "relative_humidity", as: .percent),
    WeatherField(\.pressure, "air_pressure_at_sea_level", as: .pressure),
    WeatherField(\.windSpeed, "wind_speed", as: .speed),
    WeatherField(\.windGust, "wind_speed_of_gust", as: .speed),
    WeatherField(\.windDirection, "wind_from_direction"),
    WeatherField(\.cloudCover, "cloud_area_fraction", as: .percent),
    WeatherField(\.uvIndex, "ultraviolet_index_clear_sky"),
  ]

  private static let periodFields = [
    WeatherField(\.temperatureMin, "air_temperature_min", as: .temperature),
    WeatherField(\.temperatureMax, "air_temperature_max", as: .temperature),
    WeatherField(\.precipitation, "precipitation_amount", as: .precipitation),
    WeatherField(\.precipitationProbability, "probability_of_precipitation", as: .share, in: "%"),
  ]
}
