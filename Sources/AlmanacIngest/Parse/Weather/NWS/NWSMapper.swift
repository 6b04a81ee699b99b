import AlmanacModel
import AlmanacTime

/// Maps documents of api.weather.gov to forecasts.
enum NWSMapper {
  static func map(
    _ document: JSONValue, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    var collector = WeatherCollector(.nws, context)
    let observations = NWSReader.observations(in: document)
    if document["features"] == nil, document["properties"]?["periods"]?.array != nil {
      try NWSPeriodMapper.map(document, into: &collector)
    } else if observations.isEmpty {
      try NWSGridMapper.map(document, into: &collector)
    } else {
      for observation in observations { map(observation, into: &collector) }
    }
    return try collector.finished()
  }

  /// Maps one measurement of a station.
  private static func map(_ observation: JSONValue, into collector: inout WeatherCollector) {
    let properties = observation["properties"]
    guard let at = properties?["timestamp"]?.timestamp,
      let site = NWSSite(observation, in: &collector)
    else { return }
    var forecast = site.forecast(at: at, resolution: 3_600, collector)
    forecast.issuedAt = nil
    forecast.isCurrent = true
    func value(_ name: String, _ quantity: WeatherUnits.Quantity) -> Double? {
      collector.nwsValue(properties?[name], quantity, name)
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
    let text = properties?["textDescription"]?.filledString
    forecast.rawText = text.map { FieldText.excerpt($0, 80) }
    forecast.rawCode = properties?["icon"]?.filledString
      .flatMap { NWSCondition.names(icon: $0).first }
    forecast.condition =
      text.flatMap(WeatherWords.condition)
      ?? forecast.rawCode.flatMap(NWSCondition.condition) ?? .unknown
    collector.add(forecast)
  }
}

extension WeatherCollector {
  /// A value with its unit; NWS also writes numbers as strings.
  ///
  /// - Parameter highest: Whether to use the upper end of a range.
  mutating func nwsValue(
    _ quantity: JSONValue?, _ kind: WeatherUnits.Quantity, _ name: String, highest: Bool = false
  ) -> Double? {
    let maximum = highest ? quantity?["maxValue"]?.looseNumber : nil
    return value(
      maximum ?? quantity?["value"]?.looseNumber, quantity?["unitCode"]?.filledString, kind, name)
  }
}
