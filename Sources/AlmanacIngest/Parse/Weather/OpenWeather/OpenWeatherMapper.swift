import AlmanacModel
import AlmanacTime

/// Turns OpenWeather's steps into forecasts.
///
/// The three hours of 2.5 sum what fell *before* their time, like the current weather; One Call's
/// hours and days what falls after it. Days are kept for the time that the hours do not reach.
struct OpenWeatherMapper {
  private var collector: WeatherCollector
  private let response: OpenWeatherResponse

  static func map(
    _ response: OpenWeatherResponse, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    var mapper = OpenWeatherMapper(
      collector: WeatherCollector(.openWeather, context), response: response)
    var isPlaced = false
    let hourly = response.series.first { $0.kind == .hour }?.steps.compactMap(\.at).max()
    for (kind, steps) in response.series {
      for step in steps {
        guard let place = mapper.place(of: step) else { continue }
        isPlaced = true
        guard var at = step.at else { continue }
        // A day is given by its noon.
        if kind == .day {
          let local = at.secondsSinceEpoch + Int64(response.offset)
          at = Instant(secondsSinceEpoch: local - local % 86_400) - response.offset
        }
        if kind == .day, let hourly, at < hourly { continue }
        mapper.map(step, kind, at, place)
      }
    }
    guard isPlaced else { throw .noPlace }
    return try mapper.collector.finished()
  }

  /// A step without coordinates, of an answer without, is of the one point that was asked for.
  private mutating func place(
    of step: OpenWeatherResponse.Step
  ) -> (point: Coordinate, grid: Coordinate?)? {
    if let latitude = step.latitude ?? response.latitude,
      let longitude = step.longitude ?? response.longitude,
      let grid = Coordinate(latitude: latitude, longitude: longitude)
    {
      return (collector.point(for: grid), grid)
    }
    guard collector.context.points.count == 1 else { return nil }
    return (collector.context.points[0], nil)
  }

  private mutating func map(
    _ step: OpenWeatherResponse.Step, _ kind: OpenWeatherResponse.Kind, _ at: Instant,
    _ place: (point: Coordinate, grid: Coordinate?)
  ) {
    var forecast = collector.forecast(
      for: place.point, grid: place.grid, at: at, resolution: kind.seconds)
    if kind == .current { forecast.isCurrent = true }
    let units = OpenWeatherUnits(stated: collector.context.units, step)
    if units.isUnknown {
      collector.note(
        "W_WEATHER_UNIT", about: "units",
        "temperatures and winds were left out, because the request does not say in which units "
          + "they are; add 'units=metric' to the source's url")
    }
    forecast.temperature = units.temperature(step.temperature)
    // Of the current weather these two are about places nearby, not about time.
    if kind != .current {
      forecast.temperatureMin = units.temperature(step.temperatureMin)
      forecast.temperatureMax = units.temperature(step.temperatureMax)
    }
    forecast.apparentTemperature = units.temperature(step.feelsLike)
    forecast.dewPoint = units.temperature(step.dewPoint)
    forecast.relativeHumidity = step.humidity
    forecast.pressure = step.pressure
    forecast.windSpeed = units.speed(step.windSpeed)
    forecast.windGust = units.speed(step.windGust)
    forecast.windDirection = step.windDirection
    forecast.cloudCover = step.clouds
    forecast.visibility = step.visibility
    forecast.uvIndex = step.uvIndex
    forecast.precipitationProbability = step.probability
    sum(step, kind, into: &forecast)
    describe(step, in: &forecast)
    collector.keep(forecast)
  }

  private func sum(
    _ step: OpenWeatherResponse.Step, _ kind: OpenWeatherResponse.Kind,
    into forecast: inout Forecast
  ) {
    let rain = step.rain?.amount(kind)
    let snow = step.snow?.amount(kind)
    var seconds = kind.seconds
    if kind == .current { seconds = rain?.seconds ?? snow?.seconds ?? 3_600 }
    // Of two sums over different times only the first has a place in the record.
    let amounts = [rain, snow].compactMap { $0?.seconds == seconds ? $0?.amount : nil }
    if !amounts.isEmpty { forecast.precipitation = amounts.reduce(0, +) }
    guard forecast.precipitation != nil || forecast.precipitationProbability != nil else { return }
    let isBefore = kind == .threeHours || kind == .current
    forecast.accumulatedFrom = isBefore ? forecast.at - seconds : forecast.at
    forecast.accumulatedTo = isBefore ? forecast.at : forecast.at + seconds
  }

  private mutating func describe(
    _ step: OpenWeatherResponse.Step, in forecast: inout Forecast
  ) {
    guard let primary = step.conditions.first else { return }
    forecast.rawText = primary.description.map { FieldText.clean(String($0.prefix(80))).text }
    if primary.icon?.hasSuffix("d") == true { forecast.isDay = true }
    if primary.icon?.hasSuffix("n") == true { forecast.isDay = false }
    guard let id = primary.id else {
      forecast.condition = primary.description.flatMap(WeatherWords.condition) ?? .unknown
      return
    }
    forecast.rawCode = String(id)
    forecast.condition =
      OpenWeatherCondition.condition(id: id)
      ?? collector.unknownCode(String(id), text: primary.description)
  }
}

extension OpenWeatherResponse.Kind {
  /// What one step covers.
  fileprivate var seconds: Int {
    switch self {
    case .current, .hour: 3_600
    case .threeHours: 10_800
    case .day: 86_400
    }
  }
}

extension OpenWeatherResponse.Fall {
  /// Millimeters, also of snow (as water), with the seconds that they were summed over.
  fileprivate func amount(_ kind: OpenWeatherResponse.Kind) -> (amount: Double, seconds: Int)? {
    if kind == .day { return day.map { ($0, 86_400) } }
    if kind != .threeHours, let oneHour { return (oneHour, 3_600) }
    if kind != .hour, let threeHours { return (threeHours, 10_800) }
    return nil
  }
}
