import AlmanacModel
import AlmanacTime

/// Collects the forecasts of one document, with the checks that all providers share.
struct WeatherCollector {
  /// The maximum distance in meters between a requested point and its answer: the coarsest grid has
  /// cells of about 50 km.
  private static let maximumDistance = 60_000.0

  let context: WeatherContext
  private let provider: WeatherProvider
  private var reading = WeatherReading()
  /// The subjects of findings, to report each once.
  private var reported: Set<String> = []

  init(_ provider: WeatherProvider, _ context: WeatherContext) {
    self.provider = provider
    self.context = context
  }

  /// A forecast without values.
  func forecast(
    for point: Coordinate, grid: Coordinate?, at: Instant, resolution: Int
  ) -> Forecast {
    var forecast = Forecast(
      source: context.source, provider: provider, point: point, grid: grid,
      fetchedAt: context.fetchedAt, at: at, resolution: resolution)
    forecast.attribution = provider.attribution
    return forecast
  }

  /// Adds a forecast without implausible values, unless it is empty: some models end with rows of
  /// nulls.
  mutating func add(_ forecast: Forecast) {
    var forecast = forecast
    for (name, value) in WeatherPlausibility.clear(&forecast) {
      note(
        "W_WEATHER_VALUE", about: name,
        "\(name) of \(value) cannot be; such values were left out")
    }
    guard forecast.hasValues else { return }
    reading.forecasts.append(forecast)
  }

  /// - Parameter subject: Only the first finding with a code and subject is reported.
  mutating func note(_ code: FindingCode, about subject: String, _ message: String) {
    guard reported.insert(code.rawValue + " " + subject).inserted else { return }
    reading.findings.append(
      Finding(code, severity: .warning, source: context.source, message: message))
  }

  /// Converts a value to our unit. A value in an unknown unit is reported and skipped.
  mutating func value(
    _ value: Double?, _ unit: String?, _ quantity: WeatherUnits.Quantity, _ name: String
  ) -> Double? {
    guard let value else { return nil }
    guard let conversion = WeatherUnits.conversion(quantity, unit: unit) else {
      let shown = FieldText.excerpt(unit ?? "", 40)
      note(
        "W_WEATHER_UNIT", about: name,
        "the unit '\(shown)' of \(name) is unknown; it was left out")
      return nil
    }
    return conversion.apply(value)
  }

  /// The condition for an undocumented code, from its text if possible. The code is reported.
  mutating func unknownCode(_ code: String, text: String?) -> WeatherCondition {
    let condition = text.flatMap(WeatherWords.condition)
    let shown = FieldText.excerpt(code, 40)
    note(
      "W_WEATHER_CODE", about: code,
      "the weather code '\(shown)' is not documented; "
        + (condition == nil ? "shown as unknown" : "its words were read instead"))
    return condition ?? .unknown
  }

  /// Sets the condition by a provider's code, or by its text without one.
  mutating func describe(_ forecast: inout Forecast, code: Int?, text: String?) {
    forecast.rawCode = code.map(String.init)
    forecast.condition =
      forecast.rawCode.map { code in
        WeatherCodes.condition(code, of: provider) ?? unknownCode(code, text: text)
      } ?? text.flatMap(WeatherWords.condition) ?? .unknown
  }

  /// The requested point of an answer: the one at the same index if as many answers came, else the
  /// nearest.
  mutating func point(for grid: Coordinate, index: Int = 0, of count: Int = 1) -> Coordinate {
    let points = context.points
    if count == points.count, isNear(grid, points[index]) { return points[index] }
    guard let nearest = points.min(by: { grid.distance(to: $0) < grid.distance(to: $1) }) else {
      return grid
    }
    if isNear(grid, nearest) { return nearest }
    note(
      "W_WEATHER_POINT", about: "far \(index)",
      "the answer for \(grid.latitude), \(grid.longitude) is far from every point asked for")
    return grid
  }

  func isNear(_ one: Coordinate, _ other: Coordinate) -> Bool {
    one.distance(to: other) <= Self.maximumDistance
  }

  /// Throws if there is no usable value, so that an empty answer does not replace forecasts.
  func finished() throws(WeatherError) -> WeatherReading {
    guard !reading.forecasts.isEmpty else { throw .noSeries }
    return reading
  }
}

extension Forecast {
  /// Sets the interval of precipitation, if there is an amount or a probability.
  mutating func setAccumulation(from start: Instant, to end: Instant) {
    guard precipitation != nil || snowfall != nil || precipitationProbability != nil else { return }
    accumulatedFrom = start
    accumulatedTo = end
  }

  /// Whether there is any weather value.
  fileprivate var hasValues: Bool {
    let values = [
      temperature, temperatureMin, temperatureMax, apparentTemperature, dewPoint, relativeHumidity,
      pressure, windSpeed, windGust, windDirection, cloudCover, precipitation, snowfall,
      precipitationProbability, visibility, uvIndex,
    ]
    return rawCode != nil || rawText != nil || values.contains { $0 != nil }
  }
}
