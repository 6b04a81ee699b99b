import AlmanacModel
import AlmanacTime

/// Maps Open-Meteo's columns to one forecast per time step.
struct OpenMeteoMapper {
  private var collector: WeatherCollector

  static func map(
    _ answers: [JSONValue], _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    var mapper = OpenMeteoMapper(collector: WeatherCollector(.openMeteo, context))
    for (index, answer) in answers.enumerated() {
      mapper.map(answer, index: index, of: answers.count)
    }
    return try mapper.collector.finished()
  }

  private mutating func map(_ answer: JSONValue, index: Int, of count: Int) {
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
      map(series, of: answer, at: point, grid, isCurrent: isCurrent)
    }
  }

  private mutating func map(
    _ series: OpenMeteoSeries, of answer: JSONValue, at point: Coordinate, _ grid: Coordinate,
    isCurrent: Bool
  ) {
    for (name, unit) in series.unknownUnits {
      collector.note(
        "W_WEATHER_UNIT", about: name + unit,
        "the unit '\(unit.prefix(20))' of \(name) is unknown; it was left out")
    }
    for row in series.times.indices {
      guard let at = series.times[row] else { continue }
      var forecast = collector.forecast(
        for: point, grid: grid, at: at, resolution: series.resolution)
      forecast.elevation = answer["elevation"]?.double
      if isCurrent { forecast.isCurrent = true }
      fill(&forecast, from: series, row: row)
      collector.add(forecast)
    }
  }

  private mutating func fill(_ forecast: inout Forecast, from series: OpenMeteoSeries, row: Int) {
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
      .map { $0 / 100 }
    // Open-Meteo sums precipitation over the hour before the timestamp.
    forecast.setAccumulation(from: forecast.at - series.resolution, to: forecast.at)
    guard let code = series.value(.code, row).flatMap({ Int(exactly: $0) }) else { return }
    forecast.rawCode = String(code)
    forecast.condition =
      OpenMeteoCondition.condition(code: code)
      ?? collector.unknownCode(String(code), text: nil)
  }
}
