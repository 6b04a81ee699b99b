import AlmanacModel

/// Validates OpenWeather's JSON. `cod` may be a number or a string, and is missing in One Call.
enum OpenWeatherReader {
  static func read(_ document: JSONValue) throws(WeatherError) -> JSONValue {
    guard document.object != nil else { throw .malformed("it is no JSON object") }
    if let status = document["cod"]?.looseInteger, status != 200 {
      throw .provider(reason: document["message"]?.filledString ?? "status \(status)")
    }
    return document
  }

  static func recognizes(_ document: JSONValue) -> Bool {
    if document["cod"] != nil { return true }
    let steps = [
      document["current"], document["hourly"]?.array?.first, document["list"]?.array?.first,
    ]
    if steps.contains(where: { $0?["dt"] != nil }) { return true }
    return document["dt"] != nil && (document["weather"] != nil || document["temp"] != nil)
  }
}
