import AlmanacModel

/// Validates WeatherAPI's JSON. An error is
/// `{"error":{"code":1006,"message":"No matching location found."}}`.
enum WeatherAPIReader {
  static func read(_ document: JSONValue) throws(WeatherError) -> JSONValue {
    guard document.object != nil else { throw .malformed("it is no JSON object") }
    if let error = document["error"] {
      let code = error["code"]?.looseInteger.map { " (\($0))" } ?? ""
      // weatherstack, another successor of APIXU, writes 'info'.
      let message = error["message"]?.filledString ?? error["info"]?.filledString
      throw .provider(reason: (message ?? "no reason given") + code)
    }
    let days = document["forecast"]?["forecastday"]?.array ?? []
    guard document["current"]?.object != nil || !days.isEmpty else { throw .noSeries }
    return document
  }

  static func recognizes(_ document: JSONValue) -> Bool {
    document["location"]?["lat"] != nil || document["error"]?["code"] != nil
  }
}
