import AlmanacModel
import AlmanacTime

/// Maps OpenWeather's current, forecast, find (2.5) and One Call (2.5, 3.0) services to forecasts.
/// 2.5 groups its members, One Call does not.
///
/// In 2.5, precipitation is summed over the three hours *before* the time, as in the current
/// weather; in One Call over the hour or day after it. Days are used only after the last hour.
///
/// `cod` may be a number or a string, and is missing in One Call. Condition ids are grouped by hundreds.
struct OpenWeather: WeatherFormat {
  static let provider = WeatherProvider.openWeather

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

  /// The location of steps without their own.
  private let place: Coordinate?

  static func recognizes(_ document: JSONValue) -> Bool {
    if document["cod"] != nil { return true }
    let steps = [
      document["current"], document["hourly"]?.array?.first, document["list"]?.array?.first,
    ]
    if steps.contains(where: { $0?["dt"] != nil }) { return true }
    return document["dt"] != nil && (document["weather"] != nil || document["temp"] != nil)
  }

  static func map(
    _ document: JSONValue, into collector: inout WeatherCollector
  ) throws(WeatherError) {
    if let status = document["cod"]?.looseInteger, status != 200 {
      throw .provider(reason: document["message"]?.filledString ?? "status \(status)")
    }
    let coord = document["coord"] ?? document["city"]?["coord"]
    let site = OpenWeather(
      place: Coordinate(coord?["lat"] ?? document["lat"], coord?["lon"] ?? document["lon"]))
    let series = series(document)
    guard !series.isEmpty else { throw .noSeries }
    let offset = offset(of: document)
    var isPlaced = false
    let hourly = series.first { $0.kind == .hour }?.steps.compactMap { $0["dt"]?.unixTime }.max()
    for (kind, steps) in series {
      for step in steps {
        guard let place = site.place(of: step, in: &collector) else { continue }
        isPlaced = true
        guard var at = step["dt"]?.unixTime else { continue }
        // The time of a day is its noon.
        if kind == .day {
          let local = at.secondsSinceEpoch + Int64(offset)
          at = Instant(secondsSinceEpoch: local - local % 86_400) - offset
        }
        if kind == .day, let hourly, at < hourly { continue }
        map(step, kind, at, place, into: &collector)
      }
    }
    guard isPlaced else { throw .noPlace }
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
  private func place(
    of step: JSONValue, in collector: inout WeatherCollector
  ) -> (point: Coordinate, grid: Coordinate?)? {
    let coord = step["coord"]
    let own = coord == nil ? nil : Coordinate(coord?["lat"], coord?["lon"])
    if let grid = own ?? place { return (collector.point(for: grid), grid) }
    guard collector.context.points.count == 1 else { return nil }
    return (collector.context.points[0], nil)
  }

  private static func map(
    _ step: JSONValue, _ kind: Kind, _ at: Instant, _ place: (point: Coordinate, grid: Coordinate?),
    into collector: inout WeatherCollector
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
    describe(step["weather"]?.array?.first, in: &forecast, &collector)
    collector.add(forecast)
  }

  private static func sum(_ step: JSONValue, _ kind: Kind, into forecast: inout Forecast) {
    let rain = amount(step["rain"], kind)
    let snow = amount(step["snow"], kind)
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
  private static func describe(
    _ condition: JSONValue?, in forecast: inout Forecast, _ collector: inout WeatherCollector
  ) {
    guard let condition else { return }
    let text = condition["description"]?.filledString ?? condition["main"]?.filledString
    let icon = condition["icon"]?.filledString
    forecast.rawText = text.map { FieldText.excerpt($0, 80) }
    if icon?.hasSuffix("d") == true { forecast.isDay = true }
    if icon?.hasSuffix("n") == true { forecast.isDay = false }
    collector.describe(&forecast, code: condition["id"]?.looseInteger, text: text)
  }
}

/// The units of OpenWeather's answers, which do not contain them.
///
/// The default is Kelvin. A temperature above 150 can only be Kelvin, and a lower one cannot, so
/// that unknown units are not guessed.
private struct OpenWeatherUnits {
  private let temperatures: WeatherUnits.Conversion?
  private let speeds: WeatherUnits.Conversion?

  /// - Parameters:
  ///   - requested: The request's `units`: `standard`, `metric` or `imperial`; nil if unknown.
  ///   - temperature: A temperature in the answer.
  init(requested: String?, _ temperature: Double?) {
    switch (requested, temperature.map { $0 > 150 }) {
    case (_, true):
      temperatures = WeatherUnits.conversion(.temperature, unit: "K")
      speeds = WeatherUnits.Conversion()
    case ("metric", _), (nil, nil), ("standard", nil):
      temperatures = WeatherUnits.Conversion()
      speeds = WeatherUnits.Conversion()
    case ("imperial", _):
      temperatures = WeatherUnits.conversion(.temperature, unit: "F")
      speeds = WeatherUnits.conversion(.speed, unit: "mph")
    default:
      temperatures = nil
      speeds = nil
    }
  }

  var isUnknown: Bool { temperatures == nil }

  func temperature(_ value: Double?) -> Double? {
    value.flatMap { value in temperatures.map { $0.apply(value) } }
  }

  func speed(_ value: Double?) -> Double? {
    value.flatMap { value in speeds.map { $0.apply(value) } }
  }
}
