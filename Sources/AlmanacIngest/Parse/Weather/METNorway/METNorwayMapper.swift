import AlmanacModel
import AlmanacTime

/// Maps a Locationforecast 2.0, compact or complete, to one forecast per time step.
///
/// Precipitation is that of the hour or six hours *after* the instant. A step with both uses the
/// hour, because later steps repeat the six hours. The last step has neither.
struct METNorwayMapper {
  private var collector: WeatherCollector
  private let units: JSONValue?
  private let altitude: Double?
  private let updatedAt: Instant?

  static func map(
    _ document: JSONValue, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    let position = document["geometry"]?["coordinates"]?.array ?? []
    let meta = document["properties"]?["meta"]
    var mapper = METNorwayMapper(
      collector: WeatherCollector(.metNorway, context), units: meta?["units"],
      altitude: position.count > 2 ? position[2].double : nil,
      updatedAt: meta?["updated_at"]?.timestamp)
    guard position.count >= 2, let grid = Coordinate(position[1], position[0]) else {
      throw .noPlace
    }
    let point = mapper.collector.point(for: grid)
    let steps = document["properties"]?["timeseries"]?.array ?? []
    let times = steps.map { $0["time"]?.timestamp }
    for (index, step) in steps.enumerated() {
      guard let at = times[index] else { continue }
      let next = times[(index + 1)...].lazy.compactMap(\.self).first
      mapper.map(step["data"] ?? .null, at, until: next, at: point, grid)
    }
    return try mapper.collector.finished()
  }

  private mutating func map(
    _ step: JSONValue, _ at: Instant, until next: Instant?, at point: Coordinate,
    _ grid: Coordinate
  ) {
    var length = next.map { $0.seconds(since: at) } ?? 0
    if !(0...21_600).contains(length) { length = 0 }
    var forecast = collector.forecast(for: point, grid: grid, at: at, resolution: length)
    forecast.elevation = altitude
    forecast.issuedAt = updatedAt
    let now = step["instant"]?["details"]
    forecast.temperature = value("air_temperature", .temperature, in: now)
    forecast.dewPoint = value("dew_point_temperature", .temperature, in: now)
    forecast.relativeHumidity = value("relative_humidity", .percent, in: now)
    forecast.pressure = value("air_pressure_at_sea_level", .pressure, in: now)
    forecast.windSpeed = value("wind_speed", .speed, in: now)
    forecast.windGust = value("wind_speed_of_gust", .speed, in: now)
    forecast.windDirection = value("wind_from_direction", .plain, in: now)
    forecast.cloudCover = value("cloud_area_fraction", .percent, in: now)
    forecast.uvIndex = value("ultraviolet_index_clear_sky", .plain, in: now)
    if let hour = step["next_1_hours"] {
      fill(&forecast, from: hour, seconds: 3_600)
    } else if let hours = step["next_6_hours"] {
      fill(&forecast, from: hours, seconds: 21_600)
    }
    collector.add(forecast)
  }

  private mutating func fill(
    _ forecast: inout Forecast, from following: JSONValue, seconds: Int
  ) {
    let details = following["details"]
    forecast.resolution = seconds
    forecast.temperatureMin = value("air_temperature_min", .temperature, in: details)
    forecast.temperatureMax = value("air_temperature_max", .temperature, in: details)
    forecast.precipitation = value("precipitation_amount", .precipitation, in: details)
    forecast.precipitationProbability =
      value("probability_of_precipitation", .percent, in: details).map { $0 / 100 }
    forecast.setAccumulation(from: forecast.at, to: forecast.at + seconds)
    guard let symbol = following["summary"]?["symbol_code"]?.filledString else { return }
    forecast.rawCode = symbol
    if symbol.hasSuffix("_day") { forecast.isDay = true }
    if symbol.hasSuffix("_night") || symbol.hasSuffix("_polartwilight") { forecast.isDay = false }
    forecast.condition =
      METNorwayCondition.condition(symbol: symbol)
      ?? collector.unknownCode(symbol, text: METNorwayCondition.name(of: symbol))
  }

  private mutating func value(
    _ name: String, _ quantity: WeatherUnits.Quantity, in details: JSONValue?
  ) -> Double? {
    guard let value = details?[name]?.double, value.isFinite else { return nil }
    return collector.value(value, units?[name]?.string, quantity, name)
  }
}
