import AlmanacModel
import AlmanacTime

/// The raw grid, an hour at a time.
///
/// A layer's value holds for each hour of its interval. Sums of rain are of their whole intervals:
/// a record of no length carries each, because no hour's share is stated.
struct NWSGridMapper {
  private let grid: NWSGrid
  private let point: Coordinate

  /// NWS forecasts a week.
  private static let mostHours = 400

  static func map(_ grid: NWSGrid, into collector: inout WeatherCollector) throws(WeatherError) {
    guard let point = collector.nwsPoint(for: grid.grid) else { throw .noPlace }
    let mapper = NWSGridMapper(grid: grid, point: point)
    for at in mapper.hours { mapper.map(at, into: &collector) }
    for at in mapper.sums { mapper.mapSum(at, into: &collector) }
  }

  /// The hours that the temperature covers.
  private var hours: [Instant] {
    var hours: Set<Instant> = []
    for value in grid.layers["temperature"]?.values ?? [] {
      var at = value.start
      while at < value.end, hours.count < Self.mostHours {
        hours.insert(at)
        at = at + 3_600
      }
    }
    return hours.sorted()
  }

  /// The intervals over which rain or its probability is told.
  private var sums: [Range<Instant>] {
    var intervals: Set<Range<Instant>> = []
    for name in ["quantitativePrecipitation", "probabilityOfPrecipitation", "snowfallAmount"] {
      for value in grid.layers[name]?.values ?? [] where intervals.count < Self.mostHours {
        intervals.insert(value.start..<value.end)
      }
    }
    return intervals.sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
  }

  private func map(_ at: Instant, into collector: inout WeatherCollector) {
    var forecast = base(at, resolution: 3_600, collector)
    func value(_ name: String, _ quantity: WeatherUnits.Quantity) -> Double? {
      guard let layer = grid.layers[name], let value = Self.holding(at, in: layer) else {
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
    collector.keep(forecast)
  }

  private func mapSum(_ interval: Range<Instant>, into collector: inout WeatherCollector) {
    var forecast = base(interval.lowerBound, resolution: 0, collector)
    func value(_ name: String, _ quantity: WeatherUnits.Quantity) -> Double? {
      guard let layer = grid.layers[name],
        let value = layer.values.first(where: { $0.start..<$0.end == interval })
      else { return nil }
      return collector.value(value.value.looseNumber, layer.unit, quantity, name)
    }
    forecast.precipitation = value("quantitativePrecipitation", .precipitation)
    forecast.snowfall = value("snowfallAmount", .snow)
    forecast.precipitationProbability =
      value("probabilityOfPrecipitation", .percent).map { $0 / 100 }
    forecast.accumulatedFrom = interval.lowerBound
    forecast.accumulatedTo = interval.upperBound
    collector.keep(forecast)
  }

  private func base(
    _ at: Instant, resolution: Int, _ collector: WeatherCollector
  ) -> Forecast {
    var forecast = collector.forecast(
      for: point, grid: grid.grid, at: at, resolution: resolution)
    forecast.elevation = grid.elevation
    forecast.issuedAt = grid.issuedAt
    return forecast
  }

  private func describe(
    _ forecast: inout Forecast, probability: Double?, _ collector: inout WeatherCollector
  ) {
    guard let layer = grid.layers["weather"] else { return }
    let stated = Self.holding(forecast.at, in: layer)?.array ?? []
    var likely: [(condition: WeatherCondition, words: String)] = []
    for entry in stated {
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
      forecast.rawText = FieldText.clean(String(first.words.prefix(120))).text
    } else if let cover = forecast.cloudCover {
      forecast.condition = Self.sky(cover)
    }
  }

  /// The oktas of the NWS glossary: clear to 5 %, mostly clear to 25, partly cloudy to 50.
  private static func sky(_ cover: Double) -> WeatherCondition {
    switch cover {
    case ...5: .clear
    case ...25: .mostlyClear
    case ...50: .partlyCloudy
    default: .overcast
    }
  }

  private static func holding(_ at: Instant, in layer: NWSGrid.Layer) -> JSONValue? {
    layer.values.first { $0.start <= at && at < $0.end }?.value
  }
}
