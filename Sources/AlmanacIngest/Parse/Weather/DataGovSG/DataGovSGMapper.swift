import AlmanacModel
import AlmanacTime

/// Maps NEA's two-hour, 24-hour and four-day forecasts from data.gov.sg.
///
/// Periods have a text, days a range of temperatures; there are no hours and no probabilities.
/// Version 1 uses snake_case and plain texts, version 2 camelCase and texts with codes in an
/// envelope; both spellings are accepted everywhere. Each point gets the text of the nearest of 47
/// areas or five regions.
struct DataGovSGMapper {
  private var collector: WeatherCollector
  private let areas: [String: Coordinate]

  static func map(
    _ document: JSONValue, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    let data = document["data"] ?? document
    let areas = areas(data).merging(Self.regions) { area, _ in area }
    var mapper = DataGovSGMapper(
      collector: WeatherCollector(.dataGovSG, context), areas: areas)
    for item in items(of: document) { mapper.map(item) }
    return try mapper.collector.finished()
  }

  static func items(of document: JSONValue) -> [JSONValue] {
    first(document["data"] ?? document, "items", "records")?.array ?? []
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

  private mutating func map(_ item: JSONValue) {
    let issued = Self.first(item, "update_timestamp", "updatedTimestamp") ?? item["timestamp"]
    let issuedAt = issued?.timestamp
    let valid = Self.first(item, "valid_period", "validPeriod")
    let forecasts = item["forecasts"]?.array ?? []
    let isOfAreas = forecasts.contains { $0["area"] != nil }
    for period in item["periods"]?.array ?? [] {
      let words = (period["regions"]?.object ?? [:]).sorted { $0.key < $1.key }
      map(
        words.map { ($0.key, $0.value) }, over: Self.first(period, "time", "timePeriod"), issuedAt)
    }
    if isOfAreas {
      let words = forecasts.compactMap { area in
        area["area"]?.filledString.map { ($0, area["forecast"] ?? .null) }
      }
      map(words, over: valid, issuedAt)
    }
    if let general = item["general"] {
      map(day: general, valid ?? Self.first(general, "valid_period", "validPeriod"), issuedAt)
    }
    // A four-day forecast: each day starts at midnight in Singapore.
    if !isOfAreas { for day in forecasts { map(day: day, nil, issuedAt) } }
  }

  /// Maps the texts of areas or regions over a period of hours.
  private mutating func map(
    _ words: [(place: String, words: JSONValue)], over time: JSONValue?, _ issuedAt: Instant?
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
      describe(answer.words, in: &forecast)
      collector.add(forecast)
    }
  }

  /// Maps a day for the whole island.
  private mutating func map(day: JSONValue, _ valid: JSONValue?, _ issuedAt: Instant?) {
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
      describe(day["forecast"], in: &forecast)
      collector.add(forecast)
    }
  }

  /// The length of a period in seconds, at most two days; NEA's longest is one day.
  private static func length(_ start: Instant, _ end: Instant) -> Int? {
    let seconds = end.seconds(since: start)
    return (60...172_800).contains(seconds) ? seconds : nil
  }

  private mutating func describe(_ words: JSONValue?, in forecast: inout Forecast) {
    forecast.rawCode = words?["code"]?.filledString.map {
      FieldText.excerpt($0, 10)
    }
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
