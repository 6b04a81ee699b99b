import AlmanacModel
import AlmanacTime

/// Turns NEA's periods into forecasts of words, and its days into ranges of temperature.
///
/// There are no hours and no probabilities. Each point that is asked for gets the words of the
/// nearest area (of 47) or region (of five).
struct DataGovSGMapper {
  private var collector: WeatherCollector
  private let areas: [String: Coordinate]

  static func map(
    _ response: DataGovSGResponse, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    var mapper = DataGovSGMapper(
      collector: WeatherCollector(.dataGovSG, context),
      areas: response.areas.merging(Self.regions) { area, _ in area })
    for item in response.items {
      for period in item.periods { mapper.map(period, of: item) }
      for day in item.days { mapper.map(day, of: item) }
    }
    return try mapper.collector.finished()
  }

  private mutating func map(_ period: DataGovSGResponse.Period, of item: DataGovSGResponse.Item) {
    guard let start = period.start, let end = period.end,
      let length = Self.length(start, end)
    else { return }
    var places: [(name: String, place: Coordinate, words: DataGovSGResponse.Words)] = []
    for (name, words) in period.words {
      if let place = areas[name] {
        places.append((name, place, words))
      } else {
        let shown = FieldText.clean(String(name.prefix(40))).text
        collector.note(
          "W_WEATHER_POINT", about: name, "where '\(shown)' lies is not stated; it was left out")
      }
    }
    let asked = collector.context.points.map { point in
      (point, places.min { $0.place.distance(to: point) < $1.place.distance(to: point) })
    }
    let answers = asked.isEmpty ? places.map { ($0.place, $0) } : asked
    for (point, answer) in answers {
      guard let answer else { continue }
      var forecast = collector.forecast(
        for: collector.isNear(point, answer.place) ? point : answer.place, grid: answer.place,
        at: start, resolution: length)
      forecast.issuedAt = item.issuedAt
      describe(answer.words, in: &forecast)
      collector.keep(forecast)
    }
  }

  private mutating func map(_ day: DataGovSGResponse.General, of item: DataGovSGResponse.Item) {
    guard let start = day.start, let end = day.end, let length = Self.length(start, end),
      let middle = Self.regions["central"]
    else { return }
    let asked = collector.context.points.filter { collector.isNear($0, middle) }
    for point in asked.isEmpty ? [middle] : asked {
      var forecast = collector.forecast(
        for: point, grid: middle, at: start, resolution: length)
      forecast.issuedAt = item.issuedAt
      forecast.temperatureMin = day.temperatureMin
      forecast.temperatureMax = day.temperatureMax
      forecast.windSpeed = day.windMax.map { $0 / 3.6 }
      forecast.windDirection = day.windDirection.flatMap(CompassPoint.degrees)
      describe(day.words, in: &forecast)
      collector.keep(forecast)
    }
  }

  /// At most two days; NEA's longest period is one.
  private static func length(_ start: Instant, _ end: Instant) -> Int? {
    let seconds = end.seconds(since: start)
    return (60...172_800).contains(seconds) ? seconds : nil
  }

  private mutating func describe(
    _ words: DataGovSGResponse.Words, in forecast: inout Forecast
  ) {
    forecast.rawCode = words.code.map { FieldText.clean(String($0.prefix(10))).text }
    guard let text = words.text else { return }
    forecast.rawText = FieldText.clean(String(text.prefix(120))).text
    if text.contains("(Day)") { forecast.isDay = true }
    if text.contains("(Night)") { forecast.isDay = false }
    if let condition = WeatherWords.condition(text) {
      forecast.condition = condition
    } else {
      forecast.condition = collector.unknownCode(text, text: nil)
    }
  }

  /// Where NEA's air quality service, which states it, puts the five regions.
  private static let regions: [String: Coordinate] = [
    "west": (1.35735, 103.7), "east": (1.35735, 103.94), "central": (1.35735, 103.82),
    "south": (1.29587, 103.82), "north": (1.41803, 103.82),
  ].compactMapValues { Coordinate(latitude: $0.0, longitude: $0.1) }
}
