import AlmanacModel
import AlmanacTime

/// Maps the raw grid to one forecast per hour.
///
/// A layer's value applies to each hour of its interval. Sums of precipitation apply to whole
/// intervals; each gets a record without duration, because the hourly amounts are unknown.
struct NWSGrid {
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
    let mapper = NWSGrid(site: site, layers: layers)
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
    for name in Self.sumFields.flatMap(\.names) {
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
    func value(_ name: String) -> (Double?, String?) {
      (layers[name]?.value(at: at)?.looseNumber, layers[name]?.unit)
    }
    collector.fill(&forecast, Self.fields, from: value)
    let (chance, unit) = value("probabilityOfPrecipitation")
    let probability = collector.value(chance, unit ?? "%", .share, "probabilityOfPrecipitation")
    describe(&forecast, probability: probability, &collector)
    collector.add(forecast)
  }

  private func mapSum(_ interval: Range<Instant>, into collector: inout WeatherCollector) {
    var forecast = site.forecast(at: interval.lowerBound, resolution: 0, collector)
    collector.fill(&forecast, Self.sumFields) { name in
      let value = layers[name]?.values.first { $0.interval == interval }?.value
      return (value?.looseNumber, layers[name]?.unit)
    }
    forecast.accumulatedFrom = interval.lowerBound
    forecast.accumulatedTo = interval.upperBound
    collector.add(forecast)
  }

  private static let fields = [
    WeatherField(\.temperature, "temperature", as: .temperature),
    WeatherField(\.apparentTemperature, "apparentTemperature", as: .temperature),
    WeatherField(\.dewPoint, "dewpoint", as: .temperature),
    WeatherField(\.relativeHumidity, "relativeHumidity", as: .percent),
    WeatherField(\.windSpeed, "windSpeed", as: .speed),
    WeatherField(\.windGust, "windGust", as: .speed),
    WeatherField(\.windDirection, "windDirection"),
    WeatherField(\.cloudCover, "skyCover", as: .percent),
    WeatherField(\.visibility, "visibility", as: .length),
  ]

  private static let sumFields = [
    WeatherField(\.precipitation, "quantitativePrecipitation", as: .precipitation),
    WeatherField(\.snowfall, "snowfallAmount", as: .snow),
    WeatherField(\.precipitationProbability, "probabilityOfPrecipitation", as: .share, in: "%"),
  ]

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
        WeatherCodes.condition("\(weather)/\(entry["intensity"]?.string ?? "")", of: .nws)
        ?? WeatherCodes.condition(weather, of: .nws) ?? collector.unknownCode(weather, text: words)
      if condition.isWet {
        if let probability, probability < NWSPeriods.leastChance { continue }
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
