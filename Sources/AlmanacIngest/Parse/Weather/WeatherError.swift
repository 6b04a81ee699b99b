import AlmanacModel

/// Why a weather document gave no forecasts.
enum WeatherError: StageError, Equatable {
  /// The provider answered with an error of its own.
  case provider(reason: String)
  case malformed(String)
  /// Well-formed, but without the series that forecasts are made of.
  case noSeries
  /// A series, but neither it nor the source says of which place.
  case noPlace
  /// The provider's directory of a point, which names where its forecast stands.
  case directory(forecast: String)
  /// No provider is declared, and the document has the shape of none.
  case unknownProvider

  var code: FindingCode {
    switch self {
    case .provider: "E_WEATHER_PROVIDER"
    case .malformed, .noSeries, .noPlace, .directory, .unknownProvider: "E_PARSE"
    }
  }

  var severity: Severity { .error }

  var description: String {
    switch self {
    case .provider(let reason):
      "the weather provider refused: \(Self.clean(reason))"
    case .malformed(let what): "the weather document cannot be read: \(what)"
    case .noSeries:
      "the weather document holds no values for hours or periods; ask for them in the source's URL"
    case .noPlace:
      "the weather document does not say of which place it is; give one point under 'points'"
    case .directory(let forecast):
      "the document only says where the forecast stands; make it the source's url: \(Self.clean(forecast))"
    case .unknownProvider:
      "the weather document has the shape of no known provider; name it as 'provider' under 'weather'"
    }
  }

  private static func clean(_ text: String) -> String {
    FieldText.clean(String(text.prefix(200))).text
  }
}
