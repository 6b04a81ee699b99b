import AlmanacModel
import AlmanacTime

/// Maps WeatherAPI's hours to forecasts, and its days if they have no hours.
///
/// An hour's precipitation falls in the hour after its time. The interval of the current
/// precipitation is undocumented, so it gets none. Metric members are used; APIXU writes numbers as
/// strings.
struct WeatherAPIMapper {
  private var collector: WeatherCollector
  private let point: Coordinate
  private let grid: Coordinate

  /// - Parameter document: An answer of `current.json` or `forecast.json`, or of APIXU.
  static func map(
    _ document: JSONValue, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    let location = document["location"]
    guard let grid = Coordinate(location?["lat"], location?["lon"]) else { throw .noPlace }
    var collector = WeatherCollector(.weatherAPI, context)
    let point = collector.point(for: grid)
    var mapper = WeatherAPIMapper(collector: collector, point: point, grid: grid)
    if let current = document["current"] { mapper.map(hour: current, isCurrent: true) }
    for day in document["forecast"]?["forecastday"]?.array ?? [] {
      let hours = day["hour"]?.array ?? []
      for hour in hours { mapper.map(hour: hour, isCurrent: false) }
      if hours.isEmpty { mapper.map(day: day, zone: location?["tz_id"]?.filledString) }
    }
    return try mapper.collector.finished()
  }

  private mutating func map(hour: JSONValue, isCurrent: Bool) {
    guard let at = (hour["time_epoch"] ?? hour["last_updated_epoch"])?.unixTime else { return }
    var forecast = collector.forecast(for: point, grid: grid, at: at, resolution: 3_600)
    if isCurrent { forecast.isCurrent = true }
    forecast.temperature = hour["temp_c"]?.looseNumber
    forecast.apparentTemperature = hour["feelslike_c"]?.looseNumber
    forecast.dewPoint = hour["dewpoint_c"]?.looseNumber
    forecast.relativeHumidity = hour["humidity"]?.looseNumber
    forecast.pressure = hour["pressure_mb"]?.looseNumber
    forecast.windSpeed = hour["wind_kph"]?.looseNumber.map { $0 / 3.6 }
    forecast.windGust = hour["gust_kph"]?.looseNumber.map { $0 / 3.6 }
    forecast.windDirection = hour["wind_degree"]?.looseNumber
    forecast.cloudCover = hour["cloud"]?.looseNumber
    forecast.visibility = hour["vis_km"]?.looseNumber.map { $0 * 1_000 }
    forecast.uvIndex = hour["uv"]?.looseNumber
    forecast.isDay = hour["is_day"]?.looseInteger.map { $0 != 0 }
    forecast.precipitation = hour["precip_mm"]?.looseNumber
    forecast.snowfall = hour["snow_cm"]?.looseNumber
    forecast.precipitationProbability = Self.chance(hour["chance_of_rain"], hour["chance_of_snow"])
    if !isCurrent { forecast.setAccumulation(from: at, to: at + 3_600) }
    describe(hour["condition"], in: &forecast)
    collector.add(forecast)
  }

  private mutating func map(day json: JSONValue, zone name: String?) {
    // 'date_epoch' is the local date's midnight in UTC, which is the wrong instant.
    guard let date = json["date"]?.string.flatMap({ CivilDate(iso8601: $0) }) else { return }
    guard let zone = name.flatMap({ collector.context.zones.zone(named: $0) }) else {
      collector.note(
        "W_WEATHER_ZONE", about: "zone",
        "days were left out, because the time zone of the place is not stated or unknown")
      return
    }
    let start = zone.startOfDay(date)
    let length = zone.startOfDay(date.adding(days: 1)).seconds(since: start)
    var forecast = collector.forecast(for: point, grid: grid, at: start, resolution: length)
    let day = json["day"] ?? .null
    forecast.temperatureMin = day["mintemp_c"]?.looseNumber
    forecast.temperatureMax = day["maxtemp_c"]?.looseNumber
    forecast.windSpeed = day["maxwind_kph"]?.looseNumber.map { $0 / 3.6 }
    forecast.uvIndex = day["uv"]?.looseNumber
    forecast.precipitation = day["totalprecip_mm"]?.looseNumber
    forecast.snowfall = day["totalsnow_cm"]?.looseNumber
    forecast.precipitationProbability = Self.chance(
      day["daily_chance_of_rain"], day["daily_chance_of_snow"])
    forecast.setAccumulation(from: start, to: start + length)
    describe(day["condition"], in: &forecast)
    collector.add(forecast)
  }

  /// The probability of any precipitation, 0 to 1.
  private static func chance(_ rain: JSONValue?, _ snow: JSONValue?) -> Double? {
    [rain?.looseNumber, snow?.looseNumber].compactMap(\.self).max().map { $0 / 100 }
  }

  private mutating func describe(_ condition: JSONValue?, in forecast: inout Forecast) {
    let text = condition?["text"]?.filledString
    forecast.rawText = text.map { FieldText.excerpt($0, 80) }
    guard let code = condition?["code"]?.looseInteger else {
      forecast.condition = text.flatMap(WeatherWords.condition) ?? .unknown
      return
    }
    forecast.rawCode = String(code)
    forecast.condition =
      WeatherAPICondition.condition(code: code) ?? collector.unknownCode(String(code), text: text)
  }
}
