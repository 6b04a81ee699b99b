import AlmanacModel
import AlmanacTime

/// Turns Open-Meteo's columns into forecasts, a record each step.
struct OpenMeteoMapper {
  /// CC BY 4.0 demands the name and the link wherever the data is shown.
  static let attribution = "Weather data by Open-Meteo.com (CC BY 4.0)"

  /// Meters from a point within which an answer may be its answer: the coarsest grid in use has
  /// cells of some 50 km.
  private static let reach = 60_000.0

  private let context: WeatherContext
  private var reading = WeatherReading()
  private var unknownCodes: Set<Int> = []
  private var unknownUnits: Set<String> = []

  private init(context: WeatherContext) { self.context = context }

  /// Throws where not one value is usable, so that an empty answer does not replace forecasts.
  static func map(
    _ responses: [OpenMeteoResponse], _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    var mapper = OpenMeteoMapper(context: context)
    for (index, response) in responses.enumerated() {
      mapper.map(response, index: index, of: responses.count)
    }
    guard !mapper.reading.forecasts.isEmpty else { throw .noSeries }
    return mapper.reading
  }

  private mutating func map(_ response: OpenMeteoResponse, index: Int, of count: Int) {
    guard let latitude = response.latitude, let longitude = response.longitude,
      let grid = Coordinate(latitude: latitude, longitude: longitude)
    else {
      note("W_WEATHER_POINT", "an answer states no valid latitude and longitude; it was left out")
      return
    }
    let point = point(for: grid, index: index, of: count)
    let series: OpenMeteoSeries
    if let hourly = response.hourly {
      series = OpenMeteoSeries(
        hourly, units: response.hourlyUnits ?? [:], offset: response.utcOffset ?? 0)
    } else if let current = response.current {
      series = OpenMeteoSeries(
        current, units: response.currentUnits ?? [:], offset: response.utcOffset ?? 0)
    } else {
      return
    }
    noteUnits(of: series)
    for row in series.times.indices {
      guard let at = series.times[row] else { continue }
      var forecast = Forecast(
        source: context.source, provider: .openMeteo, point: point, grid: grid,
        fetchedAt: context.fetchedAt, at: at, resolution: series.resolution)
      forecast.elevation = response.elevation
      forecast.attribution = Self.attribution
      guard fill(&forecast, from: series, row: row) else { continue }
      reading.forecasts.append(forecast)
    }
  }

  /// Whether the row states anything at all: models end in rows of nulls.
  private mutating func fill(
    _ forecast: inout Forecast, from series: OpenMeteoSeries, row: Int
  ) -> Bool {
    forecast.temperature = series.value(.temperature, row)
    forecast.apparentTemperature = series.value(.apparentTemperature, row)
    forecast.dewPoint = series.value(.dewPoint, row)
    forecast.relativeHumidity = series.value(.relativeHumidity, row)
    forecast.pressure = series.value(.pressure, row)
    forecast.windSpeed = series.value(.windSpeed, row)
    forecast.windGust = series.value(.windGust, row)
    forecast.windDirection = series.value(.windDirection, row)
    forecast.cloudCover = series.value(.cloudCover, row)
    forecast.visibility = series.value(.visibility, row)
    forecast.uvIndex = series.value(.uvIndex, row)
    forecast.isDay = series.value(.isDay, row).map { $0 != 0 }
    forecast.precipitation = series.value(.precipitation, row)
    forecast.snowfall = series.value(.snowfall, row)
    forecast.precipitationProbability = series.value(.precipitationProbability, row)
      .map { min(max($0 / 100, 0), 1) }
    // Open-Meteo sums the hour before the timestamp.
    if forecast.precipitation != nil || forecast.snowfall != nil
      || forecast.precipitationProbability != nil
    {
      forecast.accumulatedFrom = forecast.at - series.resolution
      forecast.accumulatedTo = forecast.at
    }
    let code = series.value(.code, row).flatMap { Int(exactly: $0) }
    if let code {
      forecast.rawCode = String(code)
      forecast.condition = condition(code)
    }
    return code != nil || series.statesAnything(row)
  }

  private mutating func condition(_ code: Int) -> WeatherCondition {
    if let condition = OpenMeteoCondition.condition(code: code) { return condition }
    if unknownCodes.insert(code).inserted {
      note("W_WEATHER_CODE", "the weather code \(code) is not documented; shown as unknown")
    }
    return .unknown
  }

  /// Answers to several points come in the order of the question; else the nearest point is meant.
  private mutating func point(for grid: Coordinate, index: Int, of count: Int) -> Coordinate {
    let asked = context.points
    if count == asked.count, grid.distance(to: asked[index]) <= Self.reach { return asked[index] }
    guard let nearest = asked.min(by: { grid.distance(to: $0) < grid.distance(to: $1) }) else {
      return grid
    }
    if grid.distance(to: nearest) <= Self.reach { return nearest }
    note(
      "W_WEATHER_POINT",
      "the answer for \(grid.latitude), \(grid.longitude) is far from every point asked for")
    return grid
  }

  private mutating func noteUnits(of series: OpenMeteoSeries) {
    for (name, unit) in series.unknownUnits where unknownUnits.insert(name + unit).inserted {
      note("W_WEATHER_UNIT", "the unit '\(unit.prefix(20))' of \(name) is unknown; it was left out")
    }
  }

  private mutating func note(_ code: FindingCode, _ message: String) {
    reading.findings.append(
      Finding(code, severity: .warning, source: context.source, message: message))
  }
}
