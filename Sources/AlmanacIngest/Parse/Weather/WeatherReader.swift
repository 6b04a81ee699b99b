import AlmanacModel
import AlmanacTime

/// Reads a weather document of any provider.
enum WeatherReader {
  /// - Parameter provider: The provider; nil: detect it.
  static func read(
    _ bytes: [UInt8], from provider: WeatherProvider?, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    let document = try WeatherDocument.read(bytes)
    switch provider ?? Self.provider(of: document) {
    case .openMeteo: return try OpenMeteoMapper.map(OpenMeteoReader.read(document), context)
    case .metNorway: return try METNorwayMapper.map(METNorwayReader.read(document), context)
    case .nws: return try NWSMapper.map(NWSReader.read(document), context)
    case .openWeather: return try OpenWeatherMapper.map(OpenWeatherReader.read(document), context)
    case .weatherAPI: return try WeatherAPIMapper.map(WeatherAPIReader.read(document), context)
    case .dataGovSG: return try DataGovSGMapper.map(DataGovSGReader.read(document), context)
    case nil: throw .unknownProvider
    }
  }

  /// The reason that a provider gives for rejecting a request; nil if there is none.
  static func providerError(in bytes: [UInt8], from provider: WeatherProvider?) -> String? {
    let context = WeatherContext(
      source: "", points: [], fetchedAt: Instant(secondsSinceEpoch: 0))
    do throws(WeatherError) {
      _ = try read(bytes, from: provider, context)
      return nil
    } catch .provider(let reason) {
      return FieldText.excerpt(reason, 200)
    } catch {
      return nil
    }
  }

  /// Detects the provider by members that only its documents have; nil for an unknown document.
  private static func provider(of document: JSONValue) -> WeatherProvider? {
    if OpenMeteoReader.recognizes(document) { return .openMeteo }
    if DataGovSGReader.recognizes(document) { return .dataGovSG }
    if METNorwayReader.recognizes(document) { return .metNorway }
    if NWSReader.recognizes(document) { return .nws }
    if WeatherAPIReader.recognizes(document) { return .weatherAPI }
    if OpenWeatherReader.recognizes(document) { return .openWeather }
    return nil
  }
}
