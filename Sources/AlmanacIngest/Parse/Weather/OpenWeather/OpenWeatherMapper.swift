import AlmanacModel
import AlmanacTime

/// Maps OpenWeather's current, forecast, find (2.5) and One Call (2.5, 3.0) services to forecasts.
/// 2.5 groups its members, One Call does not.
///
/// In 2.5, precipitation is summed over the three hours *before* the time, as in the current
/// weather; in One Call over the hour or day after it. Days are used only after the last hour.
struct OpenWeatherMapper {
  /// The duration of a time step, which decides whether precipitation precedes or follows its time.
  private enum Kind {
    case current, hour, threeHours, day

    /// The duration of one step in seconds.
    var seconds: Int {
      switch self {
      case .current, .hour: 3_600
      case .threeHours: 10_800
      case .day: 86_400
      }
    }
  }

  private var collector: WeatherCollector
  /// The location of steps without their own.
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
        // The time of a day is its noon.
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
      // A 'find' list has locations with their current weather.
      series.append((list.contains { $0["coord"] != nil } ? .current : .threeHours, list))
    }
    if let current = document["current"], current.object != nil {
      series.append((.current, [current]))
    }
    if let hourly = document["hourly"]?.array { series.append((.hour, hourly)) }
    if let daily = document["daily"]?.array { series.append((.day, daily)) }
    if series.isEmpty, document["dt"] != nil {
      // A single step, such as the current weather of 2.5.
      let kind: Kind =
        document["pop"] == nil ? .current : document["main"] == nil ? .hour : .threeHours
      series.append((kind, [document]))
    }
    return series
  }

  /// The offset of local time from UTC in seconds.
  private static func offset(of document: JSONValue) -> Int {
    let offset =
      document["timezone_offset"] ?? document["timezone"] ?? document["city"]?["timezone"]
    let seconds = offset?.double.flatMap { Int(exactly: $0) } ?? 0
    return (-86_399...86_399).contains(seconds) ? seconds : 0
  }

  /// The location of a step. Without coordinates in the step and the answer, it is the only
  /// requested point.
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
      requested: collector.context.units, temperature ?? most ?? least)
    if units.isUnknown {
      collector.note(
        "W_WEATHER_UNIT", about: "units",
        "temperatures and winds were left out, because the request does not say in which units "
          + "they are; add 'units=metric' to the source's url")
    }
    forecast.temperature = units.temperature(temperature)
    // In the current weather these two are a range over the area, not over time.
    if kind != .current {
      forecast.temperatureMin = units.temperature(least)
      forecast.temperatureMax = units.temperature(most)
    }
    forecast.apparentTemperature = units.temperature(main["feels_like"]?.looseNumber)
    forecast.dewPoint = units.temperature(step["dew_point"]?.looseNumber)
    forecast.relativeHumidity = main["humidity"]?.looseNumber
    // In old answers 'pressure' is that at ground level.
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
    collector.add(forecast)
  }

  private func sum(_ step: JSONValue, _ kind: Kind, into forecast: inout Forecast) {
    let rain = Self.amount(step["rain"], kind)
    let snow = Self.amount(step["snow"], kind)
    var seconds = kind.seconds
    if kind == .current { seconds = rain?.seconds ?? snow?.seconds ?? 3_600 }
    // A record has one interval, so use amounts of one duration only.
    let amounts = [rain, snow].compactMap { $0?.seconds == seconds ? $0?.amount : nil }
    if !amounts.isEmpty { forecast.precipitation = amounts.reduce(0, +) }
    let isBefore = kind == .threeHours || kind == .current
    let start = isBefore ? forecast.at - seconds : forecast.at
    forecast.setAccumulation(from: start, to: start + seconds)
  }

  /// The amount in millimeters (snow as water) and its duration in seconds; nil if dry. Days of One
  /// Call have a plain number.
  private static func amount(_ fall: JSONValue?, _ kind: Kind) -> (amount: Double, seconds: Int)? {
    if kind == .day { return fall?.double.map { ($0, 86_400) } }
    if kind != .threeHours, let amount = fall?["1h"]?.looseNumber { return (amount, 3_600) }
    if kind != .hour, let amount = fall?["3h"]?.looseNumber { return (amount, 10_800) }
    return nil
  }

  /// - Parameter condition: The first of several, which is the primary one.
  private mutating func describe(_ condition: JSONValue?, in forecast: inout Forecast) {
    guard let condition else { return }
    let text = condition["description"]?.filledString ?? condition["main"]?.filledString
    let icon = condition["icon"]?.filledString
    forecast.rawText = text.map { FieldText.excerpt($0, 80) }
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
