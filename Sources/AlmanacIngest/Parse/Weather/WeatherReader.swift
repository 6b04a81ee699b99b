import AlmanacModel
import AlmanacTime

/// Reads the document of any provider into forecasts.
enum WeatherReader {
  /// - Parameter provider: nil: recognized by the document's shape.
  static func read(
    _ bytes: [UInt8], from provider: WeatherProvider?, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    let document = try WeatherDocument.read(bytes)
    switch provider ?? WeatherDetector.provider(of: document) {
    case .openMeteo: return try OpenMeteoMapper.map(OpenMeteoReader.read(document), context)
    case .metNorway: return try METNorwayMapper.map(METNorwayReader.read(document), context)
    case .nws: return try NWSMapper.map(NWSReader.read(document), context)
    case .openWeather: return try OpenWeatherMapper.map(OpenWeatherReader.read(document), context)
    case .weatherAPI: return try WeatherAPIMapper.map(WeatherAPIReader.read(document), context)
    case .dataGovSG: return try DataGovSGMapper.map(DataGovSGReader.read(document), context)
    case nil: throw .unknownProvider
    }
  }

  /// What a provider says of a request that it refuses; nil where it says nothing that is understood.
  static func complaint(in bytes: [UInt8], from provider: WeatherProvider?) -> String? {
    let context = WeatherContext(
      source: "", points: [], fetchedAt: Instant(secondsSinceEpoch: 0))
    do throws(WeatherError) {
      _ = try read(bytes, from: provider, context)
      return nil
    } catch .provider(let reason) {
      return FieldText.clean(String(reason.prefix(200))).text
    } catch {
      return nil
    }
  }
}
