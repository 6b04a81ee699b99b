import AlmanacModel
import AlmanacTime

/// Maps WeatherAPI's hours to forecasts, and its days if they have no hours: `current.json` and
/// `forecast.json`, also of APIXU, which has the same codes and writes numbers as strings. Codes
/// for dust and haze are not documented.
///
/// An hour's precipitation falls in the hour after its time. The interval of the current
/// precipitation is undocumented, so it gets none. Metric members are used.
struct WeatherAPI: WeatherFormat {
  static let provider = WeatherProvider.weatherAPI

  private let point: Coordinate
  private let grid: Coordinate

  static func recognizes(_ document: JSONValue) -> Bool {
    document["location"]?["lat"] != nil || document["error"]?["code"] != nil
  }

  static func map(
    _ document: JSONValue, into collector: inout WeatherCollector
  ) throws(WeatherError) {
    if let error = document["error"] {
      let code = error["code"]?.looseInteger.map { " (\($0))" } ?? ""
      // weatherstack, another successor of APIXU, writes 'info'.
      let message = error["message"]?.filledString ?? error["info"]?.filledString
      throw .provider(reason: (message ?? "no reason given") + code)
    }
    let days = document["forecast"]?["forecastday"]?.array ?? []
    guard document["current"]?.object != nil || !days.isEmpty else { throw .noSeries }
    let location = document["location"]
    guard let grid = Coordinate(location?["lat"], location?["lon"]) else { throw .noPlace }
    let site = WeatherAPI(point: collector.point(for: grid), grid: grid)
    if let current = document["current"] {
      site.map(hour: current, isCurrent: true, into: &collector)
    }
    for day in days {
      let hours = day["hour"]?.array ?? []
      for hour in hours { site.map(hour: hour, isCurrent: false, into: &collector) }
      if hours.isEmpty {
        site.map(day: day, zone: location?["tz_id"]?.filledString, into: &collector)
      }
    }
  }

  private func map(hour: JSONValue, isCurrent: Bool, into collector: inout WeatherCollector) {
    guard let at = (hour["time_epoch"] ?? hour["last_updated_epoch"])?.unixTime else { return }
    var forecast = collector.forecast(for: point, grid: grid, at: at, resolution: 3_600)
    if isCurrent { forecast.isCurrent = true }
    collector.fill(&forecast, Self.hourFields) { (hour[$0]?.looseNumber, nil) }
    forecast.isDay = hour["is_day"]?.looseInteger.map { $0 != 0 }
    forecast.precipitationProbability = Self.chance(hour["chance_of_rain"], hour["chance_of_snow"])
    if !isCurrent { forecast.setAccumulation(from: at, to: at + 3_600) }
    describe(hour["condition"], in: &forecast, &collector)
    collector.add(forecast)
  }

  private func map(day json: JSONValue, zone name: String?, into collector: inout WeatherCollector)
  {
    // 'date_epoch' is the local date's midnight in UTC, which is the wrong instant.
    guard let date = json["date"]?.string.flatMap({ CivilDate(iso8601: $0) }) else { return }
    guard let zone = name.flatMap({ collector.context.zones.zone(named: $0) }) else {
      collector.note(
        "W_WEATHER_ZONE", about: "zone",
        "days were left out, because the time zone of the place is missing or unknown")
      return
    }
    let start = zone.startOfDay(date)
    let length = zone.startOfDay(date.adding(days: 1)).seconds(since: start)
    var forecast = collector.forecast(for: point, grid: grid, at: start, resolution: length)
    let day = json["day"] ?? .null
    collector.fill(&forecast, Self.dayFields) { (day[$0]?.looseNumber, nil) }
    forecast.precipitationProbability = Self.chance(
      day["daily_chance_of_rain"], day["daily_chance_of_snow"])
    forecast.setAccumulation(from: start, to: start + length)
    describe(day["condition"], in: &forecast, &collector)
    collector.add(forecast)
  }

  /// The probability of any precipitation, 0 to 1.
  private static func chance(_ rain: JSONValue?, _ snow: JSONValue?) -> Double? {
    [rain?.looseNumber, snow?.looseNumber].compactMap(\.self).max().map { $0 / 100 }
  }

  private func describe(
    _ condition: JSONValue?, in forecast: inout Forecast, _ collector: inout WeatherCollector
  ) {
    let text = condition?["text"]?.filledString
    forecast.rawText = text.map { FieldText.excerpt($0, 80) }
    collector.describe(&forecast, code: condition?["code"]?.looseInteger, text: text)
  }

  private static let hourFields = [
    WeatherField(\.temperature, "temp_c", as: .temperature),
    WeatherField(\.apparentTemperature, "feelslike_c", as: .temperature),
    WeatherField(\.dewPoint, "dewpoint_c", as: .temperature),
    WeatherField(\.relativeHumidity, "humidity", as: .percent),
    WeatherField(\.pressure, "pressure_mb", as: .pressure),
    WeatherField(\.windSpeed, "wind_kph", as: .speed, in: "km/h"),
    WeatherField(\.windGust, "gust_kph", as: .speed, in: "km/h"),
    WeatherField(\.windDirection, "wind_degree"),
    WeatherField(\.cloudCover, "cloud", as: .percent),
    WeatherField(\.visibility, "vis_km", as: .length, in: "km"),
    WeatherField(\.uvIndex, "uv"),
    WeatherField(\.precipitation, "precip_mm", as: .precipitation),
    WeatherField(\.snowfall, "snow_cm"),
  ]

  private static let dayFields = [
    WeatherField(\.temperatureMin, "mintemp_c", as: .temperature),
    WeatherField(\.temperatureMax, "maxtemp_c", as: .temperature),
    WeatherField(\.windSpeed, "maxwind_kph", as: .speed, in: "km/h"),
    WeatherField(\.uvIndex, "uv"),
    WeatherField(\.precipitation, "totalprecip_mm", as: .precipitation),
    WeatherField(\.snowfall, "totalsnow_cm"),
  ]
}
