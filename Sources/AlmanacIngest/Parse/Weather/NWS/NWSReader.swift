import AlmanacModel
import AlmanacTime

/// Validates documents of api.weather.gov. Errors are problem documents (RFC 9457).
enum NWSReader {
  static func read(_ document: JSONValue) throws(WeatherError) -> JSONValue {
    guard document.object != nil else { throw .malformed("it is no JSON object") }
    if let problem = problem(document) { throw .provider(reason: problem) }
    let properties = document["properties"]
    if properties?["periods"]?.array == nil, properties?["temperature"]?["values"] == nil,
      observations(in: document).isEmpty
    {
      if document["features"] == nil, let forecast = properties?["forecastHourly"]?.filledString {
        throw .directory(forecast: forecast)
      }
      throw .noSeries
    }
    return document
  }

  /// The measurements in `/stations/…/observations`, or a single measurement.
  static func observations(in document: JSONValue) -> [JSONValue] {
    (document["features"]?.array ?? [document]).filter {
      $0["properties"]?["timestamp"] != nil && $0["properties"]?["temperature"] != nil
    }
  }

  static func recognizes(_ document: JSONValue) -> Bool {
    if problem(document) != nil { return true }
    // Every document has a context; an empty collection is recognized by its type.
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
}
