import AlmanacModel
import AlmanacTime

/// Maps NEA's two-hour, 24-hour and four-day forecasts from data.gov.sg.
///
/// Periods have a text, days a range of temperatures; there are no hours and no probabilities.
/// Version 1 uses snake_case and plain texts, version 2 camelCase and texts with codes in an
/// envelope; both spellings are accepted everywhere. Each point gets the text of the nearest of 47
/// areas or five regions.
struct DataGovSG: WeatherFormat {
  static let provider = WeatherProvider.dataGovSG

  private let areas: [String: Coordinate]

  static func recognizes(_ document: JSONValue) -> Bool {
    document["api_info"] != nil || document["errorMsg"] != nil || document["area_metadata"] != nil
  }

  static func map(
    _ document: JSONValue, into collector: inout WeatherCollector
  ) throws(WeatherError) {
    let message = document["errorMsg"]?.filledString ?? document["message"]?.filledString
    if let code = document["code"]?.looseInteger, code != 0 {
      throw .provider(reason: (message ?? "no reason given") + " (\(code))")
    }
    let data = document["data"] ?? document
    let items = first(data, "items", "records")?.array ?? []
    guard !items.isEmpty else {
      if let message { throw .provider(reason: message) }
      throw .noSeries
    }
    let mapper = DataGovSG(areas: areas(data).merging(regions) { area, _ in area })
    for item in items { mapper.map(item, into: &collector) }
  }

  /// The coordinates of the areas.
  private static func areas(_ data: JSONValue) -> [String: Coordinate] {
    var areas: [String: Coordinate] = [:]
    for area in first(data, "area_metadata", "areaMetadata")?.array ?? [] {
      let place = first(area, "label_location", "labelLocation")
      guard let name = area["name"]?.filledString else { continue }
      areas[name] = Coordinate(place?["latitude"], place?["longitude"]) ?? areas[name]
    }
    return areas
  }

  private static func first(_ json: JSONValue?, _ names: String...) -> JSONValue? {
    names.lazy.compactMap { json?[$0] }.first
  }

  private func map(_ item: JSONValue, into collector: inout WeatherCollector) {
    let issued = Self.first(item, "update_timestamp", "updatedTimestamp") ?? item["timestamp"]
    let issuedAt = issued?.timestamp
    let valid = Self.first(item, "valid_period", "validPeriod")
    let forecasts = item["forecasts"]?.array ?? []
    let isOfAreas = forecasts.contains { $0["area"] != nil }
    for period in item["periods"]?.array ?? [] {
      let words = (period["regions"]?.object ?? [:]).sorted { $0.key < $1.key }
      map(
        words.map { ($0.key, $0.value) }, over: Self.first(period, "time", "timePeriod"), issuedAt,
        into: &collector)
    }
    if isOfAreas {
      let words = forecasts.compactMap { area in
        area["area"]?.filledString.map { ($0, area["forecast"] ?? .null) }
      }
      map(words, over: valid, issuedAt, into: &collector)
    }
    if let general = item["general"] {
      map(
        day: general, valid ?? Self.first(general, "valid_period", "validPeriod"), issuedAt,
        into: &collector)
    }
    // A four-day forecast: each day starts at midnight in Singapore.
    if !isOfAreas { for day in forecasts { map(day: day, nil, issuedAt, into: &collector) } }
  }

  /// Maps the texts of areas or regions over a period of hours.
  private func map(
    _ words: [(place: String, words: JSONValue)], over time: JSONValue?, _ issuedAt: Instant?,
    into collector: inout WeatherCollector
  ) {
    guard let start = time?["start"]?.timestamp, let end = time?["end"]?.timestamp,
      let length = Self.length(start, end)
    else { return }
    var places: [(name: String, place: Coordinate, words: JSONValue)] = []
    for (name, words) in words {
      if let place = areas[name] {
        places.append((name, place, words))
      } else {
        let shown = FieldText.excerpt(name, 40)
        collector.note(
          "W_WEATHER_POINT", about: name, "the location of '\(shown)' is unknown; it was left out")
      }
    }
    let requested = collector.context.points.map { point in
      (point, places.min { $0.place.distance(to: point) < $1.place.distance(to: point) })
    }
    let answers = requested.isEmpty ? places.map { ($0.place, $0) } : requested
    for (point, answer) in answers {
      guard let answer else { continue }
      var forecast = collector.forecast(
        for: collector.isNear(point, answer.place) ? point : answer.place, grid: answer.place,
        at: start, resolution: length)
      forecast.issuedAt = issuedAt
      Self.describe(answer.words, in: &forecast, &collector)
      collector.add(forecast)
    }
  }

  /// Maps a day for the whole island.
  private func map(
    day: JSONValue, _ valid: JSONValue?, _ issuedAt: Instant?,
    into collector: inout WeatherCollector
  ) {
    var (start, end) = (valid?["start"]?.timestamp, valid?["end"]?.timestamp)
    if valid == nil, let day = day["timestamp"]?.timestamp { (start, end) = (day, day + 86_400) }
    guard let start, let end, let length = Self.length(start, end),
      let middle = Self.regions["central"]
    else { return }
    let requested = collector.context.points.filter { collector.isNear($0, middle) }
    for point in requested.isEmpty ? [middle] : requested {
      var forecast = collector.forecast(
        for: point, grid: middle, at: start, resolution: length)
      forecast.issuedAt = issuedAt
      forecast.temperatureMin = day["temperature"]?["low"]?.looseNumber
      forecast.temperatureMax = day["temperature"]?["high"]?.looseNumber
      forecast.windSpeed = day["wind"]?["speed"]?["high"]?.looseNumber.map { $0 / 3.6 }
      forecast.windDirection = day["wind"]?["direction"]?.filledString.flatMap(CompassPoint.degrees)
      Self.describe(day["forecast"], in: &forecast, &collector)
      collector.add(forecast)
    }
  }

  /// The length of a period in seconds, at most two days; NEA's longest is one day.
  private static func length(_ start: Instant, _ end: Instant) -> Int? {
    let seconds = end.seconds(since: start)
    return (60...172_800).contains(seconds) ? seconds : nil
  }

  private static func describe(
    _ words: JSONValue?, in forecast: inout Forecast, _ collector: inout WeatherCollector
  ) {
    forecast.rawCode = words?["code"]?.filledString.map { FieldText.excerpt($0, 10) }
    let text =
      words?.filledString ?? words?["text"]?.filledString ?? words?["summary"]?.filledString
    guard let text else { return }
    forecast.rawText = FieldText.excerpt(text, 120)
    if text.contains("(Day)") { forecast.isDay = true }
    if text.contains("(Night)") { forecast.isDay = false }
    forecast.condition = WeatherWords.condition(text) ?? collector.unknownCode(text, text: nil)
  }

  /// The centers of the five regions, from NEA's air quality service.
  private static let regions: [String: Coordinate] = [
    "west": (1.35735, 103.7), "east": (1.35735, 103.94), "central": (1.35735, 103.82),
    "south": (1.29587, 103.82), "north": (1.41803, 103.82),
  ].compactMapValues { Coordinate(latitude: $0.0, longitude: $0.1) }
}
