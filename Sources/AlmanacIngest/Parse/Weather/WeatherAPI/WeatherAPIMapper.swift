import AlmanacModel
import AlmanacTime

/// Turns WeatherAPI's hours into forecasts, and its days where they come without hours.
///
/// An hour's rain is what falls in the hour that begins at its time. Over which time the current
/// rain was summed is not documented, so it has no interval.
struct WeatherAPIMapper {
  private var collector: WeatherCollector
  private let point: Coordinate
  private let grid: Coordinate

  static func map(
    _ response: WeatherAPIResponse, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    guard let latitude = response.latitude, let longitude = response.longitude,
      let grid = Coordinate(latitude: latitude, longitude: longitude)
    else { throw .noPlace }
    var collector = WeatherCollector(.weatherAPI, context)
    let point = collector.point(for: grid)
    var mapper = WeatherAPIMapper(collector: collector, point: point, grid: grid)
    if let current = response.current { mapper.map(current, isCurrent: true) }
    for day in response.days {
      for hour in day.hours { mapper.map(hour, isCurrent: false) }
      if day.hours.isEmpty { mapper.map(day, zone: response.zone) }
    }
    return try mapper.collector.finished()
  }

  private mutating func map(_ hour: WeatherAPIResponse.Hour, isCurrent: Bool) {
    guard let at = hour.at else { return }
    var forecast = collector.forecast(for: point, grid: grid, at: at, resolution: 3_600)
    if isCurrent { forecast.isCurrent = true }
    forecast.temperature = hour.temperature
    forecast.apparentTemperature = hour.feelsLike
    forecast.dewPoint = hour.dewPoint
    forecast.relativeHumidity = hour.humidity
    forecast.pressure = hour.pressure
    forecast.windSpeed = hour.windKPH.map { $0 / 3.6 }
    forecast.windGust = hour.gustKPH.map { $0 / 3.6 }
    forecast.windDirection = hour.windDirection
    forecast.cloudCover = hour.cloud
    forecast.visibility = hour.visibilityKM.map { $0 * 1_000 }
    forecast.uvIndex = hour.uvIndex
    forecast.isDay = hour.isDay
    forecast.precipitation = hour.precipitation
    forecast.snowfall = hour.snowCM
    forecast.precipitationProbability = Self.chance(hour.chanceOfRain, hour.chanceOfSnow)
    if !isCurrent { Self.setInterval(of: &forecast, seconds: 3_600) }
    describe(hour.condition, in: &forecast)
    collector.keep(forecast)
  }

  private mutating func map(_ day: WeatherAPIResponse.Day, zone name: String?) {
    guard let date = day.date else { return }
    guard let zone = name.flatMap({ collector.context.zones.zone(named: $0) }) else {
      collector.note(
        "W_WEATHER_ZONE", about: "zone",
        "days were left out, because the time zone of the place is not stated or unknown")
      return
    }
    let start = zone.startOfDay(date)
    let length = zone.startOfDay(date.adding(days: 1)).seconds(since: start)
    var forecast = collector.forecast(for: point, grid: grid, at: start, resolution: length)
    forecast.temperatureMin = day.temperatureMin
    forecast.temperatureMax = day.temperatureMax
    forecast.windSpeed = day.windKPH.map { $0 / 3.6 }
    forecast.uvIndex = day.uvIndex
    forecast.precipitation = day.precipitation
    forecast.snowfall = day.snowCM
    forecast.precipitationProbability = Self.chance(day.chanceOfRain, day.chanceOfSnow)
    Self.setInterval(of: &forecast, seconds: length)
    describe(day.condition, in: &forecast)
    collector.keep(forecast)
  }

  private static func setInterval(of forecast: inout Forecast, seconds: Int) {
    guard
      forecast.precipitation != nil || forecast.snowfall != nil
        || forecast.precipitationProbability != nil
    else { return }
    forecast.accumulatedFrom = forecast.at
    forecast.accumulatedTo = forecast.at + seconds
  }

  /// 0 ... 1 of anything falling.
  private static func chance(_ rain: Double?, _ snow: Double?) -> Double? {
    [rain, snow].compactMap(\.self).max().map { $0 / 100 }
  }

  private mutating func describe(
    _ condition: WeatherAPIResponse.Condition, in forecast: inout Forecast
  ) {
    forecast.rawText = condition.text.map { FieldText.clean(String($0.prefix(80))).text }
    guard let code = condition.code else {
      forecast.condition = condition.text.flatMap(WeatherWords.condition) ?? .unknown
      return
    }
    forecast.rawCode = String(code)
    forecast.condition =
      WeatherAPICondition.condition(code: code)
      ?? collector.unknownCode(String(code), text: condition.text)
  }
}
