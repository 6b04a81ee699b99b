import AlmanacModel
import AlmanacTime

/// Turns what NWS answers into forecasts.
struct NWSMapper {
  static func map(
    _ document: NWSDocument, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    var collector = WeatherCollector(.nws, context)
    switch document {
    case .periods(let periods): try NWSPeriodMapper.map(periods, into: &collector)
    case .grid(let grid): try NWSGridMapper.map(grid, into: &collector)
    case .observations(let observations):
      for observation in observations {
        NWSObservationMapper.map(observation, into: &collector)
      }
    }
    return try collector.finished()
  }
}

extension WeatherCollector {
  /// The point for what states its place, else the one point that was asked for.
  mutating func nwsPoint(for grid: Coordinate?) -> Coordinate? {
    if let grid { return point(for: grid) }
    return context.points.count == 1 ? context.points[0] : nil
  }
}

/// Measurements of stations.
enum NWSObservationMapper {
  static func map(_ observation: NWSObservation, into collector: inout WeatherCollector) {
    guard let at = observation.at, let point = collector.nwsPoint(for: observation.grid) else {
      return
    }
    var forecast = collector.forecast(
      for: point, grid: observation.grid, at: at, resolution: 3_600)
    forecast.isCurrent = true
    forecast.elevation = observation.elevation
    func value(_ name: String, _ quantity: WeatherUnits.Quantity) -> Double? {
      let stated = observation.quantities[name]
      return collector.value(stated?.value, stated?.unit, quantity, name)
    }
    forecast.temperature = value("temperature", .temperature)
    forecast.apparentTemperature =
      value("heatIndex", .temperature) ?? value("windChill", .temperature)
    forecast.dewPoint = value("dewpoint", .temperature)
    forecast.relativeHumidity = value("relativeHumidity", .percent)
    forecast.pressure = value("seaLevelPressure", .pressure)
    forecast.windSpeed = value("windSpeed", .speed)
    forecast.windGust = value("windGust", .speed)
    forecast.windDirection = value("windDirection", .plain)
    forecast.visibility = value("visibility", .length)
    for (name, seconds) in [
      ("precipitationLastHour", 3_600), ("precipitationLast3Hours", 10_800),
      ("precipitationLast6Hours", 21_600),
    ] {
      guard forecast.precipitation == nil, let sum = value(name, .precipitation) else { continue }
      forecast.precipitation = sum
      forecast.accumulatedFrom = at - seconds
      forecast.accumulatedTo = at
    }
    forecast.rawText = observation.text.map { FieldText.clean(String($0.prefix(80))).text }
    forecast.rawCode = observation.icon.flatMap { NWSCondition.names(icon: $0).first }
    forecast.condition =
      observation.text.flatMap(WeatherWords.condition)
      ?? forecast.rawCode.flatMap(NWSCondition.condition) ?? .unknown
    collector.keep(forecast)
  }
}
