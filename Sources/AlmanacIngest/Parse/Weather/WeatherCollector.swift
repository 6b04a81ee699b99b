import AlmanacModel
import AlmanacTime

/// Gathers the forecasts of one document; what is the same for all providers.
struct WeatherCollector {
  /// Meters from a point within which an answer may be its answer: the coarsest grid in use has
  /// cells of some 50 km.
  private static let reach = 60_000.0

  let context: WeatherContext
  private let provider: WeatherProvider
  private var reading = WeatherReading()
  private var noted: Set<String> = []

  init(_ provider: WeatherProvider, _ context: WeatherContext) {
    self.provider = provider
    self.context = context
  }

  /// A record to be filled.
  func forecast(
    for point: Coordinate, grid: Coordinate?, at: Instant, resolution: Int
  ) -> Forecast {
    var forecast = Forecast(
      source: context.source, provider: provider, point: point, grid: grid,
      fetchedAt: context.fetchedAt, at: at, resolution: resolution)
    forecast.attribution = provider.attribution
    return forecast
  }

  /// Leaves out values that cannot be, and records that state nothing: models end in rows of nulls.
  mutating func keep(_ forecast: Forecast) {
    var forecast = forecast
    for (name, value) in WeatherPlausibility.clear(&forecast) {
      note(
        "W_WEATHER_VALUE", about: name,
        "\(name) of \(value) cannot be; such values were left out")
    }
    guard forecast.statesAnything else { return }
    reading.forecasts.append(forecast)
  }

  /// - Parameter subject: Of what is noted of one subject, the first is told.
  mutating func note(_ code: FindingCode, about subject: String, _ message: String) {
    guard noted.insert(code.rawValue + " " + subject).inserted else { return }
    reading.findings.append(
      Finding(code, severity: .warning, source: context.source, message: message))
  }

  /// In our units; an unknown unit is noted, and the value left out.
  mutating func value(
    _ value: Double?, _ unit: String?, _ quantity: WeatherUnits.Quantity, _ name: String
  ) -> Double? {
    guard let value else { return nil }
    guard let conversion = WeatherUnits.conversion(quantity, unit: unit) else {
      let shown = FieldText.clean(String((unit ?? "").prefix(40))).text
      note(
        "W_WEATHER_UNIT", about: name,
        "the unit '\(shown)' of \(name) is unknown; it was left out")
      return nil
    }
    return conversion.apply(value)
  }

  /// The condition for a code that the provider does not document.
  ///
  /// Falls back to its words, and says so.
  mutating func unknownCode(_ code: String, text: String?) -> WeatherCondition {
    let condition = text.flatMap(WeatherWords.condition)
    let shown = FieldText.clean(String(code.prefix(40))).text
    note(
      "W_WEATHER_CODE", about: code,
      "the weather code '\(shown)' is not documented; "
        + (condition == nil ? "shown as unknown" : "its words were read instead"))
    return condition ?? .unknown
  }

  /// Answers to several points come in the order of the question; else the nearest point is meant.
  mutating func point(for grid: Coordinate, index: Int = 0, of count: Int = 1) -> Coordinate {
    let asked = context.points
    if count == asked.count, grid.distance(to: asked[index]) <= Self.reach { return asked[index] }
    guard let nearest = asked.min(by: { grid.distance(to: $0) < grid.distance(to: $1) }) else {
      return grid
    }
    if grid.distance(to: nearest) <= Self.reach { return nearest }
    note(
      "W_WEATHER_POINT", about: "far \(index)",
      "the answer for \(grid.latitude), \(grid.longitude) is far from every point asked for")
    return grid
  }

  func isNear(_ one: Coordinate, _ other: Coordinate) -> Bool {
    one.distance(to: other) <= Self.reach
  }

  /// Throws where not one value is usable, so that an empty answer does not replace forecasts.
  func finished() throws(WeatherError) -> WeatherReading {
    guard !reading.forecasts.isEmpty else { throw .noSeries }
    return reading
  }
}

extension Forecast {
  /// Whether there is anything beside the time.
  fileprivate var statesAnything: Bool {
    let values = [
      temperature, temperatureMin, temperatureMax, apparentTemperature, dewPoint, relativeHumidity,
      pressure, windSpeed, windGust, windDirection, cloudCover, precipitation, snowfall,
      precipitationProbability, visibility, uvIndex,
    ]
    return rawCode != nil || rawText != nil || values.contains { $0 != nil }
  }
}
