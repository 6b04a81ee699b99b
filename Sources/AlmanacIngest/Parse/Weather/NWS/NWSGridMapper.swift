import AlmanacModel
import AlmanacTime

/// Maps the raw grid to one forecast per hour.
///
/// A layer's value applies to each hour of its interval. Sums of precipitation apply to whole
/// intervals; each gets a record without duration, because the hourly amounts are unknown.
struct NWSGridMapper {
  /// The values of one quantity with their intervals.
  private struct Layer {
    let unit: String?
    let values: [(interval: Range<Instant>, value: JSONValue)]

    func value(at instant: Instant) -> JSONValue? {
      values.first { $0.interval.contains(instant) }?.value
    }
  }

  private let site: NWSSite
  private let layers: [String: Layer]

  /// NWS forecasts a week, which has 168 hours.
  private static let mostHours = 400

  static func map(
    _ document: JSONValue, into collector: inout WeatherCollector
  ) throws(WeatherError) {
    guard let site = NWSSite(document, in: &collector) else { throw .noPlace }
    let layers = (document["properties"]?.object ?? [:]).compactMapValues { layer in
      layer["values"]?.array.map {
        Layer(unit: layer["uom"]?.filledString, values: $0.compactMap(Self.value))
      }
    }
    let mapper = NWSGridMapper(site: site, layers: layers)
    for at in mapper.hours { mapper.map(at, into: &collector) }
    for at in mapper.sums { mapper.mapSum(at, into: &collector) }
  }

  /// Parses `2022-02-03T21:00:00+00:00/PT3H` (ISO 8601) up to two weeks; no layer has longer
  /// intervals.
  private static func value(_ json: JSONValue) -> (interval: Range<Instant>, value: JSONValue)? {
    let parts = (json["validTime"]?.string ?? "").split(separator: "/")
    guard parts.count == 2, let start = Instant(rfc3339: parts[0]),
      let length = CalendarDuration(parts[1])?.nominalSeconds, (1...1_209_600).contains(length),
      let value = json["value"]
    else { return nil }
    return (start..<(start + length), value)
  }

  /// The hours with a temperature.
  private var hours: [Instant] {
    var hours: Set<Instant> = []
    for value in layers["temperature"]?.values ?? [] {
      var at = value.interval.lowerBound
      while at < value.interval.upperBound, hours.count < Self.mostHours {
        hours.insert(at)
        at = at + 3_600
      }
    }
    return hours.sorted()
  }

  /// The intervals with an amount or probability of precipitation.
  private var sums: [Range<Instant>] {
    var intervals: Set<Range<Instant>> = []
    for name in ["quantitativePrecipitation", "probabilityOfPrecipitation", "snowfallAmount"] {
      for value in layers[name]?.values ?? [] where intervals.count < Self.mostHours {
        intervals.insert(value.interval)
      }
    }
    return intervals.sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
  }

  private func map(_ at: Instant, into collector: inout WeatherCollector) {
    var forecast = site.forecast(at: at, resolution: 3_600, collector)
    func value(_ name: String, _ quantity: WeatherUnits.Quantity) -> Double? {
      guard let layer = layers[name], let value = layer.value(at: at) else {
        return nil
      }
      return collector.value(value.looseNumber, layer.unit, quantity, name)
    }
    forecast.temperature = value("temperature", .temperature)
    forecast.apparentTemperature = value("apparentTemperature", .temperature)
    forecast.dewPoint = value("dewpoint", .temperature)
    forecast.relativeHumidity = value("relativeHumidity", .percent)
    forecast.windSpeed = value("windSpeed", .speed)
    forecast.windGust = value("windGust", .speed)
    forecast.windDirection = value("windDirection", .plain)
    forecast.cloudCover = value("skyCover", .percent)
    forecast.visibility = value("visibility", .length)
    let probability = value("probabilityOfPrecipitation", .percent).map { $0 / 100 }
    describe(&forecast, probability: probability, &collector)
    collector.add(forecast)
  }

  private func mapSum(_ interval: Range<Instant>, into collector: inout WeatherCollector) {
    var forecast = site.forecast(at: interval.lowerBound, resolution: 0, collector)
    func value(_ name: String, _ quantity: WeatherUnits.Quantity) -> Double? {
      guard let layer = layers[name],
        let value = layer.values.first(where: { $0.interval == interval })
      else { return nil }
      return collector.value(value.value.looseNumber, layer.unit, quantity, name)
    }
    forecast.precipitation = value("quantitativePrecipitation", .precipitation)
    forecast.snowfall = value("snowfallAmount", .snow)
    forecast.precipitationProbability =
      value("probabilityOfPrecipitation", .percent).map { $0 / 100 }
    forecast.accumulatedFrom = interval.lowerBound
    forecast.accumulatedTo = interval.upperBound
    collector.add(forecast)
  }

  private func describe(
    _ forecast: inout Forecast, probability: Double?, _ collector: inout WeatherCollector
  ) {
    guard let layer = layers["weather"] else { return }
    let values = layer.value(at: forecast.at)?.array ?? []
    var likely: [(condition: WeatherCondition, words: String)] = []
    for entry in values {
      guard let weather = entry["weather"]?.filledString else { continue }
      let coverage = entry["coverage"]?.filledString
      let words = [coverage, entry["intensity"]?.filledString, weather].compactMap(\.self)
        .joined(separator: " ").replacing("_", with: " ")
      let condition =
        NWSCondition.condition(weather: weather, intensity: entry["intensity"]?.string)
        ?? collector.unknownCode(weather, text: words)
      if condition.isWet {
        if let probability, probability < NWSPeriodMapper.leastChance { continue }
        if coverage == "slight_chance" || coverage == "isolated" { continue }
      }
      likely.append((condition, words))
    }
    if let first = likely.first {
      forecast.condition = first.condition
      forecast.rawText = FieldText.excerpt(first.words, 120)
    } else if let cover = forecast.cloudCover {
      forecast.condition = Self.sky(cover)
    }
  }

  /// The condition of a cloud cover in percent, by the NWS glossary: clear to 5, mostly clear to
  /// 25, partly cloudy to 50.
  private static func sky(_ cover: Double) -> WeatherCondition {
    switch cover {
    case ...5: .clear
    case ...25: .mostlyClear
    case ...50: .partlyCloudy
    default: .overcast
    }
  }
}
