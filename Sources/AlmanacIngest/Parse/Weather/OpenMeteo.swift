import AlmanacModel
import AlmanacTime

/// Maps Open-Meteo's JSON: one answer, or an array of answers for several points. Each has columns
/// with one value for each time step. Codes are those of WMO code table 4677, in part.
enum OpenMeteo: WeatherFormat {
  static let provider = WeatherProvider.openMeteo

  static func recognizes(_ document: JSONValue) -> Bool {
    if case .array(let answers) = document { return answers.first.map(recognizes) ?? false }
    if document["error"]?.bool == true { return document["reason"] != nil }
    return document["latitude"] != nil && document["generationtime_ms"] != nil
  }

  static func map(
    _ document: JSONValue, into collector: inout WeatherCollector
  ) throws(WeatherError) {
    let answers = document.array ?? [document]
    guard answers.allSatisfy({ $0.object != nil }) else {
      throw .malformed("it is no JSON of the expected shape")
    }
    for answer in answers where answer["error"]?.bool == true {
      throw .provider(reason: answer["reason"]?.filledString ?? "no reason given")
    }
    for (index, answer) in answers.enumerated() {
      map(answer, index: index, of: answers.count, into: &collector)
    }
  }

  private static func map(
    _ answer: JSONValue, index: Int, of count: Int, into collector: inout WeatherCollector
  ) {
    guard let latitude = answer["latitude"]?.double, let longitude = answer["longitude"]?.double,
      let grid = Coordinate(latitude: latitude, longitude: longitude)
    else {
      collector.note(
        "W_WEATHER_POINT", about: "none",
        "an answer has no valid latitude and longitude; it was left out")
      return
    }
    let point = collector.point(for: grid, index: index, of: count)
    let current = answer["current"]?.object == nil ? "current_weather" : "current"
    for (name, isCurrent) in [(current, true), ("hourly", false)] {
      guard let series = OpenMeteoSeries(answer, name) else { continue }
      for (row, at) in series.times.enumerated() {
        guard let at else { continue }
        var forecast = collector.forecast(
          for: point, grid: grid, at: at, resolution: series.resolution)
        forecast.elevation = answer["elevation"]?.double
        if isCurrent { forecast.isCurrent = true }
        collector.fill(&forecast, fields) { (series.value($0, row), series.units?[$0]?.string) }
        describe(&forecast, series, row, &collector)
        collector.add(forecast)
      }
    }
  }

  private static func describe(
    _ forecast: inout Forecast, _ series: OpenMeteoSeries, _ row: Int,
    _ collector: inout WeatherCollector
  ) {
    forecast.isDay = series.value("is_day", row).map { $0 != 0 }
    // Precipitation is summed over the hour before the timestamp.
    forecast.setAccumulation(from: forecast.at - series.resolution, to: forecast.at)
    let number = series.value("weather_code", row) ?? series.value("weathercode", row)
    guard let code = number.flatMap({ Int(exactly: $0) }).map(String.init) else { return }
    forecast.rawCode = code
    forecast.condition =
      WeatherCodes.condition(code, of: provider) ?? collector.unknownCode(code, text: nil)
  }

  /// The current names first, then those of 2022, then those in `current_weather`.
  private static let fields = [
    WeatherField(\.temperature, "temperature_2m", "temperature", as: .temperature),
    WeatherField(\.apparentTemperature, "apparent_temperature", as: .temperature),
    WeatherField(\.dewPoint, "dew_point_2m", "dewpoint_2m", as: .temperature),
    WeatherField(\.relativeHumidity, "relative_humidity_2m", "relativehumidity_2m", as: .percent),
    WeatherField(\.pressure, "pressure_msl", as: .pressure),
    WeatherField(
      \.windSpeed, "wind_speed_10m", "windspeed_10m", "windspeed", as: .speed, in: "km/h"),
    WeatherField(\.windGust, "wind_gusts_10m", "windgusts_10m", as: .speed, in: "km/h"),
    WeatherField(\.windDirection, "wind_direction_10m", "winddirection_10m", "winddirection"),
    WeatherField(\.cloudCover, "cloud_cover", "cloudcover", as: .percent),
    WeatherField(\.precipitation, "precipitation", as: .precipitation),
    WeatherField(\.snowfall, "snowfall", as: .snow),
    WeatherField(\.precipitationProbability, "precipitation_probability", as: .share, in: "%"),
    WeatherField(\.visibility, "visibility", as: .length),
    WeatherField(\.uvIndex, "uv_index"),
  ]
}

/// The columns of one answer.
private struct OpenMeteoSeries {
  /// By row; nil if a time cannot be read.
  let times: [Instant?]
  /// Seconds between two rows.
  let resolution: Int
  /// The unit of each column.
  let units: JSONValue?
  private let table: [String: JSONValue]

  /// Reads `hourly`, or `current` with single values instead of arrays; nil if the answer has none.
  ///
  /// Local times use `utc_offset_seconds`, one offset for the whole answer, even across a clock
  /// change. Unix times are in UTC.
  init?(_ answer: JSONValue, _ name: String) {
    guard let table = answer[name]?.object else { return nil }
    self.table = table
    units =
      name == "hourly"
      ? answer["hourly_units"] : answer["current_units"] ?? answer["current_weather_units"]
    let offset = answer["utc_offset_seconds"]?.double.flatMap { Int(exactly: $0) } ?? 0
    times = Self.rows(table["time"]).map { Self.instant($0, offset: offset) }
    resolution = Self.resolution(times, interval: Self.rows(table["interval"]).first?.double)
  }

  func value(_ name: String, _ row: Int) -> Double? {
    let rows = Self.rows(table[name])
    return rows.indices.contains(row) ? rows[row].double : nil
  }

  /// The values of a column; members of undocumented types have none.
  private static func rows(_ column: JSONValue?) -> [JSONValue] {
    switch column {
    case nil, .object: []
    case .array(let rows): rows
    case let value?: [value]
    }
  }

  private static func instant(_ value: JSONValue, offset: Int) -> Instant? {
    switch value {
    case .integer(let seconds): Instant(secondsSinceEpoch: seconds)
    case .string(let text):
      CivilDateTime(iso8601: text).map {
        Instant(secondsSinceEpoch: $0.localSeconds) - min(max(offset, -86_399), 86_399)
      }
    default: nil
    }
  }

  /// The step between the first two rows in seconds; an hour for a single row.
  private static func resolution(_ times: [Instant?], interval: Double?) -> Int {
    if let interval, let seconds = Int(exactly: interval), 60...86_400 ~= seconds {
      return seconds
    }
    guard times.count > 1, let first = times[0], let second = times[1] else { return 3_600 }
    let step = second.seconds(since: first)
    return 60...86_400 ~= step ? step : 3_600
  }
}
