import AlmanacModel
import AlmanacTime

/// Maps documents of api.weather.gov: observations of stations, periods of an hour or half a day,
/// and the raw grid. Errors are problem documents (RFC 9457).
enum NWS: WeatherFormat {
  static let provider = WeatherProvider.nws

  static func recognizes(_ document: JSONValue) -> Bool {
    if problem(document) != nil { return true }
    // Every document has a context; an empty collection is recognized by its type.
    if let contexts = document["@context"]?.array {
      let words = contexts.flatMap { $0.object.map { Array($0.values) } ?? [] }
      return words.contains { $0.string?.contains("//api.weather.gov/") == true }
    }
    return document["type"]?.string == "FeatureCollection"
  }

  static func map(
    _ document: JSONValue, into collector: inout WeatherCollector
  ) throws(WeatherError) {
    if let problem = problem(document) { throw .provider(reason: problem) }
    let properties = document["properties"]
    let isCollection = document["features"] != nil
    let observations = (document["features"]?.array ?? [document]).filter {
      $0["properties"]?["timestamp"] != nil && $0["properties"]?["temperature"] != nil
    }
    if !isCollection, properties?["periods"]?.array != nil {
      try NWSPeriods.map(document, into: &collector)
    } else if !observations.isEmpty {
      for observation in observations { map(observation: observation, into: &collector) }
    } else if properties?["temperature"]?["values"] != nil {
      try NWSGrid.map(document, into: &collector)
    } else if !isCollection, let forecast = properties?["forecastHourly"]?.filledString {
      throw .directory(forecast: forecast)
    } else {
      throw .noSeries
    }
  }

  private static func problem(_ document: JSONValue) -> String? {
    guard document["properties"] == nil, document["features"] == nil,
      document["correlationId"] != nil
        || document["type"]?.string?.contains("/problems/") == true
    else { return nil }
    let words = [document["title"]?.filledString, document["detail"]?.filledString]
    let text = words.compactMap(\.self).joined(separator: ": ")
    return text.isEmpty ? "no reason given" : text
  }

  /// Maps one measurement of a station.
  private static func map(observation: JSONValue, into collector: inout WeatherCollector) {
    let properties = observation["properties"]
    guard let at = properties?["timestamp"]?.timestamp,
      let site = NWSSite(observation, in: &collector)
    else { return }
    var forecast = site.forecast(at: at, resolution: 3_600, collector)
    forecast.issuedAt = nil
    forecast.isCurrent = true
    collector.fill(&forecast, fields) { quantity(properties?[$0]) }
    for (name, seconds) in [
      ("precipitationLastHour", 3_600), ("precipitationLast3Hours", 10_800),
      ("precipitationLast6Hours", 21_600),
    ] {
      let (value, unit) = quantity(properties?[name])
      guard forecast.precipitation == nil,
        let sum = collector.value(value, unit, .precipitation, name)
      else { continue }
      forecast.precipitation = sum
      forecast.accumulatedFrom = at - seconds
      forecast.accumulatedTo = at
    }
    let text = properties?["textDescription"]?.filledString
    forecast.rawText = text.map { FieldText.excerpt($0, 80) }
    forecast.rawCode = properties?["icon"]?.filledString.flatMap { icons($0).first }
    forecast.condition =
      text.flatMap(WeatherWords.condition)
      ?? forecast.rawCode.flatMap { WeatherCodes.condition($0, of: provider) } ?? .unknown
    collector.add(forecast)
  }

  /// A value with its unit; NWS also writes numbers as strings.
  ///
  /// - Parameter highest: Whether to use the upper end of a range.
  static func quantity(_ quantity: JSONValue?, highest: Bool = false) -> (Double?, String?) {
    let maximum = highest ? quantity?["maxValue"]?.looseNumber : nil
    return (maximum ?? quantity?["value"]?.looseNumber, quantity?["unitCode"]?.filledString)
  }

  /// The names in an icon's address without probabilities: `tsra` and `ovc` of
  /// `…/day/tsra,40/ovc?size=small`. They stand for conditions, because NWS has no codes.
  static func icons(_ address: String) -> [String] {
    let path = address.split(separator: "?", omittingEmptySubsequences: false)[0]
    let parts = path.split(separator: "/")
    guard let time = parts.lastIndex(where: { $0 == "day" || $0 == "night" }) else { return [] }
    return parts[(time + 1)...].map { String($0.split(separator: ",").first ?? "") }
  }

  private static let fields = [
    WeatherField(\.temperature, "temperature", as: .temperature),
    WeatherField(\.apparentTemperature, "heatIndex", "windChill", as: .temperature),
    WeatherField(\.dewPoint, "dewpoint", as: .temperature),
    WeatherField(\.relativeHumidity, "relativeHumidity", as: .percent),
    WeatherField(\.pressure, "seaLevelPressure", as: .pressure),
    WeatherField(\.windSpeed, "windSpeed", as: .speed),
    WeatherField(\.windGust, "windGust", as: .speed),
    WeatherField(\.windDirection, "windDirection"),
    WeatherField(\.visibility, "visibility", as: .length),
  ]
}

extension WeatherCondition {
  /// Whether it is precipitation.
  var isWet: Bool {
    switch self {
    case .drizzle, .rainLight, .rain, .rainHeavy, .freezingRain, .sleet, .snowLight, .snow,
      .snowHeavy, .thunder, .hail:
      true
    default: false
    }
  }
}

/// The location and the time of issue of an NWS document.
struct NWSSite {
  private let point: Coordinate
  private let grid: Coordinate?
  private let elevation: Double?
  private let issuedAt: Instant?

  /// Returns nil if the document has no location and not exactly one point was requested.
  init?(_ document: JSONValue, in collector: inout WeatherCollector) {
    grid = Self.point(document["geometry"])
    let points = collector.context.points
    if let grid {
      point = collector.point(for: grid)
    } else if points.count == 1 {
      point = points[0]
    } else {
      return nil
    }
    let properties = document["properties"]
    let height = properties?["elevation"]
    elevation = height?["value"]?.looseNumber.flatMap {
      WeatherUnits.conversion(.length, unit: height?["unitCode"]?.filledString)?.apply($0)
    }
    issuedAt = properties?["updateTime"]?.timestamp ?? properties?["updated"]?.timestamp
  }

  func forecast(at: Instant, resolution: Int, _ collector: WeatherCollector) -> Forecast {
    var forecast = collector.forecast(for: point, grid: grid, at: at, resolution: resolution)
    forecast.elevation = elevation
    forecast.issuedAt = issuedAt
    return forecast
  }

  /// The point of a geometry: that of a forecast's cell, or the center of the cell.
  private static func point(_ value: JSONValue?) -> Coordinate? {
    let geometry = Geometry(value)
    if let point = geometry.point { return point.coordinate() }
    // The last corner repeats the first.
    let corners = geometry.coordinates().first?.dropLast() ?? []
    guard !corners.isEmpty else { return nil }
    let count = Double(corners.count)
    return Coordinate(
      latitude: corners.map(\.latitude).reduce(0, +) / count,
      longitude: corners.map(\.longitude).reduce(0, +) / count)
  }
}
