import AlmanacModel
import AlmanacTime

/// Turns OpenWeather's steps into forecasts: of its current, forecast, find (2.5) and One Call (2.5,
/// 3.0) services. 2.5 has members in groups, One Call side by side.
///
/// The three hours of 2.5 sum what fell *before* their time, like the current weather; One Call's
/// hours and days what falls after it. Days are kept for the time that the hours do not reach.
struct OpenWeatherMapper {
  /// What a list of steps covers, which decides to which side rain falls.
  private enum Kind {
    case current, hour, threeHours, day

    /// What one step covers.
    var seconds: Int {
      switch self {
      case .current, .hour: 3_600
      case .threeHours: 10_800
      case .day: 86_400
      }
    }
  }

  private var collector: WeatherCollector
  /// The place of steps that have none of their own.
  private let place: Coordinate?

  static func map(
    _ document: JSONValue, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    let coord = document["coord"] ?? document["city"]?["coord"]
    var mapper = OpenWeatherMapper(
      collector: WeatherCollector(.openWeather, context),
      place: Coordinate(coord?["lat"] ?? document["lat"], coord?["lon"] ?? document["lon"]))
    let series = series(document)
    guard !series.isEmpty else { throw .noSeries }
    let offset = offset(of: document)
    var isPlaced = false
    let hourly = series.first { $0.kind == .hour }?.steps.compactMap { $0["dt"]?.unixTime }.max()
    for (kind, steps) in series {
      for step in steps {
        guard let place = mapper.place(of: step) else { continue }
        isPlaced = true
        guard var at = step["dt"]?.unixTime else { continue }
        // A day is given by its noon.
        if kind == .day {
          let local = at.secondsSinceEpoch + Int64(offset)
          at = Instant(secondsSinceEpoch: local - local % 86_400) - offset
        }
        if kind == .day, let hourly, at < hourly { continue }
        mapper.map(step, kind, at, place)
      }
    }
    guard isPlaced else { throw .noPlace }
    return try mapper.collector.finished()
  }

  private static func series(_ document: JSONValue) -> [(kind: Kind, steps: [JSONValue])] {
    var series: [(kind: Kind, steps: [JSONValue])] = []
    if let list = document["list"]?.array {
      // What 'find' lists are places, each with its current weather.
      series.append((list.contains { $0["coord"] != nil } ? .current : .threeHours, list))
    }
    if let current = document["current"], current.object != nil {
      series.append((.current, [current]))
    }
    if let hourly = document["hourly"]?.array { series.append((.hour, hourly)) }
    if let daily = document["daily"]?.array { series.append((.day, daily)) }
    if series.isEmpty, document["dt"] != nil {
      // A step that stands alone: 2.5's current weather is one.
      let kind: Kind =
        document["pop"] == nil ? .current : document["main"] == nil ? .hour : .threeHours
      series.append((kind, [document]))
    }
    return series
  }

  /// Seconds that local time is ahead of UTC.
  private static func offset(of document: JSONValue) -> Int {
    let offset =
      document["timezone_offset"] ?? document["timezone"] ?? document["city"]?["timezone"]
    let seconds = offset?.double.flatMap { Int(exactly: $0) } ?? 0
    return (-86_399...86_399).contains(seconds) ? seconds : 0
  }

  /// A step without coordinates, of an answer without, is of the one point that was asked for.
  private mutating func place(
    of step: JSONValue
  ) -> (point: Coordinate, grid: Coordinate?)? {
    let coord = step["coord"]
    let own = coord == nil ? nil : Coordinate(coord?["lat"], coord?["lon"])
    if let grid = own ?? place { return (collector.point(for: grid), grid) }
    guard collector.context.points.count == 1 else { return nil }
    return (collector.context.points[0], nil)
  }

  private mutating func map(
    _ step: JSONValue, _ kind: Kind, _ at: Instant, _ place: (point: Coordinate, grid: Coordinate?)
  ) {
    var forecast = collector.forecast(
      for: place.point, grid: place.grid, at: at, resolution: kind.seconds)
    if kind == .current { forecast.isCurrent = true }
    let main = step["main"] ?? step
    let wind = step["wind"]
    let temperature = main["temp"]?.looseNumber
    let most = (main["temp_max"] ?? step["temp"]?["max"])?.looseNumber
    let least = (main["temp_min"] ?? step["temp"]?["min"])?.looseNumber
    let units = OpenWeatherUnits(
      stated: collector.context.units, temperature ?? most ?? least)
    if units.isUnknown {
      collector.note(
        "W_WEATHER_UNIT", about: "units",
        "temperatures and winds were left out, because the request does not say in which units "
          + "they are; add 'units=metric' to the source's url")
    }
    forecast.temperature = units.temperature(temperature)
    // Of the current weather these two are about places nearby, not about time.
    if kind != .current {
      forecast.temperatureMin = units.temperature(least)
      forecast.temperatureMax = units.temperature(most)
    }
    forecast.apparentTemperature = units.temperature(main["feels_like"]?.looseNumber)
    forecast.dewPoint = units.temperature(step["dew_point"]?.looseNumber)
    forecast.relativeHumidity = main["humidity"]?.looseNumber
    // On old answers 'pressure' is that of the ground.
    forecast.pressure = (main["sea_level"] ?? main["pressure"])?.looseNumber
    forecast.windSpeed = units.speed((wind?["speed"] ?? step["wind_speed"])?.looseNumber)
    forecast.windGust = units.speed((wind?["gust"] ?? step["wind_gust"])?.looseNumber)
    forecast.windDirection = (wind?["deg"] ?? step["wind_deg"])?.looseNumber
    forecast.cloudCover = (step["clouds"]?["all"] ?? step["clouds"])?.looseNumber
    forecast.visibility = step["visibility"]?.looseNumber
    forecast.uvIndex = step["uvi"]?.looseNumber
    forecast.precipitationProbability = step["pop"]?.looseNumber
    sum(step, kind, into: &forecast)
    describe(step["weather"]?.array?.first, in: &forecast)
    collector.keep(forecast)
  }

  private func sum(_ step: JSONValue, _ kind: Kind, into forecast: inout Forecast) {
    let rain = Self.amount(step["rain"], kind)
    let snow = Self.amount(step["snow"], kind)
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

  /// Millimeters, also of snow (as water), with the seconds that they were summed over; absent when
  /// dry. One Call's days have a bare number.
  private static func amount(_ fall: JSONValue?, _ kind: Kind) -> (amount: Double, seconds: Int)? {
    if kind == .day { return fall?.double.map { ($0, 86_400) } }
    if kind != .threeHours, let amount = fall?["1h"]?.looseNumber { return (amount, 3_600) }
    if kind != .hour, let amount = fall?["3h"]?.looseNumber { return (amount, 10_800) }
    return nil
  }

  /// - Parameter condition: the primary one of several.
  private mutating func describe(_ condition: JSONValue?, in forecast: inout Forecast) {
    guard let condition else { return }
    let text = condition["description"]?.filledString ?? condition["main"]?.filledString
    let icon = condition["icon"]?.filledString
    forecast.rawText = text.map { FieldText.clean(String($0.prefix(80))).text }
    if icon?.hasSuffix("d") == true { forecast.isDay = true }
    if icon?.hasSuffix("n") == true { forecast.isDay = false }
    guard let id = condition["id"]?.looseInteger else {
      forecast.condition = text.flatMap(WeatherWords.condition) ?? .unknown
      return
    }
    forecast.rawCode = String(id)
    forecast.condition =
      OpenWeatherCondition.condition(id: id) ?? collector.unknownCode(String(id), text: text)
  }
}
