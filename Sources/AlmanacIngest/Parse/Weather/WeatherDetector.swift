import AlmanacModel

/// Tells the provider by the members that only its documents have.
enum WeatherDetector {
  /// nil for a document of no known shape.
  static func provider(of document: JSONValue) -> WeatherProvider? {
    if OpenMeteoReader.recognizes(document) { return .openMeteo }
    if DataGovSGReader.recognizes(document) { return .dataGovSG }
    if METNorwayReader.recognizes(document) { return .metNorway }
    if NWSReader.recognizes(document) { return .nws }
    if WeatherAPIReader.recognizes(document) { return .weatherAPI }
    if OpenWeatherReader.recognizes(document) { return .openWeather }
    return nil
  }
}
