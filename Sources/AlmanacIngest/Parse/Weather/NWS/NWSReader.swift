import AlmanacModel
import AlmanacTime

/// Reads what api.weather.gov answers, problems (RFC 9457) among it.
enum NWSReader {
  static func read(_ document: JSONValue) throws(WeatherError) -> NWSDocument {
    guard document.object != nil else { throw .malformed("it is no JSON object") }
    if let problem = problem(document) { throw .provider(reason: problem) }
    if let features = document["features"]?.array {
      let observations = features.filter(isObservation).map(observation)
      guard !observations.isEmpty else { throw .noSeries }
      return .observations(observations)
    }
    guard let properties = document["properties"] else { throw .noSeries }
    if let periods = properties["periods"]?.array {
      return .periods(
        NWSPeriods(
          grid: point(document["geometry"]), elevation: elevation(properties),
          issuedAt: issued(properties), periods: periods.map(NWSPeriods.Period.init)))
    }
    if isObservation(document) { return .observations([observation(document)]) }
    if properties["temperature"]?["values"] != nil {
      return .grid(
        NWSGrid(
          grid: point(document["geometry"]), elevation: elevation(properties),
          issuedAt: issued(properties), layers: layers(properties)))
    }
    if let forecast = properties["forecastHourly"]?.filledString {
      throw .directory(forecast: forecast)
    }
    throw .noSeries
  }

  static func recognizes(_ document: JSONValue) -> Bool {
    if problem(document) != nil { return true }
    // Every document names its vocabulary; empty collections alone do not.
    if let contexts = document["@context"]?.array {
      let words = contexts.flatMap { $0.object.map { Array($0.values) } ?? [] }
      return words.contains { $0.string?.contains("//api.weather.gov/") == true }
    }
    return document["type"]?.string == "FeatureCollection"
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

  /// A forecast's geometry is its cell, at times with the cell's middle beside it.
  private static func point(_ geometry: JSONValue?) -> Coordinate? {
    func coordinate(_ json: JSONValue?) -> Coordinate? {
      guard let position = json?.array, position.count >= 2, let longitude = position[0].double,
        let latitude = position[1].double
      else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    switch geometry?["type"]?.string {
    case "Point": return coordinate(geometry?["coordinates"])
    case "GeometryCollection":
      let parts = geometry?["geometries"]?.array ?? []
      let points = parts.filter { $0["type"]?.string == "Point" }
      return (points.isEmpty ? parts.filter { $0["type"]?.string == "Polygon" } : points)
        .lazy.compactMap(point).first
    case "Polygon":
      // The first corner comes again at the end.
      let corners = (geometry?["coordinates"]?.array?.first?.array ?? []).dropLast()
        .compactMap(coordinate)
      guard !corners.isEmpty else { return nil }
      let count = Double(corners.count)
      return Coordinate(
        latitude: corners.map(\.latitude).reduce(0, +) / count,
        longitude: corners.map(\.longitude).reduce(0, +) / count)
    default: return nil
    }
  }

  private static func elevation(_ properties: JSONValue) -> Double? {
    let quantity = NWSQuantity(properties["elevation"])
    return quantity.value.flatMap { value in
      WeatherUnits.conversion(.length, unit: quantity.unit)?.apply(value)
    }
  }

  private static func issued(_ properties: JSONValue) -> Instant? {
    properties["updateTime"]?.timestamp ?? properties["updated"]?.timestamp
  }

  private static func isObservation(_ feature: JSONValue) -> Bool {
    feature["properties"]?["timestamp"] != nil && feature["properties"]?["temperature"] != nil
  }

  private static func observation(_ feature: JSONValue) -> NWSObservation {
    let properties = feature["properties"] ?? .null
    return NWSObservation(
      grid: point(feature["geometry"]), elevation: elevation(properties),
      at: properties["timestamp"]?.timestamp, text: properties["textDescription"]?.filledString,
      icon: properties["icon"]?.filledString,
      quantities: (properties.object ?? [:]).filter { $0.value["value"] != nil }
        .mapValues { NWSQuantity($0) })
  }

  private static func layers(_ properties: JSONValue) -> [String: NWSGrid.Layer] {
    var layers: [String: NWSGrid.Layer] = [:]
    for (name, json) in properties.object ?? [:] {
      guard let values = json["values"]?.array else { continue }
      layers[name] = NWSGrid.Layer(
        unit: json["uom"]?.filledString, values: values.compactMap(value))
    }
    return layers
  }

  /// `2022-02-03T21:00:00+00:00/PT3H`, ISO 8601; of at most two weeks, which no layer exceeds.
  private static func value(_ json: JSONValue) -> NWSGrid.Value? {
    let parts = (json["validTime"]?.string ?? "").split(separator: "/")
    guard parts.count == 2, let start = Instant(rfc3339: parts[0]),
      let length = CalendarDuration(parts[1])?.nominalSeconds, (1...1_209_600).contains(length),
      let value = json["value"]
    else { return nil }
    return NWSGrid.Value(start: start, end: start + length, value: value)
  }
}

extension NWSPeriods.Period {
  fileprivate init(_ json: JSONValue) {
    start = json["startTime"]?.timestamp
    end = json["endTime"]?.timestamp
    isDaytime = json["isDaytime"]?.bool
    temperature = NWSQuantity(json["temperature"])
    if temperature.value == nil {
      temperature.value = json["temperature"]?.looseNumber
      temperature.unit = json["temperatureUnit"]?.filledString
    }
    probability = NWSQuantity(json["probabilityOfPrecipitation"])
    dewPoint = NWSQuantity(json["dewpoint"])
    humidity = NWSQuantity(json["relativeHumidity"])
    windText = json["windSpeed"]?.filledString
    wind = NWSQuantity(json["windSpeed"])
    gust = NWSQuantity(json["windGust"])
    windDirection = json["windDirection"]?.filledString
    icon = json["icon"]?.filledString
    shortForecast = json["shortForecast"]?.filledString
  }
}
