import AlmanacModel
import AlmanacTime

/// Turns a Locationforecast into forecasts, a record each step.
///
/// Rain is of the hour or the six hours *after* the instant; a step that has both keeps the hour,
/// because the six hours are told again by the steps to come. The last step has neither.
struct METNorwayMapper {
  private var collector: WeatherCollector
  private let response: METNorwayResponse

  static func map(
    _ response: METNorwayResponse, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    var mapper = METNorwayMapper(
      collector: WeatherCollector(.metNorway, context), response: response)
    guard let latitude = response.latitude, let longitude = response.longitude,
      let grid = Coordinate(latitude: latitude, longitude: longitude)
    else { throw .noPlace }
    let point = mapper.collector.point(for: grid)
    for (index, step) in response.steps.enumerated() {
      guard let at = step.time else { continue }
      let next = response.steps[(index + 1)...].lazy.compactMap(\.time).first
      mapper.map(step, at, until: next, at: point, grid)
    }
    return try mapper.collector.finished()
  }

  private mutating func map(
    _ step: METNorwayResponse.Step, _ at: Instant, until next: Instant?, at point: Coordinate,
    _ grid: Coordinate
  ) {
    var length = next.map { $0.seconds(since: at) } ?? 0
    if !(0...21_600).contains(length) { length = 0 }
    var forecast = collector.forecast(for: point, grid: grid, at: at, resolution: length)
    forecast.elevation = response.altitude
    forecast.issuedAt = response.updatedAt
    let now = step.instant
    forecast.temperature = value("air_temperature", .temperature, in: now)
    forecast.dewPoint = value("dew_point_temperature", .temperature, in: now)
    forecast.relativeHumidity = value("relative_humidity", .percent, in: now)
    forecast.pressure = value("air_pressure_at_sea_level", .pressure, in: now)
    forecast.windSpeed = value("wind_speed", .speed, in: now)
    forecast.windGust = value("wind_speed_of_gust", .speed, in: now)
    forecast.windDirection = value("wind_from_direction", .plain, in: now)
    forecast.cloudCover = value("cloud_area_fraction", .percent, in: now)
    forecast.uvIndex = value("ultraviolet_index_clear_sky", .plain, in: now)
    if let hour = step.nextHour {
      fill(&forecast, from: hour, seconds: 3_600)
    } else if let hours = step.nextSixHours {
      fill(&forecast, from: hours, seconds: 21_600)
    }
    collector.keep(forecast)
  }

  private mutating func fill(
    _ forecast: inout Forecast, from following: METNorwayResponse.Following, seconds: Int
  ) {
    let details = following.details
    forecast.resolution = seconds
    forecast.temperatureMin = value("air_temperature_min", .temperature, in: details)
    forecast.temperatureMax = value("air_temperature_max", .temperature, in: details)
    forecast.precipitation = value("precipitation_amount", .precipitation, in: details)
    forecast.precipitationProbability =
      value("probability_of_precipitation", .percent, in: details).map { $0 / 100 }
    if forecast.precipitation != nil || forecast.precipitationProbability != nil {
      forecast.accumulatedFrom = forecast.at
      forecast.accumulatedTo = forecast.at + seconds
    }
    guard let symbol = following.symbol else { return }
    forecast.rawCode = symbol
    if symbol.hasSuffix("_day") { forecast.isDay = true }
    if symbol.hasSuffix("_night") || symbol.hasSuffix("_polartwilight") { forecast.isDay = false }
    forecast.condition =
      METNorwayCondition.condition(symbol: symbol)
      ?? collector.unknownCode(symbol, text: METNorwayCondition.words(of: symbol))
  }

  private mutating func value(
    _ name: String, _ quantity: WeatherUnits.Quantity, in details: [String: Double]
  ) -> Double? {
    guard let value = details[name] else { return nil }
    let unit = response.units[name]
    guard let conversion = WeatherUnits.conversion(quantity, unit: unit) else {
      collector.note(
        "W_WEATHER_UNIT", about: name,
        "the unit '\(FieldText.clean(String((unit ?? "").prefix(20))).text)' of \(name) is unknown; "
          + "it was left out")
      return nil
    }
    return conversion.apply(value)
  }
}
