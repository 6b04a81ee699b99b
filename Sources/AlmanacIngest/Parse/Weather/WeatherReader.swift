import AlmanacModel
import AlmanacTime

/// The documents of one weather provider.
protocol WeatherFormat: SendableMetatype {
  static var provider: WeatherProvider { get }

  /// Whether a document has members that only this provider's documents have.
  static func recognizes(_ document: JSONValue) -> Bool

  /// Adds the forecasts of a document to the collector.
  ///
  /// - Throws: `.provider` for an error that the provider reports; other errors for documents
  ///   without forecasts.
  static func map(
    _ document: JSONValue, into collector: inout WeatherCollector
  ) throws(WeatherError)
}

/// Reads a weather document of any provider.
enum WeatherReader {
  /// In the order in which they are tried to recognize a document.
  private static let formats: [any WeatherFormat.Type] = [
    OpenMeteo.self, DataGovSG.self, METNorway.self, NWS.self, WeatherAPI.self, OpenWeather.self,
  ]

  /// - Parameter provider: The provider; nil: detect it.
  static func read(
    _ bytes: [UInt8], from provider: WeatherProvider?, _ context: WeatherContext
  ) throws(WeatherError) -> WeatherReading {
    let document = try WeatherDocument.read(bytes)
    let format = formats.first { format in
      provider.map { $0 == format.provider } ?? format.recognizes(document)
    }
    guard let format else { throw .unknownProvider }
    var collector = WeatherCollector(format.provider, context)
    // Only Open-Meteo answers with an array, for several points.
    guard document.object != nil || format.provider == .openMeteo else {
      throw .malformed("it is no JSON object")
    }
    try format.map(document, into: &collector)
    return try collector.finished()
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
}

/// The forecasts of a weather document.
struct WeatherReading {
  /// Sorted by point, then by time.
  var forecasts: [Forecast] = []
  var findings: [Finding] = []
}

/// The request to which a weather document is the answer.
struct WeatherContext {
  let source: String
  /// The requested points in their order.
  let points: [Coordinate]
  let fetchedAt: Instant
  /// The request's `units`, for OpenWeather, whose answers do not contain them.
  var units: String?
  var zones = ZoneDatabase.system
}
